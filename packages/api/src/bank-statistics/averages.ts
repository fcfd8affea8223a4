import type { Flow, MonthlyAverage } from "@countinghouse/validators/bank-statistics/rules";
import type { Book } from "./book.ts";
import { flowIn, toFigure } from "./flows.ts";
import { monthsOfAverage, transactionsIn } from "./periods.ts";
import type { Average, Averages } from "./shapes.ts";

/** 90 days are taken for three months (notes, 3.9). */
const MONTHS = 3;

/** Means per month: of the last 90 days, and of full calendar months. Null without any posted transaction. */
export function calculateAverages(book: Book, isCovered90: boolean): Averages {
  const over90 = (flow: Flow) => average(book, { flow, period: 90, months: [], isCovered: isCovered90 });
  const overMonths = (period: MonthlyAverage) =>
    average(book, { flow: "businessRevenue", period, ...monthsOfAverage(book, period) });
  return {
    averageBusinessRevenue90: over90("businessRevenue"),
    averageSmallBusinessRevenue90: over90("smallBusinessRevenue"),
    avg_monthly_rev_3mean: overMonths("avg_monthly_rev_3mean"),
    avg_monthly_rev_5mean: overMonths("avg_monthly_rev_5mean"),
  };
}

type Asked = Pick<Average, "flow" | "period" | "months"> & { isCovered: boolean };

function average(book: Book, { flow, period, months, isCovered }: Asked): Average {
  const sumCents = toFigure(flowIn(transactionsIn(book, period).transactions, flow)).cents;
  const cents = isCovered ? Math.round(sumCents / MONTHS) : null;
  return { flow, period, sumCents, divisor: MONTHS, cents, months };
}
