import { randomUUID } from "node:crypto";
import { countAuditEvents } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { REDEEM_PATH } from "./re-access-redeem.ts";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

async function linked() {
  const { id: userId } = await api.user();
  const employee = await api.as("EMPLOYEE");
  const { url } = await employee.reAccess.create({ requestId: randomUUID(), userId, reason: "Asked to" });
  return { userId, code: new URL(url).searchParams.get("code") ?? "" };
}

const portal = () => ({ authorization: `Bearer ${api.services.customerPortal?.secret}` });
const redeem = (code: unknown, headers: Record<string, string> = portal()) =>
  served.post(REDEEM_PATH, JSON.stringify({ code }), headers);

it("the portal redeems a code, and the answer is never cached and sends no referrer", async () => {
  const { userId, code } = await linked();
  const { status, text, headers } = await redeem(code);
  expect([status, JSON.parse(text)]).toMatchObject([
    200,
    { userId, customer: "Maria Delgado", actAs: { name: "Test EMPLOYEE" }, readOnly: true },
  ]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

it("only one of two simultaneous requests redeems a code, and the other gets 410", async () => {
  const { code } = await linked();
  const answers = await Promise.all([redeem(code), redeem(code)]);
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(["200", "410"]);
});

it("a code expires after a minute", async () => {
  const { code } = await linked();
  api.clock.advance({ seconds: 60 });
  const { status, text } = await redeem(code);
  expect([status, JSON.parse(text)]).toEqual([410, { error: "This link was used already or has expired." }]);
});

it.each([
  ["no secret", {}],
  ["a wrong secret", { authorization: "Bearer what the portal showed" }],
  ["the secret without its scheme", { authorization: "what the portal shows" }],
  ["half of the secret", { authorization: "Bearer what the" }],
])("with %s no code is redeemed, and the code still works for the portal", async (_, headers) => {
  const { code } = await linked();
  const before = await countAuditEvents(api, "reAccess.redeemed");
  expect((await redeem(code, headers)).status).toBe(401);
  expect(await countAuditEvents(api, "reAccess.redeemed")).toBe(before);
  expect((await redeem(code)).status).toBe(200);
});

it.each(["{", "null", "[]", "{}", '{"code":5}', '{"code":""}', `{"code":"${"x".repeat(201)}"}`])(
  "the body %s is refused",
  async (body) => {
    expect((await served.post(REDEEM_PATH, body, portal())).status).toBe(400);
  },
);

it("a body that is too large is refused", async () => {
  expect((await redeem("x".repeat(5_000))).status).toBe(413);
});

it("a GET request redeems no code, and shows a page of the console", async () => {
  const response = await fetch(served.origin + REDEEM_PATH, { headers: portal() });
  expect(await response.text()).toContain("<title>Countinghouse</title>");
});
