import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaggedTransaction } from "./book.ts";
import { realFlow } from "./real-flow.ts";
import { tagTransaction } from "./tags.ts";
import type { BankTransaction } from "./transactions.ts";

const moved = (changes: Partial<BankTransaction> = {}): TaggedTransaction =>
  tagged({
    id: "one",
    accountId: "checking",
    date: "2026-11-10",
    description: "",
    amountCents: 5_000,
    ...changes,
  });

const tagged = (transaction: BankTransaction): TaggedTransaction => ({
  ...transaction,
  tag: tagTransaction(transaction),
});

describe("a transfer between own accounts", () => {
  it("is left out when the bank says so, on either side", () => {
    const kept = moved({ description: "ZELLE TRANSFER FROM M. ALVAREZ" });
    const told = ["ONLINE TRANSFER TO SAVINGS", "Internal transfer from 0259"].map((description) =>
      moved({ description }),
    );
    expect(realFlow([kept, ...told])).toEqual([kept]);
  });

  it("is left out when what left one account reached another within three days", () => {
    const out = moved({ amountCents: -5_000 });
    const at = (date: string) => moved({ accountId: "savings", date });
    expect(realFlow([out, at("2026-11-13")])).toEqual([]);
    expect(realFlow([at("2026-11-07"), out])).toEqual([]);
    expect(realFlow([out, at("2026-11-14")])).toHaveLength(2);
  });

  it("is none when it is known what the money was for", () => {
    const uber = moved({ description: "UBER EDI PAYMNT" });
    const shell = moved({ accountId: "savings", amountCents: -5_000, description: "POS DEBIT SHELL FUEL" });
    expect(realFlow([uber, moved({ accountId: "savings", amountCents: -5_000 })])).toHaveLength(2);
    expect(realFlow([moved(), shell])).toHaveLength(2);
  });

  it("is none within one account, nor of another amount", () => {
    expect(realFlow([moved({ amountCents: -5_000 }), moved()])).toHaveLength(2);
    expect(realFlow([moved({ amountCents: -5_001 }), moved({ accountId: "savings" })])).toHaveLength(2);
  });
});

describe("a deposit that the bank took back", () => {
  const back = (date: string) => moved({ date, amountCents: -5_000, description: "DEPOSITED ITEM RETURNED" });

  it("is left out with its taking back, within ten days", () => {
    expect(realFlow([moved(), back("2026-11-20")])).toEqual([]);
    expect(realFlow([moved(), back("2026-11-21")])).toHaveLength(2);
  });

  it("is only taken back after it came, and once", () => {
    expect(realFlow([back("2026-11-09"), moved()])).toHaveLength(2);
    expect(realFlow([moved(), moved(), back("2026-11-12")])).toHaveLength(1);
  });
});

const anyTransactions = fc.array(
  fc.record({
    id: fc.constant("one"),
    accountId: fc.constantFrom("checking", "savings", "other"),
    date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, "0")}`),
    description: fc.constantFrom("", "REVERSAL", "UBER"),
    amountCents: fc.integer({ min: -3, max: 3 }).filter((cents) => cents !== 0),
  }),
  { maxLength: 30 },
);

it("what is set off sums to nothing, and what is left keeps its order", () => {
  fc.assert(
    fc.property(anyTransactions, (drawn) => {
      const transactions = drawn.map(tagged).toSorted((one, other) => one.date.localeCompare(other.date));
      const left = realFlow(transactions);
      const sum = (of: readonly BankTransaction[]) =>
        of.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(sum(left)).toBe(sum(transactions));
      expect(left).toEqual(transactions.filter((each) => left.includes(each)));
    }),
  );
});
