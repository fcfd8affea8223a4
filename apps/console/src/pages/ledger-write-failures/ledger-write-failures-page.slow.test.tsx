import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { waitingToasts } from "@/lib/toast.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import LedgerWriteFailuresPage from "./ledger-write-failures-page.tsx";
import type { Failure } from "./use-failures.ts";

const FAILURE: Failure = {
  id: "0190c1a0-0000-7000-8000-00000000000b",
  sheetName: "Payments",
  values: [["2026-11-20", 10_001, "Maria Delgado", -12.5, "DEBIT", "SALE", "CashApp", "Payment: rent"]],
  action: "append",
  range: "Payments!A:H",
  queuedAt: new Date("2026-11-20T16:40:00Z"),
  source: null,
  errorMessage: "google-sheets: 403 PERMISSION_DENIED",
};

function open(role: typeof ADMIN.role | "VIEWER" = "SUPERADMIN", count = 1) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("ledgerWrites.list", () => ({ failures: [FAILURE], count }));
  return renderPage(<LedgerWriteFailuresPage />, { at: "/admin/ledger-write-failures" });
}

it("shows amounts in dollars, and what a row is about in New York time", async () => {
  open();
  const cells = (await screen.findAllByRole("cell")).map((cell) => cell.textContent);
  expect(cells.slice(1)).toEqual([
    "2026-11-20",
    "10001",
    "Maria Delgado",
    "−$12.50",
    "DEBIT",
    "SALE",
    "CashApp",
    "Payment: rent",
  ]);
  expect(cells[0]).toContain("Queued date: 2026-11-20 11:40:00 ET. Source: -. Error: google-sheets: 403");
});

