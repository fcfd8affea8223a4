import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { aJob } from "@/live/testing/bulk-batch.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentAutomationPage from "./payment-automation-page.tsx";

type Page = RouterOutputs["automation"]["transactions"];

const REQUESTED_AT = new Date("2026-11-21T16:00:00Z");
const TIME = REQUESTED_AT.getTime();

const empty: Page = {
  transactions: [],
  summary: null,
  requestedAtList: [{ value: TIME, label: "2026-11-21 11:00:00" }],
  isPaymentProcessingComplete: true,
  inCompleteBatch: null,
  startDate: "2026-11-21",
  endDate: "2026-11-21",
  nextCursor: null,
};

const status: RouterOutputs["automation"]["batchStatus"] = {
  batchId: "01930000-0000-7000-8000-000000000001",
  status: "Running",
  error: "",
  totalTransactions: 540,
  totalCompletedTransactions: 312,
  leftOut: 0,
  heldUntil: null,
  isPaused: false,
  isStalled: false,
  startedAt: REQUESTED_AT,
  finishedAt: null,
  startedBy: { id: ADMIN.id, name: "Ada Keller", isMe: false },
};

const asked: RouterInputs["automation"]["transactions"][] = [];

beforeEach(() => {
  asked.length = 0;
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" as const }));
  mockTrpc.query("automation.batchStatus", () => status);
  mockTrpc.query("automation.days", () => []);
  mockTrpc.query("automation.timer", () => ({
    isOn: false,
    runAt: "09:00",
    version: 0,
    setBy: null,
    next: null,
    runs: [],
  }));
  mockTrpc.query("debitControl.returnRates", () => ({ from: "", to: "", sources: [], line: [] }));
  mockTrpc.query("automation.transactions", ({ input }) => {
    asked.push(input);
    return empty;
  });
});

it("while a batch is not complete shows that one whole, with filters and Process Payments held for a reason", async () => {
  mockTrpc.query("bulkJobs.running", () => ({
    isRunning: true,
    batch: aJob({ kind: "AUTOMATION", requestedAt: REQUESTED_AT }),
  }));
  renderPage(<PaymentAutomationPage />, {
    at: "/admin/payment-automation?period=Last+30+Days&status=FAILED&source=GF",
  });
  expect(await screen.findByText("Running 312/540")).toBeTruthy();
  const reason = "Filters are set to All until the batch is complete.";
  for (const box of await screen.findAllByRole("combobox")) {
    expect(box).toHaveProperty("disabled", true);
    expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe(reason);
  }
  expect(screen.getByRole("button", { name: "Process Payments" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Payment automation is running. Wait until the batch is complete.")).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({
    requestedAt: TIME,
    paymentType: "All",
    status: "All",
    source: "All",
  });
});

it.each([
  ["RUNNING", "Pause", ""],
  ["PAUSED", "Resume", "Only SUPERADMIN or ADMIN can do this."],
] as const)(
  "to an EMPLOYEE offers of a batch that is %s to stop it, not to begin or end it",
  async (state, name, description) => {
    mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
    mockTrpc.query("bulkJobs.running", () => ({
      isRunning: true,
      batch: aJob({ kind: "AUTOMATION", requestedAt: REQUESTED_AT, state }),
    }));
    renderPage(<PaymentAutomationPage />, { at: "/admin/payment-automation" });
    expect(await screen.findByRole("button", { name, description })).toBeTruthy();
    const reset = { name: "Reset Job Status", description: "Only SUPERADMIN or ADMIN can do this." };
    expect(await screen.findByRole("button", reset)).toBeTruthy();
  },
);

it("asks every three seconds while it runs, and afterwards for what the address says", async () => {
  let isRunning = true;
  mockTrpc.query("bulkJobs.running", () => ({
    isRunning,
    batch: aJob({ kind: "AUTOMATION", requestedAt: REQUESTED_AT, ...(!isRunning && { state: "COMPLETED" }) }),
  }));
  renderPage(<PaymentAutomationPage />, { at: "/admin/payment-automation?status=FAILED" });
  await waitFor(() =>
    expect(asked.filter(({ requestedAt }) => requestedAt === TIME).length).toBeGreaterThan(1),
  );
  isRunning = false;
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ requestedAt: null, status: "FAILED" }));
  expect(screen.getByRole("button", { name: "Process Payments" }).getAttribute("aria-disabled")).not.toBe(
    "true",
  );
});

