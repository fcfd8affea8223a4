import { expect, it } from "vitest";
import { type MoneyGiven, type MoneyHere, NO_MONEY, planOpening } from "./opening.ts";

const DAY = "2026-11-19";
const STANDING: MoneyHere = {
  opening: { intentId: "i", transactionId: "t", cents: 700, day: DAY },
  openings: 1,
  owedCents: 700,
  hasMoney: false,
};

/** New rows of before the balance. */
const given = (balanceCents: number | null, advanceCents = 0, paidCents = 0): MoneyGiven => ({
  balance: balanceCents === null ? null : { cents: balanceCents, day: DAY },
  movedUntil: () => advanceCents - paidCents,
  hasRowsUntil: () => advanceCents + paidCents > 0,
  hasPaymentsUntil: () => paidCents > 0,
  isLacking: false,
});
const LEFT = { write: null, replaces: null };
const { opening } = STANDING;

it("opens a balance for what no row explains, only where the customer has no money and no payments", () => {
  expect(planOpening(NO_MONEY, given(700), false)).toEqual({
    write: { cents: 700, day: DAY },
    replaces: null,
  });
  expect(planOpening(NO_MONEY, given(700, 1200), false)).toMatchObject({ write: { cents: -500 } });
  expect(planOpening(NO_MONEY, given(700, 1200, 500), false)).toEqual(LEFT);
  expect(planOpening({ ...NO_MONEY, hasMoney: true, owedCents: 700 }, given(700), false)).toEqual(LEFT);
  expect(planOpening(NO_MONEY, given(700, 1200, 400), false)).toMatchObject({
    refused:
      "balance: $7.00 is given as of 2026-11-19, the console would have $8.00: a difference of −$1.00.",
  });
  expect(planOpening({ ...NO_MONEY, hasMoney: true, owedCents: 700 }, given(450), true)).toHaveProperty(
    "refused",
  );
});

it("replaces an opening balance by the rows behind it and by the rest, and refuses payments that do not come to it", () => {
  expect(planOpening(STANDING, given(null, 1200), false)).toEqual({
    write: { cents: -500, day: DAY },
    replaces: opening,
  });
  expect(planOpening(STANDING, given(null, 1200, 500), false)).toEqual({ write: null, replaces: opening });
  expect(planOpening(STANDING, given(700, 1200, 500), false)).toEqual({ write: null, replaces: opening });
  expect(planOpening(STANDING, given(450, 1200, 750), false)).toEqual({ write: null, replaces: opening });
  expect(planOpening(STANDING, given(null, 1200, 400), false)).toMatchObject({
    refused:
      "balance: the opening balance of 2026-11-19 is $7.00, the advances and payments behind it come to $8.00: a difference of −$1.00.",
  });
  expect(planOpening(STANDING, given(700), false)).toEqual(LEFT);
  expect(planOpening(STANDING, given(null), false)).toEqual(LEFT);
});

it("lets another balance replace an opening balance by --update where nothing else of money is here", () => {
  expect(planOpening(STANDING, given(450), false)).toMatchObject({
    refused:
      "balance: $4.50 is given as of 2026-11-19, the console would have $7.00: a difference of −$2.50. With --update it replaces the opening balance.",
  });
  expect(planOpening(STANDING, given(450), true)).toEqual({
    write: { cents: 450, day: DAY },
    replaces: opening,
  });
  expect(planOpening(STANDING, given(0), true)).toEqual({ write: null, replaces: opening });
  expect(planOpening({ ...STANDING, hasMoney: true, owedCents: 690 }, given(450), true)).toHaveProperty(
    "refused",
  );
});
