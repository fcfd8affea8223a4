import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { toCsv } from "@/lib/csv.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import FundingReconciliationPage from "./funding-reconciliation-page.tsx";
import type { AllPaymentsReport, ReconciledFunding, ReconciliationReport } from "./reconciled.ts";
import { allPaymentsTable, reconciliationTable } from "./reconciliation-table.ts";

const DAY = "2026-11-10";
const PAYMENT = "0190c1a0-0000-7000-8000-00000000000a";

const transaction = (
  sourceSystem: ReconciledFunding["transactions"][number]["sourceSystem"],
  disbursementAmountCents: number,
) => ({
  sourceSystem,
  disbursementAmountCents,
  paymentType: "ACH" as const,
  direction: "out" as const,
  kind: "CREDIT" as const,
  paymentId: PAYMENT,
  uniqueRef: "auth-1",
  userId: 7,
  fundedDate: DAY,
});

/** The processor paid twice, the second time another amount; the sheet has it as a debit. */
const DOUBLED: ReconciledFunding = {
  id: 0,
  fundedDate: DAY,
  userId: 7,
  renewalId: null,
  userName: "Maria Delgado",
  paymentId: PAYMENT,
  reason: null,
  status: "Double Funded",
  compared: ["giggle", "ledger", "payliance"],
  odd: ["ledger", "payliance"],
  differences: ["amount"],
  deltaCents: 10_000,
  transactions: [
    transaction("giggle", 90_000),
    transaction("ledger", -90_000),
    transaction("payliance", 90_000),
    transaction("payliance", 10_000),
  ],
};

const REPORT: ReconciliationReport = {
  days: { start: DAY, end: DAY },
  generatedAt: new Date("2026-11-20T15:00:00Z"),
  unanswered: [],
  reportSummary: {
    reconciliationStatus: "Not Match",
    fundedTransactionSummary: { giggle: 1, ledger: 1, payliance: 2 },
    fundedAmountSummary: { giggle: 90_000, ledger: -90_000, payliance: 100_000 },
    transactionDiscrepancySummary: {
      duplicateTransactionCounts: { giggle: 0, ledger: 0, payliance: 1 },
      missingTransactionCounts: { giggle: 0, ledger: 0, payliance: 0 },
    },
  },
  transactions: [DOUBLED],
};

const { status: _, ...same } = DOUBLED;

/** A debit that nobody here knows the outcome of, and what the processor says. */
const ALL_PAYMENTS: AllPaymentsReport = {
  days: REPORT.days,
  generatedAt: REPORT.generatedAt,
  unanswered: [],
  daysWithoutReport: [],
  reconciliationStatus: "Not Match",
  totals: [
    {
      rail: "ACH",
      direction: "in",
      giggle: { count: 0, amountCents: 0 },
      ledger: null,
      payliance: { count: 1, amountCents: 12_500 },
    },
  ],
  transactions: [
    {
      ...same,
      status: "Unknown Outcome",
      reason: "The outcome is not known here. The processor has moved the money.",
      kind: "DEBIT",
      direction: "in",
      rail: "ACH",
      odd: [],
      deltaCents: 0,
      transactions: [transaction("giggle", 12_500), transaction("payliance", 12_500)],
    },
  ],
};

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("reconciliation.report", () => REPORT);
  mockTrpc.query("reconciliation.allPayments", () => ALL_PAYMENTS);
});

const open = (at = `?startDate=${DAY}&endDate=${DAY}`) =>
  renderPage(<FundingReconciliationPage />, { at: `/admin/funding-reconciliation-report${at}` });

it("opens with the latest day that can be compared, and the address says which", async () => {
  open("");
  expect(await screen.findByText("$900.00 + $100.00")).toBeTruthy();
  expect(address()).toMatch(/\?startDate=(\d{4}-\d\d-\d\d)&endDate=\1$/);
});

