import type { RouterInputs } from "@countinghouse/api";
import {
  ANALYTICS_CATEGORIES,
  type Flow,
  perFlow,
  STATISTICS_WINDOWS,
  type StatisticsWindow,
} from "@countinghouse/validators/bank-statistics/rules";
import { screen, within } from "@testing-library/react";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type {
  FlowPage,
  FlowTransaction,
  Snapshot,
  Statistics,
  StatisticsOfWindow,
} from "../use-statistics.ts";
import UserGraphPage from "../user-graph-page.tsx";

const USER_ID = 10_001;

export const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  id: 9,
  key: String(changes.id ?? 9),
  date: "2026-11-20",
  trxRefresh: null,
  fundedDate: null,
  requestedAt: new Date("2026-11-20T20:00:00Z"),
  label: "2026-11-20",
  ...changes,
});

type Row = StatisticsOfWindow["analytics"][number];

const aRow = (category: Row["category"], inflowCents: number, outflowCents: number, share: number): Row => ({
  category,
  inflow: { cents: inflowCents, count: inflowCents === 0 ? 0 : 2 },
  outflow: { cents: outflowCents, count: outflowCents === 0 ? 0 : 3 },
  netCents: inflowCents + outflowCents,
  count: 5,
  share,
});

const ANALYTICS: Partial<Record<Row["category"], Row>> = {
  Total: aRow("Total", 100_000, -300_000, 1),
  MCA_High_Risk: aRow("MCA_High_Risk", 0, -300_000, 0.75),
  Misc_Income: aRow("Misc_Income", 100_000, 0, 0.25),
};

const DOLLARS_A_DAY: Partial<Record<Flow, number>> = {
  businessRevenue: 16,
  gigIncome: 10,
  cardIncome: 6,
  highRiskOutflow: -7,
  nsf: -1,
  existingAdvance: -20,
  abnormal: 4,
};

/** Some flows come to so many dollars a day, and have a transaction for each ten days; the others are empty. */
const someFlows = (days: StatisticsWindow): StatisticsOfWindow["flows"] =>
  perFlow((flow) => {
    const dollars = DOLLARS_A_DAY[flow] ?? 0;
    return { cents: dollars * days * 100, count: dollars === 0 ? 0 : days / 10 };
  });

export const aWindow = (
  days: StatisticsWindow,
  changes: Partial<StatisticsOfWindow> = {},
): StatisticsOfWindow => ({
  days,
  startDate: days === 30 ? "2026-10-22" : "2026-09-22",
  endDate: "2026-11-20",
  isCovered: true,
  flows: someFlows(days),
  revenueShares: { gigIncome: 0.625, cardIncome: 0.375, smallBusinessIncome: 0 },
  coverage: {
    highRisk: { availableCents: 48_000, serviceCents: 21_000, ratio: 2.2857 },
    universal: { availableCents: 48_000, serviceCents: 0, ratio: null },
  },
  analytics: ANALYTICS_CATEGORIES.map((category) => ANALYTICS[category] ?? aRow(category, 0, 0, 0)),
  ...changes,
});

type Average = NonNullable<Statistics["averages"]>["avg_monthly_rev_3mean"];

const anAverage = (changes: Partial<Average> = {}): Average => ({
  flow: "businessRevenue",
  period: 90,
  sumCents: 900_000,
  divisor: 3,
  cents: 300_000,
  months: [],
  ...changes,
});

