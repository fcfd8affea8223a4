import type { Tx } from "@countinghouse/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertRows, newId, reserveIds } from "../insert-rows.ts";
import { addAdvance } from "../testing/advances.ts";
import { processorBooks } from "../testing/books.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { clearing, paymentPostings, postImported } from "./post.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const PAYMENTS = 100;
const TABLES = [
  "application",
  "ledger_account",
  "ledger_entry",
  "ledger_transaction",
  "manual_payment",
  "payment_allocation",
  "payment_intent",
  "payment_schedule",
];

/** Returns how many rows of each table this transaction has read, by index or not. */
async function countRowsRead(tx: Tx): Promise<Record<string, number>> {
  const rows = await tx.$queryRaw<{ name: string; count: number }[]>`
    SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count
    FROM pg_stat_xact_user_tables WHERE relname = ANY(${TABLES}::text[])`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Posts payments of one user that pay the instalment as far as they go. */
async function postBatch(tx: Tx, userId: number): Promise<void> {
  const intents = Array.from({ length: PAYMENTS }, () => newId(api.clock.now()));
  await insertRows(
    tx,
    "payment_intent",
    intents.map((id) => ({
      id,
      userId,
      kind: "MANUAL" as const,
      paymentType: "DEBIT" as const,
      businessKey: `test:${id}`,
      amountCents: 10,
    })),
  );
  const effectiveOn = new Date("2026-11-20");
  await postImported(
    processorBooks(tx, api),
    intents.map((intentId) => ({
      transaction: { intentId, kind: "imported-payment", effectiveOn },
      postings: paymentPostings(userId, "DEBIT", 10, clearing("Check")),
      allocation: { paymentId: intentId, from: "oldest" },
    })),
  );
}

it("a batch of payments reads no more rows after earlier batches have made the tables larger", async () => {
  const BATCHES = 5;
  const { userId, applicationId } = await addAdvance(api);
  const more = await Promise.all(Array.from({ length: BATCHES }, () => addAdvance(api)));
  const paymentDate = new Date("2026-12-01");
  await api.database.unsafeTransaction(async (tx) => {
    for (const of of [{ userId, applicationId }, ...more])
      await tx.paymentSchedule.createMany({
        data: [{ userId: of.userId, applicationId: of.applicationId, paymentDate, amountCents: 50_000 }],
        skipDuplicates: true,
      });
  });
  const read: Record<string, number>[] = [];
  // One connection, because it reuses a plan that it made over small tables.
  await api.database.unsafeTransaction(async (tx) => {
    for (const customer of [{ userId }, ...more]) {
      const before = await countRowsRead(tx);
      await postBatch(tx, customer.userId);
      const after = await countRowsRead(tx);
      read.push(Object.fromEntries(TABLES.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])));
    }
  });
  const [, second = {}] = read;
  const last = read.at(-1) ?? {};
  expect(second.ledger_entry).toBeGreaterThanOrEqual(PAYMENTS);
  for (const name of TABLES) expect([name, last[name]]).toEqual([name, second[name]]);
});

it("rows are inserted with shared and own values, including null and bytes", async () => {
  const { id: userId } = await api.user();
  const written = await api.database.unsafeTransaction(async (tx) => {
    const ids = await reserveIds(tx, "card", 3);
    const rows = ids.map((id, nth) => ({
      id,
      userId,
      tokenSealed: Uint8Array.from([0, nth, 255]),
      tokenIndex: Uint8Array.from([7, nth]),
      last4: "1111",
      expiry: "08/27",
      cardName: `“Ana” \\ O'Neil\n${nth}`,
      issuer: "",
      status: "ACTIVE" as const,
      isPrimary: nth === 0,
      importRunId: nth === 1 ? crypto.randomUUID() : null,
      createdAt: api.clock.now(),
    }));
    expect(await insertRows(tx, "card", rows)).toBe(3);
    return rows;
  });
  const read = await api.database.read.card.findMany({ where: { userId }, orderBy: { id: "asc" } });
  expect(read).toMatchObject(written);
});

it("ids rise with each call and are unique, even for many calls at one moment", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const ids = Array.from({ length: 10_000 }, () => newId(now));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of [ids[0], ids.at(-1)])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