it("Generate Report keeps the focus, and puts the days into the address", async () => {
  const { user } = open("");
  const run = () => screen.getByRole("button", { name: "Generate Report" });
  await waitFor(() => expect(run().getAttribute("aria-disabled")).toBeNull());
  await user.click(run());
  await screen.findByText("Maria Delgado");
  expect(address()).toMatch(/\?startDate=(\d{4}-\d\d-\d\d)&endDate=\1$/);
  expect(document.activeElement).toBe(run());
});

it("amounts that a system has twice and not alike are told one by one, and the payment is a link away", async () => {
  const { user } = open();
  expect(await screen.findByText("$900.00 + $100.00")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Transactions of Maria Delgado" }));
  const link = screen.getByRole("link", { name: "Open the payment" });
  expect(link.getAttribute("href")).toBe(`/admin/payment-processor?payment=${PAYMENT}`);
});

it("what did not answer is named with how many were compared, each rail by itself", async () => {
  const unanswered = [
    { system: "ledger", rail: null, message: "no answer", isRefused: false },
    { system: "payliance", rail: "CARD", message: "no answer", isRefused: false },
  ] as const;
  const reportSummary = {
    ...REPORT.reportSummary,
    fundedTransactionSummary: { giggle: 1, ledger: null, payliance: 2 },
  };
  mockTrpc.query("reconciliation.report", () => ({ ...REPORT, unanswered: [...unanswered], reportSummary }));
  open();
  const said = await screen.findAllByText(/did not answer( about cards)?:/);
  expect(said.map((line) => line.textContent)).toEqual([
    "Ledger sheet did not answer: compared 2 of 3. Nothing is reported as missing there.",
    "Processor did not answer about cards: compared those in 1 of 3. Nothing is reported as missing there.",
  ]);
});

it("the heading that the ledger sheet lacks is named", async () => {
  const message = 'The ledger sheet: the first row of Payments lacks the heading "Amount (USD)".';
  const unanswered = [{ system: "ledger" as const, rail: null, message, isRefused: true }];
  mockTrpc.query("reconciliation.report", () => ({ ...REPORT, unanswered }));
  open();
  const said = await screen.findByText(/lacks the heading/);
  expect(said.textContent).toBe(
    `Ledger sheet could not be compared: compared 2 of 3. Nothing is reported as missing there. ${message}`,
  );
});

it("the rows in sight are saved once they have left their event", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const sent: RouterInputs["reconciliation"]["recordExport"][] = [];
  mockTrpc.mutation("reconciliation.recordExport", ({ input }) => {
    sent.push(input);
    return { rows: input.rows };
  });
  const { user } = open();
  await screen.findByText("$900.00 + $100.00");
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await user.click(await screen.findByRole("button", { name: "Save as CSV" }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    {
      tab: "fundings",
      customDate: { start: DAY, end: DAY },
      issuesOnly: true,
      status: null,
      rows: 1,
      userIds: [7],
    },
  ]);
  saved.mockRestore();
});

it("the file has amounts as numbers, also what is less than nothing", () => {
  expect(toCsv(reconciliationTable([DOUBLED])).split("\n")[1]).toBe(
    "7,,Maria Delgado,Double Funded,1,ACH,auth-1,2026-11-10,900.00,1,ACH,auth-1,2026-11-10,-900.00,2,ACH; ACH,auth-1; auth-1,2026-11-10; 2026-11-10,900.00; 100.00,100.00",
  );
});

it("All Payments stands beside the fundings under its own address, and asks for no fundings", async () => {
  mockTrpc.query("reconciliation.report", () => {
    throw new Error("Nobody asked for fundings.");
  });
  const { user } = open(`?tab=payments&startDate=${DAY}&endDate=${DAY}`);
  const row = await screen.findByRole("row", { name: /DEBIT · money in/ });
  expect(row.textContent).toContain("Unknown Outcome");
  expect(screen.getByRole("tab", { name: "All Payments", selected: true })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Transactions of Maria Delgado" }));
  expect(screen.getByText("The outcome is not known here. The processor has moved the money.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the payment" }).getAttribute("href")).toBe(
    `/admin/payment-processor?payment=${PAYMENT}`,
  );
});

