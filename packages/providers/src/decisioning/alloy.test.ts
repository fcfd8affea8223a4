import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
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

test("Alloy's own code and words are kept", async () => {
  sandbox.faults.add({ provider: "alloy", kind: "quota" });
  expect(await failure(decisioning().evaluation(TOKEN))).toMatchObject({
    vendorCode: "4290",
    message: expect.stringContaining("Too Many Requests. The rate limit was exceeded."),
  });
});

function decisioning(changes: Partial<AlloyConfig> = {}) {
  return createAlloyDecisioning({ ...sandbox.alloy, auth: "basic", deadlineMs: 30_000, now, ...changes });
}

function tokenRequests(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/oauth/bearer")).length;
}
