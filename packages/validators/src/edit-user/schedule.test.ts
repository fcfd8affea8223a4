import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../new-york.ts";
import {
  isRedrawn,
  MOST_PAYMENTS,
  redrawSchedule,
  scheduleChanges,
  weeklyPayments,
  whyNotPayWeekly,
  whyNotRedraw,
} from "./schedule.ts";
import type { LoanTerms } from "./terms.ts";

const TODAY = "2026-11-20";
const payment = (paymentDate: string, { amountCents = 10_000, isFixed = false, wasTried = false } = {}) => ({
  paymentDate,
  amountCents,
  isFixed,
  wasTried,
});
/** Two paid, one missed, two to come. */
const STANDING = [
  payment("2026-10-28", { isFixed: true }),
  payment("2026-11-04", { isFixed: true }),
  payment("2026-11-11"),
  payment("2026-11-25"),
  payment("2026-12-02"),
];
const terms = (changed: Partial<LoanTerms> = {}) => ({
  paybackAmountCents: 50_000,
  paymentAmountCents: 10_000,
  firstPaymentDate: "2026-10-28",
  ...changed,
});
const drawn = (changed: Partial<LoanTerms> = {}, standing = STANDING) =>
  redrawSchedule(terms(changed), standing, TODAY).map(({ paymentDate, amountCents }) => [
    paymentDate,
    amountCents,
  ]);