it("is only to be looked at for a VIEWER, who is told who may act", async () => {
  open("VIEWER");
  await screen.findByText("Maria Delgado");
  await waitFor(() =>
    expect(screen.getAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toHaveLength(3),
  );
  for (const name of ["Retry All", "Retry Selected", "Delete Selected"])
    expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  for (const box of screen.getAllByRole("checkbox")) expect(box.getAttribute("aria-disabled")).toBe("true");
});

it("a batch heading counts failures, as its page does", async () => {
  const [cells = []] = FAILURE.values;
  mockTrpc.query("ledgerWrites.list", () => ({
    failures: [{ ...FAILURE, values: [cells, cells, cells] }],
    count: 1,
  }));
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  renderPage(<LedgerWriteFailuresPage />, { at: "/admin/ledger-write-failures" });
  const heading = await screen.findByRole("heading", { name: /^Payments \| BatchId\(/ });
  expect(heading.nextElementSibling?.textContent).toBe("1");
});

it("selects all of a sheet on all its pages, or those of one cause, which are retried together", async () => {
  const failures = Array.from({ length: 12 }, (_, index) => ({
    ...FAILURE,
    id: `0190c1a0-0000-7000-8000-0000000001${String(index).padStart(2, "0")}`,
    errorMessage: index < 3 ? "google-sheets: 429 RATE_LIMITED" : FAILURE.errorMessage,
  }));
  const sent: string[][] = [];
  mockTrpc.mutation("ledgerWrites.retry", ({ input }) => {
    sent.push(input.items.map(({ id }) => id));
    return { retried: input.items.length };
  });
  mockTrpc.query("ledgerWrites.progress", ({ input }) =>
    input.items.map(({ id }) => ({ id, state: "DELIVERED" as const, errorMessage: "" })),
  );
  const { user } = open();
  mockTrpc.query("ledgerWrites.list", () => ({ failures, count: 12 }));
  await user.click(await screen.findByRole("button", { name: "Refresh" }));
  const choose = async (name: RegExp) => {
    await user.click(await screen.findByRole("button", { name: "Select failures of Payments" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  };
  await choose(/^All 12 of Payments/);
  expect(await screen.findByText("12 selected")).toBeTruthy();
  await choose(/429 RATE_LIMITED/);
  expect(await screen.findByText("3 selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry Selected" }));
  await waitFor(() => expect(sent).toEqual([failures.slice(0, 3).map(({ id }) => id)]));
});

it("has views of each sheet, which arrange its batches as well and no other sheet", async () => {
  const [cells = []] = FAILURE.values;
  const view = "0197f3a0-0000-7000-8000-000000000001";
  const failure = (digit: number, changes: Partial<Failure>) => ({
    ...FAILURE,
    id: `0190c1a0-0000-7000-8000-00000000010${digit}`,
    ...changes,
  });
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("ledgerWrites.list", () => ({
    failures: [FAILURE, failure(1, { values: [cells, cells] }), failure(2, { sheetName: "Upcoming" })],
    count: 3,
  }));
  mockTrpc.query("lists.kept", () => ({
    arranged: [],
    views: [
      {
        id: view,
        list: "failed-payments",
        name: "Without notes",
        isShared: false,
        isOwn: true,
        ownerName: "Ada Keller",
        version: 1,
        content: {
          version: 1,
          params: {},
          columns: { version: 1, order: [], hidden: ["cell-7"], pinned: [], widths: {} },
        },
      },
    ],
  }));
  renderPage(<LedgerWriteFailuresPage />, {
    at: `/admin/ledger-write-failures?view-failed-payments=${view}`,
  });
  const payments = within(await screen.findByRole("region", { name: "Payments" }));
  await payments.findByRole("button", { name: "View: Without notes" });
  await expect.poll(() => payments.queryByRole("columnheader", { name: "Notes" })).toBeNull();
  const batch = within(screen.getByRole("region", { name: /^Payments \| BatchId/ }));
  expect(batch.queryByRole("columnheader", { name: "Notes" })).toBeNull();
  expect(batch.queryByRole("button", { name: /^View:/ })).toBeNull();
  const upcoming = within(screen.getByRole("region", { name: "Upcoming" }));
  // Its eighth column, under the name that notes have of payments.
  expect(upcoming.getByRole("columnheader", { name: "Application Id" })).toBeTruthy();
  expect(await upcoming.findByRole("button", { name: "View: All" })).toBeTruthy();
});

it("says so when there are more than are shown", async () => {
  open("SUPERADMIN", 1_001);
  expect(await screen.findByText(/^The 1 latest of 1,001 failures are shown\./)).toBeTruthy();
});

it("keeps the rows that are there when they can not be read again, and says so", async () => {
  const { user } = open();
  await screen.findByText("Maria Delgado");
  mockTrpc.query("ledgerWrites.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Failed to load ledger failures")).toBeTruthy();
  expect(screen.getByText("Maria Delgado")).toBeTruthy();
});

it("says nothing of what became of a retry when the page was left: not that it succeeded", async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  mockTrpc.mutation("ledgerWrites.retry", async () => {
    asked.resolve();
    await answer.promise;
    return { retried: 1 };
  });
  const { user, unmount, queryClient } = open();
  const readAgain = vi.spyOn(queryClient, "invalidateQueries");
  const retryAll = () => screen.getByRole("button", { name: "Retry All" });
  await waitFor(() => expect(retryAll().getAttribute("aria-disabled")).toBeNull());
  await user.click(retryAll());
  await asked.promise;
  unmount();
  answer.resolve();
  await waitFor(() => expect(readAgain).toHaveBeenCalled());
  expect(waitingToasts.get()).toEqual([]);
});

it("has no failures, and says so", async () => {
  open();
  mockTrpc.query("ledgerWrites.list", () => ({ failures: [], count: 0 }));
  expect(await screen.findByText("No ledger write failures found.")).toBeTruthy();
});

it("shows ten failures of a sheet on a page, which stands in the address, and a batch whole", async () => {
  const failure = (digits: string, changes: Partial<Failure> = {}) => ({
    ...FAILURE,
    id: `0190c1a0-0000-7000-8000-0000000002${digits}`,
    ...changes,
  });
  const [cells = []] = FAILURE.values;
  const singles = Array.from({ length: 12 }, (_, index) => failure(String(index).padStart(2, "0")));
  const { user } = open();
  mockTrpc.query("ledgerWrites.list", () => ({
    failures: [...singles, failure("99", { values: [cells, cells, cells] })],
    count: 13,
  }));
  const payments = within(await screen.findByRole("region", { name: "Payments" }));
  await waitFor(() => expect(payments.getAllByRole("row")).toHaveLength(1 + 10));
  for (const name of ["Retry Selected", "Delete Selected"])
    expect(payments.getByRole("button", { name, description: "Select failures first." })).toBeTruthy();
  await user.click(payments.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(payments.getAllByRole("row")).toHaveLength(1 + 2));
  expect(address()).toBe("/admin/ledger-write-failures?payments=2");
  const batch = within(screen.getByRole("region", { name: /^Payments \| BatchId/ }));
  expect(batch.getAllByRole("row")).toHaveLength(1 + 3);
  expect(batch.getByRole("button", { name: "Delete Batch" })).toBeTruthy();
  expect(batch.queryByRole("checkbox")).toBeNull();
});

it("a copy and a delete that fail say so", async () => {
  mockTrpc.mutation("ledgerWrites.delete", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = open();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  await user.click(await screen.findByRole("button", { name: /^Copy / }));
  expect(await screen.findByText("Copy failed")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: /^Select 2026/ }));
  await user.click(screen.getByRole("button", { name: "Delete Selected" }));
  await user.click(await screen.findByRole("button", { name: "Delete 1 row" }));
  expect(await screen.findByText("Delete failed")).toBeTruthy();
});
