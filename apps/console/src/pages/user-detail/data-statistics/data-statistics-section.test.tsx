import type { RouterOutputs } from "@countinghouse/api";
import { perFlow } from "@countinghouse/validators/bank-statistics/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { AssetReportSection } from "../asset-report/asset-report-section.tsx";
import { anAssetReport } from "../testing/bank.tsx";
import { USER_ID } from "../testing/user-page.tsx";
import { DataStatisticsSection } from "./data-statistics-section.tsx";

type Statistics = NonNullable<RouterOutputs["bankStatistics"]["get"]>;
type Window = Statistics["windows"][number];

/** A window in which nothing but deposits and fees happened. */
const aWindow = (
  days: Window["days"],
  startDate: string,
  changes: Partial<Window["flows"]> & { isCovered: boolean },
): Window => {
  const { isCovered, ...flows } = changes;
  const coverage = { availableCents: 0, serviceCents: 0, ratio: null };
  return {
    days,
    startDate,
    endDate: "2026-11-20",
    isCovered,
    flows: { ...perFlow(() => ({ cents: 0, count: 0 })), ...flows },
    revenueShares: { gigIncome: null, cardIncome: null, smallBusinessIncome: null },
    coverage: { highRisk: coverage, universal: coverage },
    analytics: [],
  };
};

const someStatistics = (changes: Partial<Statistics> = {}): Statistics => ({
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
  windows: [
    aWindow(30, "2026-10-22", {
      isCovered: true,
      deposits: { cents: 520_050, count: 14 },
      nsf: { cents: -7_000, count: 2 },
    }),
    aWindow(60, "2026-09-22", { isCovered: false }),
  ],
  series: { days: [], months: [] },
  changes: [],
  asTold: null,
  existingAdvance: [],
  overall: null,
  averages: null,
  matches: { transactions: null, assets: { found: 2, of: 2 }, name: null },
  ...changes,
});

function open(children = <DataStatisticsSection userId={USER_ID} hasTurn />) {
  signIn();
  return renderPage(children);
}
const region = async () => within(await screen.findByRole("region", { name: "Data Statistics" }));
const value = (section: ReturnType<typeof within>, label: string) =>
  section.getByText(label).nextElementSibling?.textContent;

it("shows what is held and the headline numbers", async () => {
  mockTrpc.query("bankStatistics.get", () => someStatistics());
  open();
  const section = await region();
  await section.findByText("Days Covered");
  expect(value(section, "Number of Bank Accounts")).toBe("2");
  expect(value(section, "Transactions")).toBe("1,234");
  expect(value(section, "Last Transaction Date")).toBe("2026-11-20");
  expect(value(section, "Last Revenue Deposit Date")).toBe("2026-11-17");
  await waitFor(() => expect(value(section, "Asset Report (ET)")).toBe("2026-11-20 15:04:05"));
  const [, month, twoMonths] = section.getAllByRole("row").map((row) =>
    within(row)
      .queryAllByRole("cell")
      .map((cell) => cell.textContent),
  );
  expect(month).toEqual(["30 days", "2026-10-22", "2026-11-20", "$5,200.50", "14", "2"]);
  expect(twoMonths).toEqual(["60 daysPartly covered", "2026-09-22", "2026-11-20", "$0.00", "0", "0"]);
});

it("a report without any transaction has dashes and no windows", async () => {
  mockTrpc.query("bankStatistics.get", () =>
    someStatistics({
      transactions: 0,
      firstTransactionDate: null,
      lastTransactionDate: null,
      lastRevenueDepositDate: null,
      windows: [],
    }),
  );
  open();
  const section = await region();
  await section.findByText("Days Covered");
  expect(value(section, "Last Transaction Date")).toContain("—");
  expect(section.queryByRole("table")).toBeNull();
});

it("a customer without bank data has none, which is not the same as a failure", async () => {
  mockTrpc.query("bankStatistics.get", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = open();
  const section = await region();
  const retry = await section.findByRole("button", { name: "Retry" });
  expect(section.queryByText("No Data Statistics Found")).toBeNull();
  mockTrpc.query("bankStatistics.get", () => null);
  await user.click(retry);
  expect(await section.findByText("No Data Statistics Found")).toBeTruthy();
});

it("a report that comes while the page is open makes the numbers anew", async () => {
  let isThere = false;
  mockTrpc.query("bankLinks.list", () => []);
  mockTrpc.query("bankStatistics.get", () => (isThere ? someStatistics() : null));
  mockTrpc.query("assetReports.get", () => {
    isThere = true;
    return anAssetReport();
  });
  open(
    <>
      <DataStatisticsSection userId={USER_ID} hasTurn />
      <AssetReportSection userId={USER_ID} hasTurn />
    </>,
  );
  expect(await (await region()).findByText("Last Revenue Deposit Date")).toBeTruthy();
});
