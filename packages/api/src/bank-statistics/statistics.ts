import type { AnyFlow } from "@countinghouse/validators/bank-statistics/rules";
import {
  perFlow,
  REVENUE_CATEGORIES,
  type RevenueCategory,
  STATISTICS_WINDOWS,
  type StatisticsWindow,
} from "@countinghouse/validators/bank-statistics/rules";
import type { StoredReport } from "../asset-reports/stored.ts";
import { analyticsRows } from "./analytics.ts";
import { calculateAverages } from "./averages.ts";
import { type Book, type Changes, toBook } from "./book.ts";
import { existingAdvances } from "./existing-advance.ts";
import { createFigures, flowIn } from "./flows.ts";
import { lastDays, transactionsIn } from "./periods.ts";
import type { Coverage, DebtServiceCoverage, Figure, ReportStatistics, WindowStatistics } from "./shapes.ts";
import { daysFrom } from "./transactions.ts";

const [SHORTEST, , LONGEST] = STATISTICS_WINDOWS;

/**
 * The numbers of a report and of what staff changed in it; the same always give the same (docs/statistics.md).
 * Amounts are cents. Dates are the bank's days, null without any posted transaction, and then there are no windows.
 */
export function calculateStatistics(
  report: Pick<StoredReport, "items">,
  changes?: Changes,
): ReportStatistics {
  const accounts = report.items.flatMap((item) => item.accounts);
  const book = toBook(report, changes);
  const { first, last } = book;
  const held = {
    institutions: report.items.length,
    accounts: accounts.length,
    transactions: book.posted,
    pendingTransactions: accounts.flatMap(({ transactions }) => transactions).filter(({ pending }) => pending)
      .length,
    firstTransactionDate: first,
    lastTransactionDate: last,
  };
  if (first === null || last === null) {
    return {
      ...held,
      daysCovered: 0,
      lastRevenueDepositDate: null,
      existingAdvance: [],
      windows: [],
      overall: null,
      averages: null,
    };
  }
  return {
    ...held,
    daysCovered: daysFrom(first, last) + 1,
    lastRevenueDepositDate: flowIn(book.real, "businessRevenue").at(-1)?.date ?? null,
    existingAdvance: existingAdvances(transactionsIn(book, SHORTEST).transactions),
    windows: STATISTICS_WINDOWS.map((days) => windowStatistics(book, { days, first, last })),
    overall: reportCoverage(createFigures(transactionsIn(book, LONGEST).transactions), "income"),
    averages: calculateAverages(book, first <= lastDays(LONGEST, last).startDate),
  };
}

function windowStatistics(
  book: Book,
  { days, first, last }: { days: StatisticsWindow; first: string; last: string },
): WindowStatistics {
  const window = lastDays(days, last);
  const figure = createFigures(transactionsIn(book, days).transactions);
  const revenue = figure("businessRevenue").cents;
  const share = (category: RevenueCategory) => (revenue === 0 ? null : figure(category).cents / revenue);
  const [gig, card, smallBusiness] = REVENUE_CATEGORIES;
  return {
    days,
    ...window,
    isCovered: first <= window.startDate,
    flows: perFlow(figure),
    revenueShares: {
      [gig]: share(gig),
      [card]: share(card),
      [smallBusiness]: share(smallBusiness),
    },
    coverage: reportCoverage(figure, "businessRevenue"),
    analytics: analyticsRows(figure),
  };
}

/**
 * How often money in covers what debts cost in the same period (notes, 3.9). High-risk: what came in against what went
 * out for high-risk advances, payday loans and overdrafts. Universal: what came in, less the essential expenses,
 * against what went out for all debts. `moneyIn` is business revenue for the windows, all income for the overall one.
 */
function reportCoverage(
  figure: (flow: AnyFlow) => Figure,
  moneyIn: "businessRevenue" | "income",
): DebtServiceCoverage {
  const available = figure(moneyIn).cents;
  return {
    highRisk: coverage(available, figure("highRiskOutflow")),
    universal: coverage(available + figure("essentialOutflow").cents, figure("debtService")),
  };
}

function coverage(availableCents: number, outflow: Figure): Coverage {
  const serviceCents = Math.abs(outflow.cents);
  return { availableCents, serviceCents, ratio: serviceCents === 0 ? null : availableCents / serviceCents };
}
