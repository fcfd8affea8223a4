import {
  MONTHLY_AVERAGES,
  type MonthlyAverage,
  type StatisticsPeriod,
  type StatisticsWindow,
} from "@countinghouse/validators/bank-statistics/rules";
import { addDays, addMonths } from "@countinghouse/validators/new-york";
import type { Book, TaggedTransaction } from "./book.ts";
import { flowIn } from "./flows.ts";
import { sumCents } from "./transactions.ts";

/** The days from one to another, both included, YYYY-MM-DD. */
export interface Days {
  startDate: string;
  endDate: string;
}

/** The last `days` days up to the day of the last transaction (notes, 3.9). */
export const lastDays = (days: StatisticsWindow, last: string): Days => ({
  startDate: addDays(last, 1 - days),
  endDate: last,
});

/** Whether a period is the months of an average. */
const isMonthly = (period: StatisticsPeriod): period is MonthlyAverage =>
  MONTHLY_AVERAGES.some((average) => average === period);

/** How many full months an average looks at; of five, the one with most and the one with least revenue do not count. */
const MONTHS_LOOKED_AT: Readonly<Record<MonthlyAverage, number>> = {
  avg_monthly_rev_3mean: 3,
  avg_monthly_rev_5mean: 5,
};
const MONTHS_THAT_COUNT = 3;

export interface MonthsOfAverage {
  /** YYYY-MM, oldest first. */
  months: string[];
  /** Whether the bank data reach back to the start of the first month looked at. */
  isCovered: boolean;
}

/**
 * The months that an average is made of: the last full calendar months up to the last transaction, three of them, or
 * five without the highest and the lowest (notes, 3.9). Of equal months the earlier one is the lower.
 */
export function monthsOfAverage(book: Book, average: MonthlyAverage): MonthsOfAverage {
  const { first, last } = book;
  if (first === null || last === null) return { months: [], isCovered: false };
  const looked = fullMonths(last, MONTHS_LOOKED_AT[average]);
  const isCovered = first <= `${looked[0] ?? ""}-01`;
  if (looked.length === MONTHS_THAT_COUNT) return { months: looked, isCovered };
  const byMonth = Map.groupBy(flowIn(book.real, "businessRevenue"), transactionMonth);
  const revenue = (month: string) => sumCents(byMonth.get(month) ?? []);
  const middle = looked
    .toSorted((one, other) => revenue(one) - revenue(other))
    .slice(1, -1)
    .toSorted();
  return { months: middle, isCovered };
}

/** The last `count` calendar months that are over on the day `last`, oldest first. */
function fullMonths(last: string, count: number): string[] {
  const begun = `${addDays(last, 1).slice(0, 7)}-01`;
  return Array.from({ length: count }, (_, index) => addMonths(begun, index - count).slice(0, 7));
}

const transactionMonth = ({ date }: TaggedTransaction): string => date.slice(0, 7);

/** The transactions of a period, oldest first, and the days it spans; none without any posted transaction. */
export function transactionsIn(
  book: Book,
  period: StatisticsPeriod,
): { days: Days | null; transactions: TaggedTransaction[] } {
  if (book.last === null) return { days: null, transactions: [] };
  if (!isMonthly(period)) {
    const days = lastDays(period, book.last);
    const isInside = ({ date }: TaggedTransaction) => date >= days.startDate && date <= days.endDate;
    return { days, transactions: book.real.filter(isInside) };
  }
  const { months } = monthsOfAverage(book, period);
  const counted = new Set(months);
  const after = addMonths(`${months.at(-1) ?? ""}-01`, 1);
  return {
    days: { startDate: `${months[0] ?? ""}-01`, endDate: addDays(after, -1) },
    transactions: book.real.filter((each) => counted.has(transactionMonth(each))),
  };
}
