import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createPlaidBankLink } from "./plaid.ts";
import type { BankTransaction, TransactionChanges } from "./port.ts";

const LINK = "access-sandbox-user-2";
const START = Date.parse("2026-03-13T17:00:00Z");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(START) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("the first sync brings all pages of 720 days, each transaction once", async () => {
  const { added, modified, removed, historyComplete } = await sync(null);
  expect(pagesAsked()).toBe(Math.ceil(added.length / 500));
  expect(pagesAsked()).toBeGreaterThan(2);
  expect(new Set(added.map(({ transactionId }) => transactionId)).size).toBe(added.length);
  const [oldest = ""] = added.map(({ date }) => date).toSorted();
  expect(oldest >= "2024-03-24" && oldest <= "2024-03-30").toBe(true);
  expect([modified, removed, historyComplete]).toEqual([[], [], true]);
});

test("what came in is positive, what went out negative, in cents", async () => {
  const { added } = await sync(null);
  const rent = added.filter(({ category }) => category?.detailed === "RENT_AND_UTILITIES_RENT");
  const income = added.filter(({ category }) => category?.primary === "INCOME");
  expect(rent.length).toBeGreaterThan(10);
  expect(rent.every(({ amountCents }) => amountCents < -30_000)).toBe(true);
  expect(income.length).toBeGreaterThan(50);
  expect(income.every(({ amountCents }) => amountCents > 0 && Number.isInteger(amountCents))).toBe(true);
  expect(income[0]).toMatchObject({ currency: "USD", originalDescription: expect.any(String) });
});

test("a sync without news brings nothing, and the same place to go on from", async () => {
  const { cursor } = await sync(null);
  expect(await sync(cursor)).toMatchObject({ added: [], modified: [], removed: [] });
});

test("pending transactions give way to posted ones, and syncs add up to what is there", async () => {
  let { added, cursor } = await sync(null);
  let held = keep(new Map(), added, []);
  for (let day = 0; day < 10; day += 1) {
    sandbox.clock.advance(86_400);
    const changes: TransactionChanges = await sync(cursor);
    held = keep(held, changes.added, changes.removed);
    cursor = changes.cursor;
    for (const posted of changes.added.filter(({ pendingTransactionId }) => pendingTransactionId !== null))
      expect(held.has(posted.pendingTransactionId ?? "")).toBe(false);
  }
  ({ added } = await sync(null));
  const ids = new Set(added.map(({ transactionId }) => transactionId));
  const recent = [...held.values()].filter(({ date }) => date >= "2026-01-01");
  expect(recent.filter(({ transactionId }) => !ids.has(transactionId))).toEqual([]);
  expect(added.filter(({ transactionId }) => !held.has(transactionId))).toEqual([]);
});

test("when data changes between two pages, the update begins again at its first page", async () => {
  await control({ syncMutations: 1 });
  const { added } = await sync(null);
  const whole = Math.ceil(added.length / 500);
  expect(pagesAsked()).toBe(2 + whole);
  expect(new Set(added.map(({ transactionId }) => transactionId)).size).toBe(added.length);
});

test("data that never stands still is unavailable", async () => {
  await control({ syncMutations: 1000 });
  await expect(sync(null)).rejects.toMatchObject({
    kind: "unavailable",
    vendorCode: "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
  });
  expect(pagesAsked()).toBe(6);
});

test("a sync that goes in a circle ends", async () => {
  const { cursor } = await sync(null);
  await control({ syncLoops: true });
  await expect(sync(cursor)).rejects.toMatchObject({ kind: "unavailable" });
});

test("the place of one link is none of another", async () => {
  const { cursor } = await sync(null);
  await expect(bankLink().transactionsSync("access-sandbox-user-3", cursor)).rejects.toMatchObject({
    kind: "refused",
    vendorCode: "INVALID_FIELD",
  });
});

function bankLink() {
  return createPlaidBankLink({ ...sandbox.plaid, deadlineMs: 60_000, now: () => new Date(START) });
}

function sync(cursor: string | null): Promise<TransactionChanges> {
  return bankLink().transactionsSync(LINK, cursor);
}

function keep(
  held: ReadonlyMap<string, BankTransaction>,
  added: BankTransaction[],
  removed: { transactionId: string }[],
): Map<string, BankTransaction> {
  const kept = new Map([...held, ...added.map((one) => [one.transactionId, one] as const)]);
  for (const { transactionId } of removed) expect(kept.delete(transactionId)).toBe(true);
  return kept;
}

function pagesAsked(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/transactions/sync")).length;
}

async function control(body: object): Promise<void> {
  const url = `${sandbox.origin}/__sandbox/plaid/items/${LINK}`;
  expect((await fetch(url, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);
}