describe("the unpaid payments drawn again", () => {
  test("are one a week until the payback is covered, the last one smaller", () => {
    expect(drawn({ paymentAmountCents: 12_500 })).toEqual([
      ["2026-11-11", 12_500],
      ["2026-11-25", 12_500],
      ["2026-12-02", 5_000],
    ]);
  });

  test("leave what is paid where it is, on whichever day of its week it was paid", () => {
    const moved = [payment("2026-10-30", { isFixed: true }), payment("2026-11-04", { isFixed: true })];
    expect(drawn({ paybackAmountCents: 30_000 }, moved)).toEqual([["2026-11-25", 10_000]]);
  });

  test("follow a first payment date that moves by a day, without a week twice or left out", () => {
    expect(drawn({ firstPaymentDate: "2026-10-29" })).toEqual([
      ["2026-11-26", 10_000],
      ["2026-12-03", 10_000],
      ["2026-12-10", 10_000],
    ]);
  });

  test("put nothing on a day that is past, but what is overdue there already", () => {
    const days = drawn({ paybackAmountCents: 90_000 }).map(([day]) => day);
    expect(days.filter((day) => String(day) < TODAY)).toEqual(["2026-11-11"]);
  });

  test("are none once the fixed ones come to the payback", () => {
    expect(drawn({ paybackAmountCents: 20_000 })).toEqual([]);
    expect(drawn({ paybackAmountCents: 15_000 })).toEqual([]);
  });

  test("come to the payback together with the fixed ones, on days of their own, whatever the terms", () => {
    const cases = fc.record({
      paybackAmountCents: fc.integer({ min: 0, max: 200_000 }),
      paymentAmountCents: fc.integer({ min: 1_000, max: 60_000 }),
      offset: fc.integer({ min: -60, max: 60 }),
      fixed: fc.uniqueArray(fc.integer({ min: -90, max: 30 }), { maxLength: 6 }),
      free: fc.uniqueArray(fc.integer({ min: -90, max: 90 }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(cases, ({ paybackAmountCents, paymentAmountCents, offset, fixed, free }) => {
        const standing = [
          ...fixed.map((days) => payment(addDays(TODAY, days), { isFixed: true })),
          ...free.filter((days) => !fixed.includes(days)).map((days) => payment(addDays(TODAY, days))),
        ];
        const first = addDays(TODAY, offset);
        const rows = redrawSchedule(
          { paybackAmountCents, paymentAmountCents, firstPaymentDate: first },
          standing,
          TODAY,
        );
        const sum = rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
        expect(sum).toBe(Math.max(0, paybackAmountCents - fixed.length * 10_000));
        const days = [...rows, ...standing.filter(({ isFixed }) => isFixed)].map(
          ({ paymentDate }) => paymentDate,
        );
        expect(new Set(days).size).toBe(days.length);
        expect(rows.every(({ paymentDate }) => paymentDate >= first)).toBe(true);
      }),
    );
  });
});

test.each([
  [["paymentAmountCents"], true],
  [["paybackAmountCents"], true],
  [["firstPaymentDate"], true],
  [["approvedAmountCents", "discountDate", "paymentTerms"], false],
] as const)("a change of %j draws them again: %s", (changed, redrawn) => {
  expect(isRedrawn(changed, STANDING)).toBe(redrawn);
  expect(isRedrawn(changed, [])).toBe(false);
});

test("they can not be drawn without an amount, a payback or a first day", () => {
  for (const missing of [
    { paymentAmountCents: 0 },
    { paybackAmountCents: null },
    { firstPaymentDate: null },
  ]) {
    expect(whyNotRedraw(terms(missing), STANDING, TODAY)).toMatch(/^This advance has a payment schedule: /);
    expect(drawn(missing)).toEqual([]);
  }
  expect(whyNotRedraw(terms(), STANDING, TODAY)).toBeNull();
});

test("they are no more than ten years of payments", () => {
  const payback = (count: number) => ({ paybackAmountCents: 20_000 + count, paymentAmountCents: 1 });
  expect(whyNotRedraw(terms(payback(MOST_PAYMENTS)), STANDING, TODAY)).toBeNull();
  expect(whyNotRedraw(terms(payback(MOST_PAYMENTS + 1)), STANDING, TODAY)).toBe(
    "The schedule would have more than 520 payments.",
  );
});

test("without payments to draw again the terms may come to ten years of payments and no more", () => {
  const atMost = terms({ paybackAmountCents: MOST_PAYMENTS * 100, paymentAmountCents: 100 });
  const more = { ...atMost, paybackAmountCents: MOST_PAYMENTS * 100 + 1 };
  expect(whyNotPayWeekly(["paybackAmountCents"], atMost)).toBeNull();
  expect(whyNotPayWeekly(["paymentAmountCents"], more)).toBe(
    "The schedule would have more than 520 payments.",
  );
  expect(whyNotPayWeekly(["firstPaymentDate"], more)).toBe("The schedule would have more than 520 payments.");
  expect(whyNotPayWeekly(["approvedAmountCents", "discountDate"], more)).toBeNull();
  expect(whyNotPayWeekly(["paymentAmountCents"], { ...more, paymentAmountCents: 0 })).toBeNull();
  expect(whyNotPayWeekly(["paybackAmountCents"], { ...more, paybackAmountCents: null })).toBeNull();
});

test("a payment that was tried before is not taken away", () => {
  const tried = [...STANDING.slice(0, 2), payment("2026-11-11", { wasTried: true })];
  expect(whyNotRedraw(terms({ paybackAmountCents: 20_000 }), tried, TODAY)).toMatch(
    /^The payment of 2026-11-11 was tried before and cannot be removed/,
  );
  expect(whyNotRedraw(terms({ paybackAmountCents: 20_001 }), tried, TODAY)).toBeNull();
});

test("the changes are told by the day, and what stays is not told", () => {
  const after = redrawSchedule(
    terms({ paymentAmountCents: 15_000, firstPaymentDate: "2026-10-28" }),
    STANDING,
    TODAY,
  );
  expect(scheduleChanges(STANDING, after)).toEqual([
    { paymentDate: "2026-11-11", beforeCents: 10_000, afterCents: 15_000 },
    { paymentDate: "2026-11-25", beforeCents: 10_000, afterCents: 15_000 },
    { paymentDate: "2026-12-02", beforeCents: 10_000, afterCents: null },
  ]);
  expect(scheduleChanges(STANDING, redrawSchedule(terms(), STANDING, TODAY))).toEqual([]);
});

test("the weekly payments of an advance come to the payback, the last one smaller", () => {
  const weekly = terms({
    paybackAmountCents: 250,
    paymentAmountCents: 100,
    firstPaymentDate: "2026-12-02",
  });
  expect(weeklyPayments(weekly)).toEqual([
    { paymentDate: "2026-12-02", amountCents: 100 },
    { paymentDate: "2026-12-09", amountCents: 100 },
    { paymentDate: "2026-12-16", amountCents: 50 },
  ]);
});

test("terms that come to more payments than ten years have, or to none, have no weekly payments", () => {
  const payments = (paybackAmountCents: number, paymentAmountCents: number | null = 100) =>
    weeklyPayments(terms({ paybackAmountCents, paymentAmountCents }));
  expect(payments(MOST_PAYMENTS * 100)).toHaveLength(MOST_PAYMENTS);
  expect(payments(MOST_PAYMENTS * 100 + 1)).toEqual([]);
  expect(payments(9_999_999_999, 1)).toEqual([]);
  expect(payments(250, 0)).toEqual([]);
  expect(payments(250, null)).toEqual([]);
});
