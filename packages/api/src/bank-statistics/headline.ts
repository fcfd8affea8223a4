import { STATISTICS_WINDOWS, type StatisticsWindow } from "@countinghouse/validators/bank-statistics-rules";
import { addDays } from "@countinghouse/validators/new-york";
import type { StoredReport } from "../asset-reports/stored.ts";
import { realFlow } from "./real-flow.ts";
import { isNsfFee, isRevenueDeposit } from "./tags.ts";
import { type BankTransaction, daysFrom, postedOf } from "./transactions.ts";

/** Deposits and fees of the days up to the last transaction. */
export interface WindowStatistics {
  days: StatisticsWindow;
  /** Both included, YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  depositVolumeCents: number;
  depositCount: number;
  nsfCount: number;
  /** Whether the bank data reach back to the start. */
  isCovered: boolean;
}

/**
 * The headline numbers of a report (definitions and their sources: docs/data-statistics.md). Dates are the bank's days,
 * null without any posted transaction, and then there are no windows.
 */
export function headlineOf(report: StoredReport) {
  const accounts = report.items.flatMap((item) => item.accounts);
  const posted = postedOf(report);
  const real = realFlow(posted);
  const first = posted[0]?.date ?? null;
  const last = posted.at(-1)?.date ?? null;
  return {
    institutions: report.items.length,
    accounts: accounts.length,
    transactions: posted.length,
    pendingTransactions: accounts.flatMap(({ transactions }) => transactions).filter(({ pending }) => pending)
      .length,
    firstTransactionDate: first,
    lastTransactionDate: last,
    daysCovered: first === null || last === null ? 0 : daysFrom(first, last) + 1,
    lastRevenueDepositDate: real.findLast(isRevenueDeposit)?.date ?? null,
    windows:
      first === null || last === null
        ? []
        : STATISTICS_WINDOWS.map((days) => windowOf({ days, first, last, posted, real })),
  };
}

interface WindowOf {
  days: StatisticsWindow;
  first: string;
  last: string;
  posted: readonly BankTransaction[];
  real: readonly BankTransaction[];
}

function windowOf({ days, first, last, posted, real }: WindowOf): WindowStatistics {
  const startDate = addDays(last, 1 - days);
  const isInside = ({ date }: BankTransaction) => date >= startDate && date <= last;
  const deposits = real.filter((each) => isInside(each) && each.amountCents > 0);
  return {
    days,
    startDate,
    endDate: last,
    depositVolumeCents: deposits.reduce((sum, { amountCents }) => sum + amountCents, 0),
    depositCount: deposits.length,
    nsfCount: posted.filter((each) => isInside(each) && isNsfFee(each)).length,
    isCovered: first <= startDate,
  };
}
