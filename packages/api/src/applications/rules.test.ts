import fc from "fast-check";
import { expect, it } from "vitest";
import { scheduleSummary } from "./rules.ts";

it("of no payments there is nothing to sum up and none is next", () => {
  expect(scheduleSummary([])).toEqual({
    payments: 0,
    paid: 0,
    totalCents: 0,
    paidCents: 0,
    nextDate: null,
    nextAmountCents: null,
  });
});

it("the next payment is the first that is not paid, also when a later one is", () => {
  const payments = [
    { date: "2026-11-04", amountCents: 100, isPaid: true },
    { date: "2026-11-11", amountCents: 200, isPaid: false },
    { date: "2026-11-18", amountCents: 400, isPaid: true },
  ];
  expect(scheduleSummary(payments)).toEqual({
    payments: 3,
    paid: 2,
    totalCents: 700,
    paidCents: 500,
    nextDate: "2026-11-11",
    nextAmountCents: 200,
  });
});

it("what is paid and what is not add up to all of it", () => {
  const payment = fc.record({
    date: fc.constant("2026-11-04"),
    amountCents: fc.integer({ min: 1, max: 1_000_000 }),
    isPaid: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(payment), (payments) => {
      const { totalCents, paidCents, nextAmountCents } = scheduleSummary(payments);
      const unpaid = payments.filter(({ isPaid }) => !isPaid);
      expect(totalCents - paidCents).toBe(unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0));
      expect(nextAmountCents).toBe(unpaid[0]?.amountCents ?? null);
    }),
  );
});
