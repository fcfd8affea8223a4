import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "./index.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a fault strikes as often as it was armed for, then the vendor behaves again", async () => {
  await arm({ provider: "google", kind: "quota", times: 2 });
  const statuses = [await callToken(), await callToken(), await callToken()];
  expect(statuses).toEqual([429, 429, 400]);
  expect(sandbox.faults.list()).toEqual([]);
});

test("a fault answers with the vendor's own error body", async () => {
  await arm({ provider: "google", kind: "status", status: 503 });
  const answer = await fetch(`${sandbox.origin}/google/token`, { method: "POST" });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    error: { code: 503, message: "The service is currently unavailable.", status: "UNAVAILABLE" },
  });
});

test("a fault for one method and path leaves other calls alone", async () => {
  await arm({ provider: "google", kind: "quota", method: "post", path: ":append" });
  expect(await callToken()).toBe(400);
  const append = `${sandbox.origin}/google/v4/spreadsheets/x/values/Payments%21A%3AB%3Aappend`;
  expect((await fetch(append)).status).toBe(401);
  expect((await fetch(append, { method: "POST" })).status).toBe(429);
});

test("a fault for what is sent strikes that alone", async () => {
  await arm({ provider: "google", kind: "quota", body: "the-one" });
  const send = async (body: string) =>
    (await fetch(`${sandbox.origin}/google/token`, { method: "POST", body })).status;
  expect([await callToken(), await send("assertion=another"), await send("assertion=the-one")]).toEqual([
    400, 400, 429,
  ]);
});

test("a call that gets no answer is logged without a status", async () => {
  await arm({ provider: "google", kind: "timeoutBeforeEffect" });
  await arm({ provider: "google", kind: "resetBeforeEffect" });
  const silent = fetch(`${sandbox.origin}/google/token`, {
    method: "POST",
    signal: AbortSignal.timeout(100),
  });
  await expect(silent).rejects.toThrow(/timeout/i);
  await expect(fetch(`${sandbox.origin}/google/token`, { method: "POST" })).rejects.toThrow("fetch failed");
  expect(await (await fetch(`${sandbox.origin}/__sandbox/calls`)).json()).toMatchObject([
    { provider: "google", method: "POST", path: "/google/token", status: null, fault: "resetBeforeEffect" },
    { provider: "google", method: "POST", path: "/google/token", status: null, fault: "timeoutBeforeEffect" },
  ]);
});

test("a late effect is never answered, and done once when its time has come by the sandbox's clock", async () => {
  await arm({ provider: "payliance", kind: "late-effect", delayMs: 600_000 });
  await expect(debit("late", AbortSignal.timeout(100))).rejects.toThrow(/timeout/i);
  expect(await transactions()).toEqual([]);
  sandbox.clock.advance(599);
  expect(await transactions()).toEqual([]);
  sandbox.clock.advance(1);
  expect(await transactions()).toMatchObject([{ uniqueTranId: "late", amountCents: 500 }]);
  sandbox.clock.advance(600);
  expect(await transactions()).toHaveLength(1);
});

test("broken JSON comes with the status of the call that was carried out", async () => {
  await arm({ provider: "google", kind: "invalidJson" });
  const answer = await fetch(`${sandbox.origin}/google/token`, { method: "POST" });
  expect(answer.status).toBe(400);
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});

test.each([
  ["html", 200, "text/html"],
  ["statusAfterEffect", 503, "application/json"],
])("%s takes the place of the answer to a call that was carried out", async (kind, status, type) => {
  await arm({ provider: "payliance", kind });
  const answer = await debit(kind);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain(type);
  expect(await transactions()).toMatchObject([{ uniqueTranId: kind, amountCents: 500 }]);
});

test("an armed fault can be disarmed, and only once", async () => {
  const armed = await arm({ provider: "smtp", kind: "reject" });
  const { id } = z.object({ id: z.number() }).parse(await armed.json());
  const disarm = () => fetch(`${sandbox.origin}/__sandbox/faults/${id}`, { method: "DELETE" });
  expect((await disarm()).status).toBe(204);
  expect((await disarm()).status).toBe(404);
  expect(sandbox.faults.takeSmtp()).toBeUndefined();
});

test.each([
  ["of a vendor there is not", { provider: "gogle", kind: "quota" }],
  ["the mail server cannot have", { provider: "smtp", kind: "quota" }],
  ["a vendor cannot have", { provider: "google", kind: "tempfail" }],
  ["with a misspelt setting", { provider: "google", kind: "latency", delay: 5 }],
  ["that never strikes", { provider: "google", kind: "latency", times: 0 }],
])("a fault %s is refused", async (_case, fault) => {
  expect((await arm(fault)).status).toBe(400);
  expect(sandbox.faults.list()).toEqual([]);
});

function arm(fault: object): Promise<Response> {
  return fetch(`${sandbox.origin}/__sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
}

async function callToken(): Promise<number> {
  const answer = await fetch(`${sandbox.origin}/google/token`, { method: "POST" });
  return answer.status;
}

function debit(uniqueTranId: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${sandbox.payliance.baseUrl}/debit`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.payliance.secretKey}` },
    body: JSON.stringify({
      UniqueTranId: uniqueTranId,
      Routing: "011401533",
      AccountNumber: "1111222233330000",
      CheckNumber: "1001",
      CheckAmount: "5.00",
      SecCode: "PPD",
      AccountType: "Personal Checking",
      FirstName: "Ana",
      LastName: "Diaz",
    }),
    ...(signal && { signal }),
  });
}

async function transactions(): Promise<unknown> {
  return (await fetch(`${sandbox.origin}/__sandbox/payliance/transactions`)).json();
}
