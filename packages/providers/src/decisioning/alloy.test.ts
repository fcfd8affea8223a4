import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { startAlteringProxy, withValue } from "../testing/altering-proxy.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { type AlloyConfig, createAlloyDecisioning } from "./alloy.ts";

const TOKEN = "L-5zKNq7Rw";

let sandbox: Sandbox;
let time = Date.now();
const now = () => new Date(time);
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each(["basic", "oauth2"] as const)("an evaluation is read with %s", async (auth) => {
  const evaluation = await decisioning({ auth }).evaluation(TOKEN);
  expect(evaluation).toEqual({
    evaluationId: TOKEN,
    evaluatedAt: expect.any(Date),
    outcome: expect.stringMatching(/^(Approved|Denied|Manual Review|Error)$/),
    reasons: [expect.any(String)],
    score: expect.toSatisfy((score) => score === null || typeof score === "number"),
    tags: expect.any(Array),
    services: expect.objectContaining({ "TransUnion Credit": "executed" }),
  });
  expect(evaluation?.evaluatedAt.getUTCFullYear()).toBe(2026);
});

test("an evaluation says the same every time, and another one something else", async () => {
  const alloy = decisioning();
  const tokens = Array.from({ length: 20 }, (_, index) => `L-token${index}`);
  const read = () => Promise.all(tokens.map((token) => alloy.evaluation(token)));
  const first = await read();
  expect(await read()).toEqual(first);
  expect(new Set(first.map((evaluation) => evaluation?.outcome)).size).toBeGreaterThan(2);
});

test("an evaluation that waits for more to be supplied has no outcome yet", async () => {
  expect(await decisioning().evaluation("L-Waiting1a2b")).toMatchObject({
    evaluationId: "L-Waiting1a2b",
    outcome: null,
    reasons: [],
    score: null,
    services: {},
  });
});

test("an evaluation that Alloy does not know is not there, which is no error", async () => {
  expect(await decisioning().evaluation("unknown")).toBeNull();
  expect(await decisioning().evaluation("../oauth/bearer")).toBeNull();
});

test("a wrong address is not taken for an evaluation that is not there", async () => {
  const lost = decisioning({ baseUrl: `${sandbox.origin}/nowhere` });
  expect(await failure(lost.evaluation(TOKEN))).toMatchObject({ kind: "refused", status: 404 });
});

test.each(["basic", "oauth2"] as const)(
  "wrong credentials are refused with %s, and not told",
  async (auth) => {
    const error = await failure(decisioning({ auth, secret: "hunter2" }).evaluation(TOKEN));
    expect(error).toMatchObject({ kind: "refused", status: 401, vendorCode: "4010" });
    expect(error.message).not.toContain("hunter2");
  },
);

test("a bearer token is kept until it expires, and replaced when Alloy no longer knows it", async () => {
  const alloy = decisioning({ auth: "oauth2" });
  await alloy.evaluation(TOKEN);
  await alloy.evaluation(TOKEN);
  expect(tokenRequests()).toBe(1);
  time += 3_600_000;
  await alloy.evaluation(TOKEN);
  expect(tokenRequests()).toBe(2);
  sandbox.faults.add({ provider: "alloy", kind: "status", status: 401, path: "/evaluations" });
  await alloy.evaluation(TOKEN);
  expect(tokenRequests()).toBe(3);
});

test.each([
  ["quota", 429],
  ["status", 503],
  ["timeoutBeforeEffect", undefined],
  ["resetAfterEffect", undefined],
  ["invalidJson", 201],
] as const)("after %s an evaluation may simply be asked for again", async (kind, status) => {
  sandbox.faults.add({ provider: "alloy", kind });
  const alloy = decisioning({ deadlineMs: 1_500 });
  expect(await failure(alloy.evaluation(TOKEN))).toMatchObject({ kind: "unavailable", status });
  expect(await alloy.evaluation(TOKEN)).toMatchObject({ evaluationId: TOKEN });
});

test("of tags and reasons the words are kept, whatever stands beside them", async () => {
  const summary = {
    outcome: "Approved",
    outcome_reasons: [{ reason: "x" }, "Thin file"],
    tags: ["Fraud", 7, null, { name: "x" }],
    score: "high",
    services: ["TransUnion"],
  };
  const answer = { status_code: 201, timestamp: 1_767_225_600_000, evaluation_token: TOKEN, summary };
  const vendor = await answering(201, JSON.stringify(answer));
  expect(await decisioning({ baseUrl: vendor.url }).evaluation(TOKEN)).toMatchObject({
    outcome: "Approved",
    reasons: ["Thin file"],
    tags: ["Fraud"],
    score: null,
  });
  vendor.close();
});

test("a bearer token whose lifetime is not told is used", async () => {
  const proxy = await startAlteringProxy(sandbox.origin);
  const baseUrl = sandbox.alloy.baseUrl.replace(sandbox.origin, proxy.url);
  for (const expiresIn of [undefined, null, "soon"]) {
    proxy.alter((told) => withValue(told, ["expires_in"], expiresIn));
    const alloy = decisioning({ auth: "oauth2", baseUrl });
    const before = tokenRequests();
    expect(await alloy.evaluation(TOKEN)).toMatchObject({ evaluationId: TOKEN });
    expect(await alloy.evaluation(TOKEN)).toMatchObject({ evaluationId: TOKEN });
    expect(tokenRequests()).toBe(before + 1);
  }
  proxy.close();
});

test("Alloy's own code and words are kept", async () => {
  sandbox.faults.add({ provider: "alloy", kind: "quota" });
  expect(await failure(decisioning().evaluation(TOKEN))).toMatchObject({
    vendorCode: "4290",
    message: expect.stringContaining("Too Many Requests. The rate limit was exceeded."),
  });
});

function decisioning(changes: Partial<AlloyConfig> = {}) {
  return createAlloyDecisioning({ ...sandbox.alloy, auth: "basic", deadlineMs: 60_000, now, ...changes });
}

function tokenRequests(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/oauth/bearer")).length;
}
