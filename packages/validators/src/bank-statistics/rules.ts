/** The windows that cash flow is looked at in, in days (specification 2, section 2). */
export const STATISTICS_WINDOWS = [30, 60, 90] as const;
export type StatisticsWindow = (typeof STATISTICS_WINDOWS)[number];

/** Averages over whole months, under the names they have in specification 2, section 3. */
export const MONTHLY_AVERAGES = ["avg_monthly_rev_3mean", "avg_monthly_rev_5mean"] as const;
export type MonthlyAverage = (typeof MONTHLY_AVERAGES)[number];

/** What the transactions behind a number are taken from: a window in days, or the months of an average. */
export const STATISTICS_PERIODS = [...STATISTICS_WINDOWS, ...MONTHLY_AVERAGES] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

/** What debts are told apart by, as specification 2, section 3 writes it. */
export const DEBT_CATEGORIES = [
  "Loan",
  "MCA_Low_Risk",
  "Consumer_Loan",
  "MCA_High_Risk",
  "Payday_Loan",
  "BNPL",
  "Mortgage_n_Others",
  "Overdraft",
] as const;
export type DebtCategory = (typeof DEBT_CATEGORIES)[number];

/** The rows of the risk and revenue analytics, in the order of specification 2, section 3. */
export const ANALYTICS_CATEGORIES = ["Total", ...DEBT_CATEGORIES, "Misc_Income"] as const;
export type AnalyticsCategory = (typeof ANALYTICS_CATEGORIES)[number];

/** What business revenue is made of. */
export const REVENUE_CATEGORIES = ["gigIncome", "cardIncome", "smallBusinessIncome"] as const;
export type RevenueCategory = (typeof REVENUE_CATEGORIES)[number];

const OTHER_INCOME = ["moneyTransferServices", "miscIncome"] as const;
const EXPENSES = ["nsfFee", "essentialOutflow", "otherOutflow"] as const;

/** What each transaction is taken for: one of these. */
export const TRANSACTION_TAGS = [
  ...DEBT_CATEGORIES,
  ...REVENUE_CATEGORIES,
  ...OTHER_INCOME,
  ...EXPENSES,
] as const;
export type TransactionTag = (typeof TRANSACTION_TAGS)[number];

const ONLY_IN: ReadonlySet<TransactionTag> = new Set([...REVENUE_CATEGORIES, ...OTHER_INCOME]);
const ONLY_OUT: ReadonlySet<TransactionTag> = new Set(EXPENSES);

/** Why money that went this way (cents, below zero went out) can not be taken for this, or null. */
export function whyNotCategory(amountCents: number, category: TransactionTag): string | null {
  if (amountCents < 0 && ONLY_IN.has(category)) return "This category is only for inflow.";
  return amountCents > 0 && ONLY_OUT.has(category) ? "This category is only for outflow." : null;
}

/** What a transaction of this amount can be taken for. */
export const categoriesFor = (amountCents: number): TransactionTag[] =>
  TRANSACTION_TAGS.filter((category) => whyNotCategory(amountCents, category) === null);

export const CATEGORY_CHANGED = "The category was changed.";
export const CATEGORY_TAKEN_BACK = "The bank's category was restored.";

/** Named sets of transactions; each number of the statistics is the sum or the count of one of them. */
export const FLOWS = [
  "businessRevenue",
  ...REVENUE_CATEGORIES,
  "smallBusinessRevenue",
  "moneyTransferServices",
  "miscIncome",
  "income",
  "deposits",
  "nsf",
  "abnormal",
  "highRiskInflow",
  "highRiskOutflow",
  "loanInflowHighRisk",
  "loanOutflowHighRisk",
  "loanInflowGeneral",
  "loanOutflowGeneral",
  "debtService",
  "essentialOutflow",
  "existingAdvance",
] as const;
export type Flow = (typeof FLOWS)[number];

export const FLOW_LABELS: Readonly<Record<Flow, string>> = {
  businessRevenue: "Business Revenue",
  gigIncome: "Gig Income",
  cardIncome: "Card Income",
  smallBusinessIncome: "Small-Business Income",
  smallBusinessRevenue: "Small-Business Revenue",
  moneyTransferServices: "Money Transfer Services",
  miscIncome: "Misc Income",
  income: "Income",
  deposits: "Deposits",
  nsf: "NSF Counts",
  abnormal: "Abnormal Transactions",
  highRiskInflow: "High-Risk Inflow",
  highRiskOutflow: "High-Risk Outflow",
  loanInflowHighRisk: "Loan Inflow, High-Risk",
  loanOutflowHighRisk: "Loan Outflow, High-Risk",
  loanInflowGeneral: "Loan Inflow, General",
  loanOutflowGeneral: "Loan Outflow, General",
  debtService: "Debt Service",
  essentialOutflow: "Essential Outflow",
  existingAdvance: "Existing Advance",
};

export const DIRECTIONS = ["inflow", "outflow"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One side of a row of the analytics, such as "Payday_Loan.outflow". */
export type AnalyticsFlow = `${AnalyticsCategory}.${Direction}`;

/** The name of one side of a category. */
export const analyticsFlow = (category: AnalyticsCategory, direction: Direction): AnalyticsFlow =>
  `${category}.${direction}`;

export const ANALYTICS_FLOWS: readonly AnalyticsFlow[] = ANALYTICS_CATEGORIES.flatMap((category) =>
  DIRECTIONS.map((direction) => analyticsFlow(category, direction)),
);

/** Everything whose transactions can be listed. */
export type AnyFlow = Flow | AnalyticsFlow;

/** Whether a flow is a side of the analytics. */
export const isAnalyticsFlow = (flow: AnyFlow): flow is AnalyticsFlow => flow.includes(".");

/** A value for each flow. */
export const perFlow = <Value>(make: (flow: Flow) => Value): Record<Flow, Value> =>
  Object.fromEntries(FLOWS.map((flow) => [flow, make(flow)])) as Record<Flow, Value>;

/** Groups of payers that collections are told the income of (docs/statistics.md, "Collections"). */
export const PAYERS = ["cashAppSquare", "paypalVenmo", "stripe", "rideDelivery"] as const;
export type Payers = (typeof PAYERS)[number];

export const PAYER_LABELS: Readonly<Record<Payers, string>> = {
  cashAppSquare: "Cash App and Square",
  paypalVenmo: "PayPal and Venmo",
  stripe: "Stripe",
  rideDelivery: "Ride and Delivery",
};

/** How many transactions behind a number come at a time. */
export const STATISTICS_PAGE_SIZE = 50;

/** Of a name in the lists of business revenue this much is shown (specification 2, sections 2 and 9). */
const REVENUE_NAME_LENGTH = 30;

/** A name cut to its first 30 characters, and then dots. */
export const shortRevenueName = (name: string): string => {
  const characters = Array.from(name);
  return characters.length <= REVENUE_NAME_LENGTH
    ? name
    : `${characters.slice(0, REVENUE_NAME_LENGTH).join("")}...`;
};

/** What a snapshot is called: its date, that of its refresh, or that of the funding (specification 2, section 2). */
export function snapshotLabel(snapshot: {
  date: string;
  trxRefresh: string | null;
  fundedDate: string | null;
}): string {
  if (snapshot.fundedDate !== null) return `Funded (${snapshot.fundedDate})`;
  if (snapshot.trxRefresh !== null) return `720 - (${snapshot.trxRefresh})`;
  return snapshot.date;
}
