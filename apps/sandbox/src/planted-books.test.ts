import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./index.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

const post = (path: string, body: object, secret = "") =>
  fetch(`${sandbox.origin}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const plant = async (vendor: string, ...transactions: object[]) =>
  (await post(`__sandbox/${vendor}/transactions`, { transactions })).status;
const books = async (vendor: string): Promise<unknown> =>
  (await fetch(`${sandbox.origin}/__sandbox/${vendor}/transactions`)).json();

test("a push that was paid before the sandbox was there can be put in, once, and is had by its id", async () => {
  const paid = { transactionID: "seed-1", referenceID: "fund:1", at: "2026-01-05T17:00:00Z" };
  for (const amountCents of [90_000, 1]) expect(await plant("tabapay", { ...paid, amountCents })).toBe(204);
  const { baseUrl, clientId, bearer } = sandbox.tabapay;
  const found = await fetch(`${baseUrl}/v1/clients/${clientId}/transactions/seed-1`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(await found.json()).toMatchObject({ referenceID: "fund:1", status: "COMPLETED", amount: "900.00" });
  expect(await books("tabapay")).toHaveLength(1);
  expect(await plant("tabapay", paid)).toBe(400);
});

test("a credit that was sent before the sandbox was there can be put in, once, and settles in no report", async () => {
  const sent = { authorizationId: "seed-1", uniqueTranId: "fund:1", at: "2026-02-27T17:00:00Z" };
  for (const amountCents of [90_000, 1]) expect(await plant("payliance", { ...sent, amountCents })).toBe(204);
  const ask = async (path: string, body: object): Promise<unknown> =>
    (await post(`payliance/api/v1/echeck/${path}`, body, sandbox.payliance.secretKey)).json();
  expect(await ask("retrieve", { UniqueTranId: "fund:1" })).toMatchObject({
    transaction: { authorizationId: "seed-1", amount: 900, status: 4 },
  });
  expect(await ask("querysettlements", { Start: "2026-02-01", End: "2026-03-31" })).toMatchObject({
    settlements: [],
  });
  expect(await books("payliance")).toHaveLength(1);
  expect(await plant("payliance", sent)).toBe(400);
});