it("a tab keeps the days, leaves the status, and has the rows of its own report alone", async () => {
  const { user } = open(`?startDate=${DAY}&endDate=${DAY}&status=Double%20Funded`);
  await screen.findByText("$900.00 + $100.00");
  await user.click(screen.getByRole("tab", { name: "All Payments" }));
  expect(await screen.findByText("DEBIT · money in")).toBeTruthy();
  expect(screen.queryByText("$900.00 + $100.00")).toBeNull();
  expect(address()).toContain(`startDate=${DAY}&endDate=${DAY}`);
  expect(address()).toContain("tab=payments");
  expect(address()).not.toContain("status=");
});

it("what each system moved is told by rail and direction, and never as a number where it did not answer", async () => {
  open(`?tab=payments&startDate=${DAY}&endDate=${DAY}`);
  const row = await screen.findByRole("row", { name: /^Bank transfers, money in/ });
  expect(row.textContent).toBe("Bank transfers, money in$0.00 (0)did not answer≠ $125.00 (1)");
});

it("days of which the card processor has no report are named", async () => {
  mockTrpc.query("reconciliation.allPayments", () => ({
    ...ALL_PAYMENTS,
    reconciliationStatus: null,
    daysWithoutReport: [DAY],
  }));
  open(`?tab=payments&startDate=${DAY}&endDate=${DAY}`);
  expect(await screen.findByText(new RegExp(`no complete report of ${DAY}`))).toBeTruthy();
  expect(screen.getByText("Not complete")).toBeTruthy();
});

it("the file of all payments says what each is, and why the systems differ", () => {
  const [head, line] = toCsv(allPaymentsTable(ALL_PAYMENTS.transactions)).split("\n");
  expect(head).toContain("Status,Payment Id,Kind,Direction,Reason,Product Count");
  expect(line).toContain(
    `Unknown Outcome,${PAYMENT},DEBIT,in,The outcome is not known here. The processor has moved the money.,1,`,
  );
});

it("each number of the summary opens the rows that make it, and the others come back", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Duplicates, Processor: 1" }));
  expect(address()).toContain("odd=payliance");
  expect(address()).toContain("status=Double+Funded");
  expect(screen.getByText(/Only: Processor differs from the others/)).toBeTruthy();
  expect(screen.getByText("$900.00 + $100.00")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the others" }));
  expect(address()).not.toContain("odd=");
  await user.click(screen.getByRole("button", { name: "Matching: 0 of 1 match" }));
  expect(address()).toContain("issues=0");
  expect(screen.queryByText("$900.00 + $100.00")).toBeNull();
});

it("a total by rail and direction opens its rows", async () => {
  const { user } = open(`?tab=payments&startDate=${DAY}&endDate=${DAY}`);
  await user.click(
    await screen.findByRole("button", { name: "Bank transfers, money in, Processor: $125.00" }),
  );
  expect(address()).toContain("rail=ACH&direction=in");
});

it.each([
  ["", "Please select a valid date range to generate the report."],
  ["2024-07-31", "Choose days from 2024-08-01 to "],
  ["2099-01-01", "Choose days from 2024-08-01 to "],
])("Generate Report is held for the day %j, with the reason", async (day, reason) => {
  const { user } = open();
  for (const name of ["Start Date", "End Date"]) {
    await user.clear(await screen.findByRole("textbox", { name }));
    await user.paste(day);
  }
  expect(screen.getByRole("alert").textContent).toContain(reason);
  expect(screen.getByRole("button", { name: "Generate Report" }).getAttribute("aria-disabled")).toBe("true");
});

it("a report that fails says so, and Retry makes it", async () => {
  mockTrpc.query("reconciliation.report", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = open();
  const failure = "Error generating funding reconciliation report. Please try again.";
  expect(await screen.findByText(failure)).toBeTruthy();
  mockTrpc.query("reconciliation.report", () => REPORT);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("$900.00 + $100.00")).toBeTruthy();
});