it("says 'Something went wrong!' where it is not known whether it runs, or how the batch stands, each with Retry", async () => {
  const down = () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  };
  mockTrpc.query("bulkJobs.running", down);
  mockTrpc.query("automation.batchStatus", down);
  const { user } = renderPage(<PaymentAutomationPage />, { at: "/admin/payment-automation" });
  const retry = async () => user.click(await screen.findByRole("button", { name: "Retry" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong!");
  expect(screen.queryByText("No batch in this time")).toBeNull();
  mockTrpc.query("bulkJobs.running", () => ({ isRunning: false, batch: null }));
  await retry();
  expect(await screen.findByText("No batch in this time")).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong!");
  mockTrpc.query("automation.batchStatus", () => ({ ...status, status: "Failed" as const, error: "None." }));
  await retry();
  expect(await screen.findByText("None.")).toBeTruthy();
});

it("shows all batches of other days once those are chosen", async () => {
  mockTrpc.query("bulkJobs.running", () => ({ isRunning: false, batch: null }));
  const { user } = renderPage(<PaymentAutomationPage />, {
    at: `/admin/payment-automation?period=Custom&from=2026-11-01&to=2026-11-02&batch=${TIME}`,
  });
  const end = await screen.findByLabelText("End date (ET)");
  await user.clear(end);
  await user.type(end, "2026-11-05");
  await user.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ requestedAt: null, endDate: "2026-11-05" }));
});

it("draws what came of each day, whose numbers lead to the payments of that day", async () => {
  mockTrpc.query("automation.days", () => [
    { day: "2026-11-19", succeeded: 12, failed: 3, pending: 0, takenCents: 120_000 },
  ]);
  renderPage(<PaymentAutomationPage />);
  const table = within(
    await screen.findByRole("table", { name: "Results of payment automation per day", hidden: true }),
  );
  expect(table.getByRole("link", { name: "3", hidden: true }).getAttribute("href")).toBe(
    "/admin/payment-automation?period=Custom&from=2026-11-19&to=2026-11-19&status=FAILED",
  );
});

/** A row as it comes from the server. */
const aTransaction = (given: Partial<Page["transactions"][number]>): Page["transactions"][number] => ({
  id: "1",
  requestedAt: REQUESTED_AT,
  userId: 10_001,
  name: "Maria Lopez",
  source: "LP",
  dueOn: "2026-11-21",
  dueCents: 6_200,
  takenCents: null,
  shortfallCents: null,
  status: "Completed",
  paymentStatus: null,
  notProcessedReason: "",
  problem: "",
  paymentType: "ACH",
  last4: "1234",
  paymentId: null,
  plaidBalanceCents: null,
  rail: "ACH",
  createdAt: null,
  finishedAt: null,
  primary: { id: null, paymentType: "ACH", last4: "1234", problem: "", at: null },
  secondary: null,
  ...given,
});

it.each([
  [{ status: "Pending" }, "Pending", ""],
  [{ status: "Processing", paymentId: "p-1" }, "Processing", ""],
  [{ paymentStatus: "SUCCESS" }, "Completed", "SUCCESS"],
  [{ notProcessedReason: "Do Not Fund" }, "Completed", "FAILED"],
] as const)(
  "'A row whose status is not Completed has a blank result': %j",
  async (given, progress, result) => {
    mockTrpc.query("bulkJobs.running", () => ({ isRunning: false, batch: null }));
    mockTrpc.query("automation.transactions", () => ({ ...empty, transactions: [aTransaction(given)] }));
    renderPage(<PaymentAutomationPage />);
    const table = await screen.findByRole("table", { name: "Payment automation" });
    const row = (await within(table).findByRole("link", { name: "10001" })).closest("tr");
    const heads = within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent);
    const cell = (head: string) => row?.cells[heads.indexOf(head)]?.textContent;
    expect([cell("Progress"), cell("Status")]).toEqual([progress, result]);
  },
);

it.each([
  ["Payment type", ["ACH", "DEBIT", "ACH/CARD", "No payment type", "All"]],
  ["Status", ["SUCCESS", "FAILED", "All"]],
  ["Source", ["LP", "GF", "All"]],
] as const)(
  "offers for %s what the specification names, in its order, and begins with All",
  async (filter, options) => {
    mockTrpc.query("bulkJobs.running", () => ({ isRunning: false, batch: null }));
    const { user } = renderPage(<PaymentAutomationPage />);
    const box = await screen.findByRole("combobox", { name: filter });
    expect(box.textContent).toBe("All");
    await user.click(box);
    await screen.findByRole("option", { name: options[0] });
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(options);
  },
);
