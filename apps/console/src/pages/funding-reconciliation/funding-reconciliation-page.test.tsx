import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import FundingReconciliationPage from "./funding-reconciliation-page.tsx";
import type { ReconciledRow, ReconciliationReport } from "./reconciled.ts";
import { reconciliationCsv } from "./reconciliation-csv.ts";

const DAY = "2026-11-10";
const PAYMENT = "0190c1a0-0000-7000-8000-00000000000a";

const transaction = (
  sourceSystem: ReconciledRow["transactions"][number]["sourceSystem"],
  disbursementAmountCents: number,
) => ({
  sourceSystem,
  disbursementAmountCents,
  paymentType: "ACH" as const,
  uniqueRef: "auth-1",
  userId: 7,
  fundedDate: DAY,
});

/** The processor paid twice, the second time another amount; the sheet has it as a debit. */
const DOUBLED: ReconciledRow = {
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

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("reconciliation.report", () => REPORT);
});

const open = (at = `?startDate=${DAY}&endDate=${DAY}`) =>
  renderPage(<FundingReconciliationPage />, { at: `/admin/funding-reconciliation-report${at}` });

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
    { system: "ledger", rail: null, message: "no answer" },
    { system: "payliance", rail: "CARD", message: "no answer" },
  ] as const;
  const reportSummary = {
    ...REPORT.reportSummary,
    fundedTransactionSummary: { giggle: 1, ledger: null, payliance: 2 },
  };
  mockTrpc.query("reconciliation.report", () => ({ ...REPORT, unanswered: [...unanswered], reportSummary }));
  open();
  const said = await screen.findAllByText(/did not answer( about cards)?:/);
  expect(said.map((line) => line.textContent)).toEqual([
    "Ledger sheet did not answer: compared 2 of 3. Nothing is said to be missing there.",
    "Processor did not answer about cards: compared those in 1 of 3. Nothing is said to be missing there.",
  ]);
});

it("the file has amounts as numbers, also what is less than nothing", () => {
  expect(reconciliationCsv([DOUBLED]).split("\n")[1]).toBe(
    '7,,"Maria Delgado",Double Funded,1,"ACH","auth-1","2026-11-10","900.00",1,"ACH","auth-1","2026-11-10","-900.00",2,"ACH; ACH","auth-1; auth-1","2026-11-10; 2026-11-10","900.00; 100.00",100.00',
  );
});
