import {
  ANALYTICS_CATEGORIES,
  ANALYTICS_FLOWS,
  type AnalyticsCategory,
  type AnyFlow,
  FLOW_LABELS,
  FLOWS,
  isAnalyticsFlow,
  REVENUE_CATEGORIES,
  type RevenueCategory,
  STATISTICS_PERIODS,
  STATISTICS_WINDOWS,
  type StatisticsPeriod,
  type StatisticsWindow,
  type TransactionTag,
} from "@countinghouse/validators/bank-statistics/rules";

export const COVERAGES = ["highRisk", "universal"] as const;
export type CoverageName = (typeof COVERAGES)[number];

export const COVERAGE_LABELS: Readonly<Record<CoverageName, string>> = {
  highRisk: "High-Risk Debt-Service Coverage",
  universal: "Universal Debt-Service Coverage",
};

export const AVERAGES = [
  "averageBusinessRevenue90",
  "averageSmallBusinessRevenue90",
  "avg_monthly_rev_3mean",
  "avg_monthly_rev_5mean",
] as const;
export type AverageName = (typeof AVERAGES)[number];

export const AVERAGE_LABELS: Readonly<Record<AverageName, string>> = {
  averageBusinessRevenue90: "Average Business Revenue 90",
  averageSmallBusinessRevenue90: "Average Small-Business Revenue 90 Days",
  avg_monthly_rev_3mean: "avg_monthly_rev_3mean",
  avg_monthly_rev_5mean: "avg_monthly_rev_5mean",
};

export type FlowId = { kind: "flow"; flow: AnyFlow; period: StatisticsPeriod };
export type FormulaId =
  | { kind: "coverage"; coverage: CoverageName; period: StatisticsWindow | "overall" }
  | { kind: "share"; category: RevenueCategory; period: StatisticsWindow }
  | { kind: "net" | "tally" | "part"; category: AnalyticsCategory; period: StatisticsWindow }
  | { kind: "average"; average: AverageName };

/** A number of the page that can be opened: the sum or count of transactions, or what is worked out of such sums. */
export type NumberId = FlowId | FormulaId;

/** How a number is written in the address, such as "nsf:30" or "coverage-universal:overall". */
export function numberKey(id: NumberId): string {
  switch (id.kind) {
    case "flow":
      return `${id.flow}:${id.period}`;
    case "coverage":
      return `coverage-${id.coverage}:${id.period}`;
    case "share":
    case "net":
    case "tally":
    case "part":
      return `${id.kind}-${id.category}:${id.period}`;
    default:
      return `average-${id.average}`;
  }
}

/** The number of an address; null for what names none. */
export const readNumberKey = (key: string): NumberId | null => BY_KEY.get(key) ?? null;

const flows = [...FLOWS, ...ANALYTICS_FLOWS].flatMap((flow) =>
  STATISTICS_PERIODS.map((period): NumberId => ({ kind: "flow", flow, period })),
);
const coverages = COVERAGES.flatMap((coverage) =>
  [...STATISTICS_WINDOWS, "overall" as const].map(
    (period): NumberId => ({ kind: "coverage", coverage, period }),
  ),
);
const shares = REVENUE_CATEGORIES.flatMap((category) =>
  STATISTICS_WINDOWS.map((period): NumberId => ({ kind: "share", category, period })),
);
const sides = ANALYTICS_CATEGORIES.flatMap((category) =>
  STATISTICS_WINDOWS.flatMap((period): NumberId[] => [
    { kind: "net", category, period },
    { kind: "tally", category, period },
    { kind: "part", category, period },
  ]),
);
const averages = AVERAGES.map((average): NumberId => ({ kind: "average", average }));

const BY_KEY = new Map(
  [...flows, ...coverages, ...shares, ...sides, ...averages].map((id) => [numberKey(id), id] as const),
);

/** "Business Revenue", or "Payday_Loan, inflow". */
export const flowLabel = (flow: AnyFlow): string =>
  isAnalyticsFlow(flow) ? flow.replace(".", ", ") : FLOW_LABELS[flow];

/** What a transaction was recognised as. */
export function tagLabel(tag: TransactionTag): string {
  if (tag === "nsfFee") return "NSF Fee";
  if (tag === "otherOutflow") return "Other Outflow";
  const flow = FLOWS.find((each) => each === tag);
  return flow === undefined ? tag : FLOW_LABELS[flow];
}

/** "30 days", or the name of the average whose months they are. */
export const periodLabel = (period: StatisticsPeriod | "overall"): string => {
  if (period === "overall") return "overall 90";
  return typeof period === "number" ? `${period} days` : period;
};

/** What the number is called, of which period. */
export function numberTitle(id: NumberId): string {
  switch (id.kind) {
    case "flow":
      return `${flowLabel(id.flow)}, ${periodLabel(id.period)}`;
    case "coverage":
      return `${COVERAGE_LABELS[id.coverage]}, ${periodLabel(id.period)}`;
    case "share":
      return `${FLOW_LABELS[id.category]}, share of business revenue, ${periodLabel(id.period)}`;
    case "net":
      return `${id.category}, net, ${periodLabel(id.period)}`;
    case "tally":
      return `${id.category}, count, ${periodLabel(id.period)}`;
    case "part":
      return `${id.category}, share, ${periodLabel(id.period)}`;
    default:
      return AVERAGE_LABELS[id.average];
  }
}
