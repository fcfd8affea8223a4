import { expect, test } from "vitest";
import {
  currentDiscount,
  discountToGrant,
  overPayoff,
  owedAfterPaying,
  payoffAmount,
  whyNotCollect,
} from "./payoff.ts";

const terms = { discountCents: 2_000, discountDate: "2026-12-01" };

test.each([
  ["on the discount date itself", terms, 10_000, "2026-12-01", { savingsCents: 2_000, balanceCents: 8_000 }],
  ["of more than is owed", terms, 1_500, "2026-11-30", { savingsCents: 1_500, balanceCents: 0 }],
  ["after its date", terms, 10_000, "2026-12-02", null],
  ["when nothing is owed", terms, 0, "2026-11-30", null],
  ["of nothing", { ...terms, discountCents: 0 }, 10_000, "2026-11-30", null],
  ["without a date", { ...terms, discountDate: null }, 10_000, "2026-11-30", null],
] as const)("a discount %s is what it is", (_when, agreed, balanceCents, today, discount) => {
  expect(currentDiscount(agreed, balanceCents, today)).toEqual(discount);
});

test.each([
  ["within the discount's time", "2026-12-01", 10_000, 8_000],
  ["after it", "2026-12-02", 10_000, 10_000],
  ["of less than the discount", "2026-12-01", 1_500, 0],
  ["of nothing", "2026-12-01", 0, 0],
  ["of less than nothing", "2026-12-01", -500, -500],
])("the payoff %s is what is owed less the discount", (_when, today, balanceCents, payoffCents) => {
  expect(payoffAmount(terms, balanceCents, today)).toBe(payoffCents);
});

test.each([
  [8_000, 10_000, 8_000, null],
  [8_001, 10_000, 8_000, "More than the customer owes after the early-payment discount: $80.00."],
  [1, 1_500, 0, "More than the customer owes after the early-payment discount: $0.00."],
  [10_000, 10_000, 10_000, null],
  [10_001, 10_000, 10_000, "More than the customer owes: $100.00."],
  [1, 0, 0, "The customer has a zero balance"],
  [1, -500, -500, "The user has negative balance."],
])("%i cents of a balance of %i and a payoff of %i: %s", (amountCents, balanceCents, payoffCents, said) => {
  expect(overPayoff(amountCents, { balanceCents, payoffCents })).toBe(said);
  const facts = { amountCents, balanceCents, payoffCents };
  expect(whyNotCollect({ ...facts, isExternal: false })).toBe(said);
  expect(whyNotCollect({ ...facts, isExternal: true })).toBe("This customer is with an external agency.");
});

test.each([
  ["that leaves what the discount is, on its day", 2_000, 0, "2026-12-01", 2_000],
  ["that leaves less", 1_500, 0, "2026-11-30", 1_500],
  ["that leaves a cent more", 2_001, 0, "2026-11-30", 0],
  ["of the day after", 2_000, 0, "2026-12-02", 0],
  ["that leaves nothing", 0, 0, "2026-11-30", 0],
  ["that leaves less than nothing", -100, 1_500, "2026-11-30", 0],
  ["after which more is paid", 700, 2_000, "2026-12-02", 700],
])(
  "a payment %s (%i cents, %i let off, on %s) lets off %i",
  (_which, owedCents, grantedCents, paidOn, granted) => {
    expect(discountToGrant(terms, { owedCents, grantedCents, paidOn })).toBe(granted);
  },
);

test.each([
  ["more than the discount", 2_001, 2_000, 0],
  ["no more than the discount", 1_900, 1_500, 1_500],
  ["what was not let off before", 1_900, 0, 0],
])(
  "where the debt rises to %s (%i cents, %i let off), %i stays let off",
  (_what, owedCents, grantedCents, kept) => {
    expect(discountToGrant(terms, { owedCents, grantedCents, paidOn: null })).toBe(kept);
  },
);

test("no discount is let off that has no date", () => {
  const undated = { discountCents: 2_000, discountDate: null };
  expect(discountToGrant(undated, { owedCents: 1, grantedCents: 0, paidOn: "2026-11-30" })).toBe(0);
});

test.each([
  ["a part", 7_999, 10_000, 8_000, 2_001],
  ["the payoff", 8_000, 10_000, 8_000, 0],
  ["more than the payoff", 9_000, 10_000, 8_000, 0],
  ["everything", 10_000, 10_000, 10_000, 0],
  ["more than everything", 10_001, 10_000, 8_000, -1],
])(
  "after %s, %i cents of %i with a payoff of %i, %i is owed",
  (_what, amount, balanceCents, payoffCents, left) => {
    expect(owedAfterPaying(amount, { balanceCents, payoffCents })).toBe(left);
  },
);
