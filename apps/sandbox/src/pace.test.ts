import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./index.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

const control = (path: string, method: string, body: object) =>
  fetch(`${sandbox.origin}/__sandbox${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const setPace = (pace: object) => control("/pace", "PUT", pace);

const debit = (key: string, signal?: AbortSignal) =>
  fetch(`${sandbox.payliance.baseUrl}/debit`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.payliance.secretKey}` },
    ...(signal && { signal }),
    body: JSON.stringify({
      UniqueTranId: key,
      Routing: "011401533",
      AccountNumber: "1111222233330000",
      CheckNumber: "1001",
      CheckAmount: "5.00",
      SecCode: "PPD",
      AccountType: "Personal Checking",
      FirstName: "Ana",
      LastName: "Diaz",
    }),
  });

const books = async () => {
  const answer = await fetch(`${sandbox.origin}/__sandbox/payliance/transactions`);
  return (await answer.json()) as { uniqueTranId: string; takenAt: string }[];
};
const keysInBooks = async () => (await books()).map(({ uniqueTranId }) => uniqueTranId);

test("a vendor with a pace takes that long before the effect and after it", async () => {
  await setPace({ provider: "payliance", beforeMs: [800, 800], afterMs: [300, 300] });
  const startedAt = Date.now();
  expect((await debit("paced")).status).toBe(200);
  const answeredAt = Date.now();
  const takenAt = Date.parse((await books())[0]?.takenAt ?? "");
  // A timer may ring a moment early.
  expect(takenAt - startedAt).toBeGreaterThanOrEqual(790);
  expect(answeredAt - takenAt).toBeGreaterThanOrEqual(290);
});

test("an order stands though the caller hung up before it was carried out", async () => {
  await setPace({ provider: "payliance", beforeMs: [1_000, 1_000], afterMs: [0, 0] });
  const caller = new AbortController();
  const answer = debit("hung-up", caller.signal);
  // The vendor is in this process: however late both ring, this timer rings before the one of its work.
  await pause(100);
  caller.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  await expect.poll(() => keysInBooks()).toEqual(["hung-up"]);
});

test("a reset takes the pace away", async () => {
  await setPace({ provider: "payliance", beforeMs: [1, 2], afterMs: [3, 4] });
  const listed = async () => (await fetch(`${sandbox.origin}/__sandbox/pace`)).json();
  expect(await listed()).toEqual({ payliance: { beforeMs: [1, 2], afterMs: [3, 4] } });
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  expect(await listed()).toEqual({});
});

test.each([
  ["of a vendor there is not", { provider: "gogle", beforeMs: [0, 1], afterMs: [0, 1] }],
  ["that runs backwards", { provider: "google", beforeMs: [2, 1], afterMs: [0, 1] }],
])("a pace %s is refused", async (_case, pace) => {
  expect((await setPace(pace)).status).toBe(400);
});

test("a fault with a chance strikes about so many of the calls", async () => {
  await control("/faults", "POST", { provider: "google", kind: "quota", times: 1000, chance: 0.5 });
  const calls = 200;
  for (let call = 0; call < calls; call++) await fetch(`${sandbox.origin}/google/token`, { method: "POST" });
  const struck = 1000 - (sandbox.faults.list()[0]?.times ?? 0);
  expect(struck).toBeGreaterThan(calls * 0.25);
  expect(struck).toBeLessThan(calls * 0.75);
});
