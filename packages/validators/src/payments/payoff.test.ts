import { expect, test } from "vitest";
import {
  currentDiscount,
  discountLines,
  discountToGrant,
  overPayoff,
  owedAfterPaying,
  payoffAmount,
  whyNotCollect,
} from "./payoff.ts";

const terms = { discountCents: 2_000, letOffCents: 0, discountDate: "2026-12-01" };

test.each([
  ["on the discount date itself", terms, 10_000, "2026-12-01", { savingsCents: 2_000, balanceCents: 8_000 }],
  ["of more than is owed", terms, 1_500, "2026-11-30", { savingsCents: 1_500, balanceCents: 0 }],
  ["after its date", terms, 10_000, "2026-12-02", null],
  ["when nothing is owed", terms, 0, "2026-11-30", null],
  ["of nothing", { ...terms, discountCents: 0 }, 10_000, "2026-11-30", null],
  [
    "let off in part",
    { ...terms, letOffCents: 1_500 },
    10_000,
    "2026-11-30",
    { savingsCents: 500, balanceCents: 9_500 },
  ],
  ["let off whole", { ...terms, letOffCents: 2_000 }, 10_000, "2026-11-30", null],
  ["without a date", { ...terms, discountDate: null }, 10_000, "2026-11-30", null],
] as const)("calculates a discount %s", (_when, agreed, balanceCents, today, discount) => {
  expect(currentDiscount(agreed, balanceCents, today)).toEqual(discount);
});

test.each([
  [2_000, 0, 10_000],
  [2_000, 0, 1_500],
  [2_000, 500, 10_000],
  [2_000, 500, 1_000],
  [1, 0, 1],
])(
  "the lines of a discount of %i, with %i waived already, on a balance of %i add up to the savings and the balance to pay",
  (discountCents, letOffCents, balanceCents) => {
    const agreed = { ...terms, discountCents, letOffCents };
    const discount = currentDiscount(agreed, balanceCents, "2026-11-30");
    const { savings, balance } = discountLines(agreed, balanceCents);
    const sum = (lines: readonly { cents: number }[]) => lines.reduce((total, { cents }) => total + cents, 0);
    expect({ savingsCents: sum(savings), balanceCents: sum(balance) }).toEqual(discount);
    expect(savings[0]).toEqual({ what: "agreed", cents: discountCents });
    expect(balance[0]).toEqual({ what: "owed", cents: balanceCents });
  },
);

test.each([
  ["within the discount's time", "2026-12-01", 10_000, 8_000],
  ["after it", "2026-12-02", 10_000, 10_000],
  ["of less than the discount", "2026-12-01", 1_500, 0],
  ["of nothing", "2026-12-01", 0, 0],
  ["of less than nothing", "2026-12-01", -500, -500],
])("the payoff %s is the debt less the discount", (_when, today, balanceCents, payoffCents) => {
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

/** A debt without payments or charges after the discount date. */
const asOf = (cents: number) => ({ nowCents: cents, inTimeCents: cents });

test.each([
  ["what was paid late besides is no reason to let it off", { nowCents: 1_500, inTimeCents: 5_000 }, 0],
  ["what was paid late besides is no hindrance to let it off", { nowCents: 0, inTimeCents: 2_000 }, 2_000],
])("for a payment in time that is found late, %s", (_what, owed, granted) => {
  const change = { what: "paid", day: "2026-11-30" } as const;
  expect(discountToGrant(terms, { owed, grantedCents: 0, change })).toBe(granted);
});

test("a returned payment from after the discount date does not reduce a discount that was earned in time", () => {
  const owed = { nowCents: 4_500, inTimeCents: 2_000 };
  expect(discountToGrant(terms, { owed, grantedCents: 2_000, change: { what: "paymentBack" } })).toBe(2_000);
});

test.each([
  ["that leaves what the discount is, on its day", 2_000, 0, "2026-12-01", 2_000],
  ["that leaves less", 1_500, 0, "2026-11-30", 1_500],
  ["that leaves a cent more", 2_001, 0, "2026-11-30", 0],
  ["of the day after", 2_000, 0, "2026-12-02", 0],
  ["that leaves nothing", 0, 0, "2026-11-30", 0],
  ["after which more is paid in time", 700, 2_000, "2026-11-30", 2_000],
  ["after which more is paid late", 700, 2_000, "2026-12-02", 2_000],
  ["after which more is paid than was owed", -100, 1_500, "2026-11-30", 1_500],
  ["in time of what was owed on top", 1_800, 1_500, "2026-11-30", 1_800],
])(
  "after a payment %s (%i cents owed, %i waived, on %s), %i is waived",
  (_which, owedCents, grantedCents, day, granted) => {
    expect(
      discountToGrant(terms, { owed: asOf(owedCents), grantedCents, change: { what: "paid", day } }),
    ).toBe(granted);
  },
);

test.each([
  ["more than the discount", 2_001, 2_000, 0],
  ["no more than the discount", 1_900, 1_500, 1_500],
  ["what was paid too much", -100, 1_500, 1_500],
  ["what was not let off before", 1_900, 0, 0],
])(
  "after a returned payment that leaves %s (%i cents owed, %i waived), %i stays waived",
  (_what, owedCents, grantedCents, kept) => {
    const change = { what: "paymentBack" } as const;
    expect(discountToGrant(terms, { owed: asOf(owedCents), grantedCents, change })).toBe(kept);
  },
);

test.each([
  ["as much as was let off", 1_500, 1_500, 1_500],
  ["less than was let off", 700, 1_500, 700],
  ["less than nothing", -80_000, 1_500, 0],
  ["no more than the discount, of which nothing was let off", 700, 0, 0],
])(
  "after a returned advance that leaves %s (%i cents owed, %i waived), %i stays waived",
  (_what, owedCents, grantedCents, kept) => {
    const change = { what: "advanceBack" } as const;
    expect(discountToGrant(terms, { owed: asOf(owedCents), grantedCents, change })).toBe(kept);
  },
);

test("waives no discount without a date", () => {
  const undated = { ...terms, discountDate: null };
  expect(
    discountToGrant(undated, { owed: asOf(1), grantedCents: 0, change: { what: "paid", day: "2026-11-30" } }),
  ).toBe(0);
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
