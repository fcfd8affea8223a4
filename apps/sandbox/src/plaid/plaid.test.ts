import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";

const TOKEN = "access-sandbox-user-1";
const SPELLED = "access-sandbox-ins_109508.acc-7:checking:4000000259.acc-8:savings:6000000123";

let sandbox: Sandbox;
let time = Date.parse("2026-03-15T15:00:00Z");
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("no call goes through without id and secret, which may also stand in the body", async () => {
  const { clientId: client_id, secret } = sandbox.plaid;
  const nobody = { "plaid-client-id": "", "plaid-secret": "" };
  expect(await ask("/item/get", { access_token: TOKEN }, nobody)).toMatchObject({
    status: 400,
    body: { error_type: "INVALID_INPUT", error_code: "INVALID_API_KEYS" },
  });
  const answer = await fetch(`${sandbox.plaid.baseUrl}/item/get`, {
    method: "POST",
    body: JSON.stringify({ access_token: TOKEN, client_id, secret }),
  });
  expect(answer.status).toBe(200);
});

test.each([
  [{}, "MISSING_FIELDS", "the following required fields are missing: access_token"],
  [
    { access_token: TOKEN, all: true },
    "UNKNOWN_FIELDS",
    "the following fields are not recognized by this endpoint: all",
  ],
  [{ access_token: 7 }, "INVALID_FIELD", "access_token: Invalid input: expected string, received number"],
])("the request %j is refused in Plaid's words", async (request, error_code, error_message) => {
  const body = { error_type: "INVALID_REQUEST", error_code, error_message };
  expect(await ask("/item/get", request)).toMatchObject({ status: 400, body });
});

test("an access token may spell out its bank and accounts", async () => {
  const { body } = await ask("/auth/get", { access_token: SPELLED });
  expect(body).toMatchObject({
    accounts: [
      { account_id: "acc-7", mask: "0259", name: "Plaid Checking", subtype: "checking" },
      { account_id: "acc-8", mask: "0123", name: "Plaid Saving", subtype: "savings" },
    ],
    numbers: { ach: [{ account: "4000000259", routing: "019991016" }, { account: "6000000123" }] },
    item: { institution_id: "ins_109508", institution_name: "First Platypus Bank" },
  });
});

test("an access token may spell out an error, which can be mended", async () => {
  const token = `${SPELLED}.error:ITEM_LOGIN_REQUIRED`;
  expect(await readError("/auth/get", { access_token: token })).toBe("ITEM_LOGIN_REQUIRED");
  await control(`items/${token}`, { error: null });
  expect(await readError("/auth/get", { access_token: token })).toBeUndefined();
});

test("a link may be broken, in Plaid's words, by one of its accounts, and no other link with it", async () => {
  await control("accounts/acc-8", { error: "INSTITUTION_NOT_RESPONDING" });
  expect(await ask("/accounts/balance/get", { access_token: SPELLED })).toMatchObject({
    status: 400,
    body: { error_type: "INSTITUTION_ERROR", error_code: "INSTITUTION_NOT_RESPONDING" },
  });
  expect(await readError("/accounts/balance/get", { access_token: TOKEN })).toBeUndefined();
  await control("accounts/acc-8", { error: null });
  expect(await readError("/accounts/balance/get", { access_token: SPELLED })).toBeUndefined();
});

test.each([`${SPELLED}.acc-9:loan:5`, `${SPELLED}.error:NO_SUCH_ERROR`, "access-development-1"])(
  "%s is no access token",
  async (access_token) => {
    expect(await readError("/auth/get", { access_token })).toBe("INVALID_ACCESS_TOKEN");
  },
);

test("what is made up about a link stays the same", async () => {
  const { body } = await ask("/auth/get", { access_token: TOKEN });
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  expect((await ask("/auth/get", { access_token: TOKEN })).body).toEqual({
    ...body,
    request_id: expect.any(String),
  });
});

test("a bank that is down takes its links down", async () => {
  await control("institutions/ins_109508", { status: "DOWN" });
  expect(await readError("/accounts/balance/get", { access_token: SPELLED })).toBe("INSTITUTION_DOWN");
  expect(await readError("/item/get", { access_token: SPELLED })).toBeUndefined();
});

test("the control page has each bank with how it is doing, and what it can be set to", async () => {
  await control("institutions/ins_109510", { status: "DOWN" });
  const page = await (await fetch(sandbox.origin)).text();
  const [, section = ""] = page.split('aria-label="Cases of plaid"');
  const [row = ""] = section.split("<tbody>")[1]?.split("</tr>") ?? [];
  for (const text of [
    "ins_109510",
    "Tartan Bank",
    "DOWN",
    "HEALTHY",
    "/__sandbox/plaid/institutions/ins_109510",
  ])
    expect(row).toContain(text);
});

test("limits hold only when they are switched on, for each link by itself, and for a minute", async () => {
  const balances = (count: number, access_token: string) =>
    Promise.all(Array.from({ length: count }, () => readError("/accounts/balance/get", { access_token })));
  expect(new Set(await balances(8, TOKEN))).toEqual(new Set([undefined]));
  await control("settings", { rateLimits: true });
  expect((await balances(6, TOKEN)).filter((code) => code === "BALANCE_LIMIT")).toHaveLength(1);
  expect(await balances(1, SPELLED)).toEqual([undefined]);
  sandbox.clock.advance(60);
  expect(await balances(1, TOKEN)).toEqual([undefined]);
});

test("a report outlives a restart", async () => {
  const { body } = await ask("/asset_report/create", { access_tokens: [SPELLED], days_requested: 60 });
  const { asset_report_token } = z.object({ asset_report_token: z.string() }).parse(body);
  sandbox.clock.advance(8);
  const before = await ask("/asset_report/get", { asset_report_token });
  await sandbox.close();
  time += 9_000;
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
  const after = await ask("/asset_report/get", { asset_report_token });
  expect(after.body).toEqual({ ...before.body, request_id: expect.any(String) });
});

test("webhooks go to this machine only", async () => {
  await control("settings", { webhookUrl: "https://console.example.com/hooks" });
  const answer = await control(`items/${TOKEN}/transactions`, {});
  expect(await answer.json()).toMatchObject({ status: null, error: "It is not on this machine." });
});

async function ask(path: string, request: object, headers: Record<string, string> = {}) {
  const { baseUrl, clientId, secret } = sandbox.plaid;
  const answer = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: { "plaid-client-id": clientId, "plaid-secret": secret, ...headers },
    body: JSON.stringify(request),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

async function readError(path: string, request: object): Promise<unknown> {
  const { body } = await ask(path, request);
  return "error_code" in body ? body.error_code : undefined;
}

async function control(path: string, body: object): Promise<Response> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/plaid/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer;
}
