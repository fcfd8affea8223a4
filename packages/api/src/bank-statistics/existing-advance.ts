import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import type { TaggedTransaction } from "./book.ts";
import { findDebt } from "./lenders.ts";
import type { LenderPayments } from "./shapes.ts";
import { daysFrom, sumCents } from "./transactions.ts";

/** What a business borrows and pays back piece by piece. */
const ADVANCES: ReadonlySet<TransactionTag> = new Set([
  "Loan",
  "MCA_Low_Risk",
  "MCA_High_Risk",
  "Payday_Loan",
]);
/** Paid back by the day, the week or every other week; holidays may put a payment off. */
const MOST_DAYS_BETWEEN = 16;

/** The payments of a period to lenders who were paid again and again, in their order. */
export const existingAdvanceIn = (inside: readonly TaggedTransaction[]): TaggedTransaction[] => {
  const ofAdvances = new Set([...periodicPayments(inside).values()].flat());
  return inside.filter((each) => ofAdvances.has(each));
};

/**
 * The lenders to whom at least two payments went in the period, on different days and none more than 16 days after the
 * one before (notes, 3.9: at least two periodic outflows to one lender in the last 30 days). Most money first.
 */
export const existingAdvances = (inside: readonly TaggedTransaction[]): LenderPayments[] =>
  Array.from(periodicPayments(inside), ([lender, payments]) => ({
    lender,
    count: payments.length,
    cents: sumCents(payments),
  })).sort((one, other) => one.cents - other.cents || one.lender.localeCompare(other.lender));

function periodicPayments(inside: readonly TaggedTransaction[]): Map<string, TaggedTransaction[]> {
  const payments = inside.filter(({ amountCents, tag }) => amountCents < 0 && ADVANCES.has(tag));
  const byLender = Map.groupBy(payments, ({ description }) => lenderName(description));
  return new Map([...byLender].filter(([, toOne]) => isPeriodic(toOne)));
}

/** To whom a payment with these words went. */
export const lenderName = (description: string): string =>
  findDebt(description)?.lender ?? payee(description);

/** Who is paid where no lender is known by the words: what of them does not change from one payment to the next. */
const payee = (description: string): string =>
  description
    .split(" ")
    .filter((word) => !/\d/u.test(word))
    .join(" ");

function isPeriodic(payments: readonly TaggedTransaction[]): boolean {
  const days = [...new Set(payments.map(({ date }) => date))];
  const gaps = days.slice(1).map((day, index) => daysFrom(days[index] ?? day, day));
  return gaps.length > 0 && gaps.every((gap) => gap <= MOST_DAYS_BETWEEN);
}
