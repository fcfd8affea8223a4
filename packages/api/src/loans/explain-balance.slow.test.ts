import { createRandom } from "@countinghouse/db/seed/random";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdvance } from "../testing/advances.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { expectHistory, plantHistory } from "../testing/history.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const explain = async (userId: number, asOf: string | null = null) =>
  (await api.as("VIEWER")).loans.explainBalance({ userId, asOf });

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

  it("payment dates and terms as of a day are those that were posted and so by its end, for any customer and day", async () => {
    const random = createRandom(11);
    for (let customers = 0; customers < 10; customers++)
      await expectHistory(api, await plantHistory(api, random), random, 20);
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
    await expectRefusal(explain(userId, tomorrow), "INVALID", "This day is in the future.");
    expect(await explain(userId, newYorkDate(api.clock.now()))).toMatchObject({ balanceCents: 650_000 });
  });
});