export const someStatistics = (changes: Partial<Statistics> = {}): Statistics => ({
  reportId: 9,
  generatedAt: new Date("2026-11-20T20:04:05Z"),
  daysRequested: 720,
  institutions: 1,
  accounts: 2,
  transactions: 1_234,
  pendingTransactions: 3,
  firstTransactionDate: "2024-12-01",
  lastTransactionDate: "2026-11-20",
  daysCovered: 720,
  lastRevenueDepositDate: "2026-11-17",
  matches: {
    transactions: { found: 118, of: 120 },
    assets: { found: 2, of: 2 },
    name: { similarity: 0.934, isMatch: true, name: "Maria Delgado" },
  },
  series: {
    days: [{ day: "2026-11-20", inCents: 20_000, outCents: -5_000, balanceCents: 90_000 }],
    months: [
      { month: "2026-10", revenueCents: 300_000, isWhole: true },
      { month: "2026-11", revenueCents: 100_000, isWhole: false },
    ],
  },
  changes: [],
  asTold: null,
  existingAdvance: [{ lender: "Kestrel Advance", count: 20, cents: -320_000 }],
  windows: STATISTICS_WINDOWS.map((days) => aWindow(days, { isCovered: days !== 90 })),
  overall: {
    highRisk: { availableCents: 5_000, serviceCents: 2_000, ratio: 2.5 },
    universal: { availableCents: -500, serviceCents: 1_000, ratio: -0.5 },
  },
  averages: {
    averageBusinessRevenue90: anAverage(),
    averageSmallBusinessRevenue90: anAverage({ flow: "smallBusinessRevenue", cents: null }),
    avg_monthly_rev_3mean: anAverage({
      period: "avg_monthly_rev_3mean",
      months: ["2026-08", "2026-09", "2026-10"],
    }),
    avg_monthly_rev_5mean: anAverage({ period: "avg_monthly_rev_5mean", cents: null }),
  },
  ...changes,
});

export const aTransaction = (changes: Partial<FlowTransaction> = {}): FlowTransaction => ({
  id: "t-1",
  date: "2026-11-17",
  name: "UBER EDI PAYMNT",
  amountCents: 12_345,
  account: "Plaid Checking",
  mask: "0259",
  category: "gigIncome",
  told: null,
  ...changes,
});

/** What these transactions come to, as one page. */
export const flowPage = (transactions: FlowTransaction[], changes: Partial<FlowPage> = {}): FlowPage => ({
  cents: transactions.reduce((sum, { amountCents }) => sum + amountCents, 0),
  count: transactions.length,
  asTold: null,
  page: 1,
  pages: 1,
  startDate: "2026-10-22",
  endDate: "2026-11-20",
  transactions,
  ...changes,
});

type Asked = RouterInputs["bankStatistics"]["transactions"];
type Setup = {
  at?: string;
  snapshots?: Snapshot[];
  statistics?: Statistics | null;
  transactions?: (asked: Asked) => FlowPage;
};

/** Opens the page of Maria Delgado. Returns with it what was asked of the server. */
export function openStatistics({
  at = "",
  snapshots = [aSnapshot()],
  statistics = someStatistics(),
  transactions = () => flowPage([aTransaction()]),
}: Setup = {}) {
  signIn();
  const asked: Asked[] = [];
  const reports: (number | null | undefined)[] = [];
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("bankStatistics.snapshots", () => ({
    customer: { id: USER_ID, firstname: "Maria", lastname: "Delgado", businessName: "" },
    fundedDate: null,
    snapshots,
  }));
  mockTrpc.query("bankStatistics.get", ({ input }) => {
    reports.push(input.snapshotId);
    return statistics;
  });
  mockTrpc.query("bankStatistics.transactions", ({ input }) => {
    asked.push(input);
    return transactions(input);
  });
  return {
    ...renderPage(<UserGraphPage />, { at: `/admin/user-graph?id=${USER_ID}${at}` }),
    asked,
    reports,
  };
}

export const region = async (name: string) => within(await screen.findByRole("region", { name }));

/** A table of the page, once it is there. */
export const findTable = (name: string) => screen.findByRole<HTMLTableElement>("table", { name });

/** The texts of a table's cells, row by row below its head. */
export const tableTexts = (table: HTMLTableElement): string[][] =>
  [...table.rows].slice(1).map((row) => [...row.cells].map(({ textContent }) => textContent));

/** The row of a table by its first cell, as the texts of the others. */
export function rowCells(table: HTMLTableElement, label: string): string[] {
  const row = tableTexts(table).find(([first]) => first === label);
  if (!row) throw new Error(`There is no row ${label}.`);
  return row.slice(1);
}
