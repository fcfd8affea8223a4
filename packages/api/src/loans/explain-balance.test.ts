import { createRandom } from "@countinghouse/db/seed/random";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdvance } from "../testing/advances.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const explain = async (userId: number, asOf: string | null = null) =>
  (await api.as("VIEWER")).loans.explainBalance({ userId, asOf });

/** Entries of a customer as the database has them, with when they were posted. */
async function entriesOf(userId: number) {
  const { rows } = await api.database.pool.query<{ cents: number; day: string; posted: Date }>(
    `SELECT e.amount_cents::float8 AS cents, t.effective_on::text AS day, t.created_at AS posted
     FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     JOIN ledger_transaction t ON t.id = e.transaction_id WHERE a.user_id = $1`,
    [userId],
  );
  return rows;
}

describe("a balance", () => {
  it("is explained entry by entry, the oldest first, each with its reason, up to what is owed", async () => {
    const { userId } = await addAdvance(api);
    await record(api, payment(userId, { amountCents: 10_001, description: "First" }));
    await record(
      api,
      payment(userId, {
        lineItemType: "ACH Return",
        modeOfPayment: "ACH",
        transactionType: "RETURN",
        paymentType: "CREDIT",
        amountCents: 4000,
        description: "R01",
      }),
      "SUPERADMIN",
    );
    const { balanceCents, entries, earlier } = await explain(userId);
    expect(balanceCents).toBe(650_000 - 10_001 + 4000);
    expect(
      entries.map(({ part, amountCents, balanceCents: after, notes }) => [part, amountCents, after, notes]),
    ).toEqual([
      ["advanced", 650_000, 650_000, expect.stringMatching(/^Application \d+$/)],
      ["paid", -10_001, 639_999, "First"],
      ["returned", 4000, 643_999, "R01"],
    ]);
    expect(earlier).toEqual({ count: 0, cents: 0 });
  });

  it("as of a day is the sum of what was posted by its end and dated up to it, for any customer and day", async () => {
    const random = createRandom(11);
    const today = newYorkDate(api.clock.now());
    for (let customers = 0; customers < 10; customers++) {
      const { id: userId } = await debtor(api);
      for (let count = 0; count < 8; count++)
        await record(api, payment(userId, { amountCents: random.int(1, 900) }));
      // As if they had been posted over the last two months, some a few days after their date.
      await api.asOwner(
        `BEGIN; SET LOCAL session_replication_role = replica;
         UPDATE ledger_transaction t SET effective_on = d.day, created_at = (d.day + d.late + time '16:00') AT TIME ZONE 'America/New_York'
         FROM (SELECT x.id, date '${addDays(today, -60)}' + (row_number() OVER (ORDER BY x.id))::int * 6 AS day,
                 (row_number() OVER (ORDER BY x.id))::int % 3 AS late
               FROM ledger_transaction x JOIN ledger_entry e ON e.transaction_id = x.id
               JOIN ledger_account a ON a.id = e.account_id WHERE a.user_id = ${userId}) d WHERE d.id = t.id; COMMIT`,
      );
      const all = await entriesOf(userId);
      for (let days = 0; days < 20; days++) {
        const asOf = addDays(today, -random.int(0, 65));
        const known = all.filter(({ day, posted }) => day <= asOf && newYorkDate(posted) <= asOf);
        const { balanceCents, entries } = await explain(userId, asOf);
        expect(balanceCents).toBe(known.reduce((sum, { cents }) => sum + cents, 0));
        expect(entries).toHaveLength(known.length);
        expect(entries.at(-1)?.balanceCents ?? 0).toBe(balanceCents);
      }
    }
  });

  it("of more entries than anybody reads has the older ones as one sum", async () => {
    const { userId } = await addAdvance(api);
    await api.asOwner(
      `WITH made AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 520) n),
         posted AS (INSERT INTO ledger_transaction (id, kind, sequence, effective_on)
           SELECT id, 'adjustment', n, '2026-11-19' FROM made RETURNING id)
       INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
       SELECT posted.id, a.id, side.cents FROM posted, (VALUES (-100), (100)) side(cents)
       JOIN ledger_account a ON a.code = CASE WHEN side.cents < 0 THEN 'receivable:${userId}' ELSE 'income:advance-fees' END`,
    );
    const { balanceCents, entries, earlier } = await explain(userId);
    expect(balanceCents).toBe(650_000 - 520 * 100);
    expect(entries).toHaveLength(500);
    expect(earlier).toEqual({ count: 21, cents: 650_000 - 2000 });
  });

  it("is not told of nobody, nor of a day that is still to come", async () => {
    await expectRefusal(explain(2e9), "NOT_FOUND", /./);
    const { userId } = await addAdvance(api);
    const tomorrow = addDays(newYorkDate(api.clock.now()), 1);
    await expectRefusal(explain(userId, tomorrow), "INVALID", "The day is still to come.");
    expect(await explain(userId, newYorkDate(api.clock.now()))).toMatchObject({ balanceCents: 650_000 });
  });
});
