import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advancePostings } from "../payments/engine/postings.ts";
import { clearingOf, type Posting, paymentPostings, receivableOf } from "./post.ts";

const USERS = 5;
const LARGEST_CENTS = 100_000_000_000;
const MODES = ["Cash App", "Debit Card", "ACH", "Zelle"] as const;

type Operation =
  | { do: "pay"; userId: number; type: "DEBIT" | "CREDIT"; amountCents: number; mode: string }
  | { do: "advance"; userId: number; payback: number; disbursement: number; fee: number; ofee: number }
  /** Takes back the transaction at this place, counted round the list; a reversal stays. */
  | { do: "reverse"; place: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      userId: fc.integer({ min: 1, max: USERS }),
      type: fc.constantFrom("DEBIT" as const, "CREDIT" as const),
      amountCents: fc.integer({ min: 1, max: LARGEST_CENTS }),
      mode: fc.constantFrom(...MODES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      userId: fc.integer({ min: 1, max: USERS }),
      payback: fc.integer({ min: 1, max: LARGEST_CENTS }),
      disbursement: fc.integer({ min: 1, max: LARGEST_CENTS }),
      fee: fc.integer({ min: 0, max: 100_000 }),
      ofee: fc.integer({ min: 0, max: 1_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reverse" as const), place: fc.nat() }) },
);

const sumOf = (postings: readonly Posting[]): number =>
  postings.reduce((sum, { amountCents }) => sum + amountCents, 0);

const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));

/** What every account holds, accounts that hold nothing left out. */
function holdings(transactions: readonly (readonly Posting[])[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { account, amountCents } of transactions.flat()) {
    const cents = (held.get(account.code) ?? 0) + amountCents;
    if (cents === 0) held.delete(account.code);
    else held.set(account.code, cents);
  }
  return held;
}

describe("the ledger", () => {
  it("sums to zero, owes what was paid, and is as before after a reversal, in 100,000 random operations", () => {
    let posted = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 200, maxLength: 200 }), (operations) => {
        const transactions: Posting[][] = [];
        const wrong: Posting[][] = [];
        const effects: { userId: number; cents: number }[] = [];
        const isFinal = new Set<number>();
        const owedCents = new Map<number, number>();
        const post = (postings: Posting[], userId: number, cents: number): void => {
          if (sumOf(postings) !== 0 || postings.some(({ amountCents }) => amountCents === 0))
            wrong.push(postings);
          transactions.push(postings);
          posted++;
          effects.push({ userId, cents });
          owedCents.set(userId, (owedCents.get(userId) ?? 0) + cents);
        };
        const takeBack = (
          mistaken: Posting[],
          { userId, cents }: { userId: number; cents: number },
        ): void => {
          const others = holdings(transactions.filter((postings) => postings !== mistaken));
          post(reversed(mistaken), userId, -cents);
          expect(holdings(transactions)).toEqual(others);
        };
        for (const next of operations) {
          if (next.do === "pay") {
            const { userId, type, amountCents, mode } = next;
            const cents = type === "CREDIT" ? amountCents : -amountCents;
            post(paymentPostings(userId, type, amountCents, clearingOf(mode)), userId, cents);
          } else if (next.do === "advance") {
            const { userId, payback: paybackCents, disbursement, fee, ofee } = next;
            const paid = { disbursementCents: disbursement, disbursementFeeCents: fee };
            const terms = { ...paid, approvedCents: disbursement + fee + ofee, paybackCents };
            post(advancePostings(userId, terms, clearingOf("ACH")), userId, paybackCents);
          } else if (transactions.length > 0) {
            const place = next.place % transactions.length;
            const [mistaken, effect] = [transactions[place], effects[place]];
            if (mistaken === undefined || effect === undefined || isFinal.has(place)) continue;
            isFinal.add(place).add(transactions.length);
            takeBack(mistaken, effect);
          }
        }
        const held = holdings(transactions);
        expect(wrong).toEqual([]);
        expect(sumOf(transactions.flat())).toBe(0);
        for (const [userId, cents] of owedCents) expect(held.get(receivableOf(userId).code) ?? 0).toBe(cents);
      }),
      { numRuns: 600 },
    );
    expect(posted).toBeGreaterThanOrEqual(100_000);
  });
});
