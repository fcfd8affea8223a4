import {
  ANALYTICS_CATEGORIES,
  ANALYTICS_FLOWS,
  type AnalyticsCategory,
  type AnyFlow,
  FLOW_LABELS,
  FLOWS,
  isAnalyticsFlow,
  PAYER_LABELS,
  PAYERS,
  type Payers,
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

export type FlowId = {
  kind: "flow";
  flow: AnyFlow;
  period: StatisticsPeriod;
  /** Of payments to lenders only those to this one. */
  lender?: string;
  /** Of income only that through these payers. */
  through?: Payers;
};
export type FormulaId =
  | { kind: "coverage"; coverage: CoverageName; period: StatisticsWindow | "overall" }
  | { kind: "share"; category: RevenueCategory; period: StatisticsWindow }
  | { kind: "net" | "tally" | "part"; category: AnalyticsCategory; period: StatisticsWindow }
  | { kind: "average"; average: AverageName };

export const MATCHES = ["transactions", "accounts", "names"] as const;
export type MatchName = (typeof MATCHES)[number];

export const MATCH_LABELS: Readonly<Record<MatchName, string>> = {
  transactions: "Transaction Match",
  accounts: "Asset Match",
  names: "Name Match",
};

/** How well the report fits what else is known: the lines that were compared. */
export type MatchId = { kind: "match"; match: MatchName };

/** A number of the page that can be opened: the sum or count of transactions, what is worked out of such sums, or a match. */
export type NumberId = FlowId | FormulaId | MatchId;

/** How a number is written in the address, such as "nsf:30" or "coverage-universal:overall". */
export function numberKey(id: NumberId): string {
  switch (id.kind) {
    case "flow":
      return [id.flow, id.period, ...[id.lender ?? id.through ?? []].flat()].join(":");
    case "coverage":
      return `coverage-${id.coverage}:${id.period}`;
    case "share":
    case "net":
    case "tally":
    case "part":
      return `${id.kind}-${id.category}:${id.period}`;
    case "match":
      return `match-${id.match}`;
    default:
      return `average-${id.average}`;
  }
}

/** The number of an address; null for what names none. */
export const readNumberKey = (key: string): NumberId | null => BY_KEY.get(key) ?? readLenderKey(key);

const LENDER_KEY = "existingAdvance:30:";

const readLenderKey = (key: string): NumberId | null =>
  key.startsWith(LENDER_KEY) ? lenderId(key.slice(LENDER_KEY.length)) : null;

/** What was paid to one lender again and again. */
export const lenderId = (lender: string): FlowId => ({
  kind: "flow",
  flow: "existingAdvance",
  period: 30,
  lender,
});

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

const incomes = PAYERS.map((through): NumberId => ({ kind: "flow", flow: "income", period: 90, through }));
const matches = MATCHES.map((match): NumberId => ({ kind: "match", match }));

const BY_KEY = new Map(
  [...flows, ...coverages, ...shares, ...sides, ...averages, ...incomes, ...matches].map(
    (id) => [numberKey(id), id] as const,
  ),
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

/** Which part of a flow it is, where it is not all of it. */
const partLabel = ({ lender, through }: FlowId): string[] => {
  if (lender !== undefined) return [lender];
  return through === undefined ? [] : [PAYER_LABELS[through]];
};

/** "30 days", or the name of the average whose months they are. */
const periodLabel = (period: StatisticsPeriod | "overall"): string => {
  if (period === "overall") return "overall 90";
  return typeof period === "number" ? `${period} days` : period;
};

/** What the number is called, of which period. */
export function numberTitle(id: NumberId): string {
  switch (id.kind) {
    case "flow":
      return [flowLabel(id.flow), periodLabel(id.period), ...partLabel(id)].join(", ");
    case "match":
      return MATCH_LABELS[id.match];
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
