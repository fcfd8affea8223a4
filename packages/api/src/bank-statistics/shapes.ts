import type {
  AnalyticsCategory,
  Flow,
  RevenueCategory,
  StatisticsPeriod,
  StatisticsWindow,
} from "@countinghouse/validators/bank-statistics/rules";

/** What some transactions come to: their sum in cents, seen from the account (money out is negative), and their number. */
export interface Figure {
  cents: number;
  count: number;
}

/** How often money in covers what debts cost. Both amounts in cents, not negative but for what essentials exceed. */
export interface Coverage {
  availableCents: number;
  serviceCents: number;
  /** Null without debt service. */
  ratio: number | null;
}

export interface DebtServiceCoverage {
  highRisk: Coverage;
  universal: Coverage;
}

/** A row of the analytics. */
export interface AnalyticsRow {
  category: AnalyticsCategory;
  inflow: Figure;
  outflow: Figure;
  netCents: number;
  count: number;
  /** Of all that went in and out in the categories, 0 to 1; null when nothing did. */
  share: number | null;
}

/** The numbers of the days up to the last transaction. */
export interface WindowStatistics {
  days: StatisticsWindow;
  /** Both included, YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** Whether the bank data reach back to the start. */
  isCovered: boolean;
  flows: Record<Flow, Figure>;
  /** Of business revenue, 0 to 1; null without any. */
  revenueShares: Record<RevenueCategory, number | null>;
  coverage: DebtServiceCoverage;
  analytics: AnalyticsRow[];
}

/** A mean per month: the sum of `flow` in `period`, divided. */
export interface Average {
  flow: Flow;
  period: StatisticsPeriod;
  sumCents: number;
  divisor: number;
  /** Rounded; null when the bank data do not reach back far enough. */
  cents: number | null;
  /** The months that count, YYYY-MM, oldest first; none for an average over a window. */
  months: string[];
}

export interface Averages {
  averageBusinessRevenue90: Average;
  averageSmallBusinessRevenue90: Average;
  avg_monthly_rev_3mean: Average;
  avg_monthly_rev_5mean: Average;
}

/** How many of a number of things were found. */
export interface Share {
  found: number;
  of: number;
}

/** What was paid to one lender again and again. */
export interface LenderPayments {
  lender: string;
  count: number;
  cents: number;
}

/** The numbers of a report. Dates are the bank's days, YYYY-MM-DD. */
export interface ReportStatistics {
  institutions: number;
  accounts: number;
  transactions: number;
  pendingTransactions: number;
  /** Null without any posted transaction; then there are neither windows nor what spans them. */
  firstTransactionDate: string | null;
  lastTransactionDate: string | null;
  daysCovered: number;
  lastRevenueDepositDate: string | null;
  existingAdvance: LenderPayments[];
  windows: WindowStatistics[];
  overall: DebtServiceCoverage | null;
  averages: Averages | null;
}
