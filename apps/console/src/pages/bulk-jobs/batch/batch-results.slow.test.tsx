import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { openBulkPage, rowCells, serveBatches } from "../testing/bulk-page.tsx";
import {
  aBatch,
  aPreviewRow,
  aRow,
  BATCH_ID,
  FOUR_ROWS,
  OTHER_BATCH_ID,
  OVER,
  OVER_ROWS,
} from "../testing/rows.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

const SEARCH = `?batch=${BATCH_ID}`;

const openOver = (setup: Parameters<typeof openBulkPage>[0] = {}) =>
  openBulkPage({ search: SEARCH, batches: [{ batch: OVER, rows: OVER_ROWS }], ...setup });
const ids = () =>
  within(screen.getByRole("table", { name: "Rows of the batch" }))
    .getAllByRole("link", { name: /^\d+$/ })
    .map((link) => link.textContent);

describe("the results", () => {
  it("say what came of how many and how much, partial success being the normal end", async () => {
    openOver();
    const outcomes = within(await screen.findByRole("list", { name: "Outcomes" }));
    expect(outcomes.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "2 succeeded $412.50",
      "2 failed $95.00",
    ]);
    expect(screen.getByText("took 1m 52s")).toBeTruthy();
  });

  it("of a batch that was reset say how many were done, cancelled and still run, and Retry offers the cancelled", async () => {
    const batch = aBatch({
      state: "CANCELLED",
      finishedAt: new Date("2026-11-21T16:03:57Z"),
      total: 250,
      completedCount: 249,
      counts: { done: 57, failed: 6, unknown: 0, cancelled: 186, underWay: 1, waiting: 0 },
    });
    const rows = [
      aRow(48_213, { state: "DONE" }),
      aRow(48_290, { state: "FAILED" }),
      aRow(48_300, { state: "CANCELLED" }),
    ];
    mockTrpc.query("bulkJobs.previewFailed", () => ({ rows: [aPreviewRow(48_290), aPreviewRow(48_300)] }));
    const page = openOver({ search: `${SEARCH}&rows=open`, batches: [{ batch, rows }] });
    expect(
      await screen.findByText("The batch was reset: 63 done, 186 cancelled, 1 still running."),
    ).toBeTruthy();
    expect(screen.getByText("63/250")).toBeTruthy();
    expect(
      await screen.findByText("The batch was reset: 63 done, 186 cancelled, 1 still running"),
    ).toBeTruthy();
    await page.press("Copy failed and cancelled ids");
    expect(await navigator.clipboard.readText()).toBe("48290\n48300");
    await page.press("Retry 1 failed, 1 cancelled…");
    expect(await screen.findByRole("table", { name: "List to review" })).toBeTruthy();
  });

  it("Retry failed puts the payments that failed into a list to review", async () => {
    mockTrpc.query("bulkJobs.previewFailed", () => ({
      rows: [aPreviewRow(48_290, { paymentCents: 9_500 })],
    }));
    const { press } = openOver();
    await press("Retry 1 failed…");
    expect(await screen.findByRole("table", { name: "List to review" })).toBeTruthy();
    expect((await rowCells(48_290))[4]).toBe("$95.00");
  });

  it("Retry failed of balances asks the banks of those users again", async () => {
    const sent: unknown[] = [];
    mockTrpc.mutation("bulkJobs.startBalance", ({ input }) => {
      sent.push(input.userIds);
      return { batchId: OTHER_BATCH_ID };
    });
    const batch = { ...OVER, kind: "BULK_BALANCE" as const };
    const { press } = openBulkPage({
      kind: "BULK_BALANCE",
      search: SEARCH,
      batches: [
        { batch, rows: OVER_ROWS },
        { batch: { ...batch, id: OTHER_BATCH_ID }, rows: [] },
      ],
    });
    await press("Retry 1 failed…");
    await waitFor(() => expect(address()).toContain(OTHER_BATCH_ID));
    expect(sent).toEqual(["48290"]);
  });

  it("Copy failed ids puts them on the clipboard", async () => {
    const { press } = openOver();
    await press("Copy failed ids");
    expect(await screen.findByText("Copied")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("48290");
  });

  it("Failed only shows those; the choice stands in the address", async () => {
    const { press } = openOver();
    await press("Failed only 1");
    await waitFor(() => expect(ids()).toEqual(["48290"]));
    expect(address()).toContain("rows=failed");
    await press("All 4");
    await waitFor(() => expect(ids()).toHaveLength(4));
  });

  it("of which no row failed say so, and lead back to all rows", async () => {
    const rows = OVER_ROWS.map((row) => ({ ...row, state: "DONE" as const }));
    const { press } = openOver({ search: `${SEARCH}&rows=failed`, batches: [{ batch: OVER, rows }] });
    expect(await screen.findByText("No row failed")).toBeTruthy();
    await press("Show all rows");
    await waitFor(() => expect(ids()).toHaveLength(4));
  });

  it("New batch leads back to an empty list", async () => {
    const { press, box } = openOver();
    await press("New batch");
    await screen.findByText("0 / 4,000 characters");
    expect(box().value).toBe("");
    expect(address()).toBe("/admin/bulk-ach-payment-v2");
  });

  it.each([
    ["BULK_BALANCE", "bulk-plaid-balance.csv"],
    ["BULK_DEBIT", "bulk-debit-payment.csv"],
    ["BULK_ACH", "bulk-ach-payment.csv"],
  ] as const)("of %s are exported as %s", async (kind, fileName) => {
    const saved: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:saved");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const asked: string[] = [];
    server.use(
      http.post("*/api/exports/bulk-jobs/:id", ({ params, request }) => {
        if (request.url.endsWith("form=description")) return HttpResponse.json({ columns: [], rows: 1 });
        asked.push(String(params.id));
        return new HttpResponse("User Id\n", { headers: { "content-type": "text/csv" } });
      }),
    );
    const { press } = openOver({ kind, batches: [{ batch: { ...OVER, kind }, rows: OVER_ROWS }] });
    await press("Export CSV");
    await press("Save as CSV");
    expect(await screen.findByText(new RegExp(`^${fileName} is complete and saved`))).toBeTruthy();
    expect(saved).toEqual([fileName]);
    expect(asked).toEqual([BATCH_ID]);
  });
});

describe("Show Completed", () => {
  const checkbox = () => screen.findByRole("checkbox", { name: "Show Completed" });

  it("'on: loads completed results for the selected batch date and hides other lists'", async () => {
    const batch = aBatch();
    const page = openBulkPage({ batches: [{ batch, rows: FOUR_ROWS }] });
    await waitFor(async () => expect((await checkbox()).getAttribute("aria-disabled")).not.toBe("true"));
    await page.user.click(await checkbox());
    expect(await screen.findByText("2 completed of 4")).toBeTruthy();
    await waitFor(() => expect(ids()).toEqual(["48213", "48290"]));
    expect(screen.queryByRole("textbox", { name: "User ids" })).toBeNull();
    await waitFor(() => expect(address()).toContain(`?batch=${BATCH_ID}&rows=completed`));
  });

  it("'off: clears lists and loads non-completed'", async () => {
    const batch = aBatch();
    const page = openBulkPage({ search: `${SEARCH}&rows=completed`, batches: [{ batch, rows: FOUR_ROWS }] });
    await waitFor(() => expect(ids()).toEqual(["48213", "48290"]));
    await page.user.click(await checkbox());
    await waitFor(() => expect(ids()).toEqual(["48300", "48311"]));
  });

  it("off, of a batch that is over, says that all rows are completed and leads to them", async () => {
    const page = openOver({ search: `${SEARCH}&rows=completed` });
    await waitFor(() => expect(ids()).toHaveLength(4));
    await page.user.click(await checkbox());
    expect(await screen.findByText("All 4 rows are completed")).toBeTruthy();
    await page.press("Show Completed");
    await waitFor(() => expect(ids()).toHaveLength(4));
    await waitFor(() => expect(address()).toContain("rows=completed"));
  });

  it("is not to be had while there is no batch", async () => {
    openBulkPage();
    expect((await checkbox()).getAttribute("aria-disabled")).toBe("true");
  });

  it("the batch date is a time of New York, and says how many failed", async () => {
    const { user } = openOver();
    const select = await screen.findByRole("combobox", { name: "Batch date" });
    await waitFor(() => expect(select.textContent).toContain("2026-11-21 11:02:05 ET · 4 · 2 failed"));
    await user.click(select);
    expect(await screen.findByRole("option", { name: /2026-11-21 11:02:05 ET/ })).toBeTruthy();
  });
});

describe("a link", () => {
  it("to a batch that is not there says so, and offers a new one", async () => {
    const { press } = openBulkPage({ search: `?batch=${OTHER_BATCH_ID}` });
    expect(await screen.findByText("There is no such batch.")).toBeTruthy();
    await press("New batch");
    expect(await screen.findByRole("textbox", { name: "User ids" })).toBeTruthy();
  });

  it("to the batch of another screen leads there", async () => {
    const batch = { ...OVER, kind: "BULK_DEBIT" as const, version: 1 as const };
    openBulkPage({ search: SEARCH, batches: [{ batch, rows: OVER_ROWS }] });
    const link = await screen.findByRole("link", { name: "Open it on its screen" });
    expect(link.getAttribute("href")).toBe(`/admin/bulk-debit-payment?batch=${BATCH_ID}`);
  });

  it("whose batch can not be loaded says so, with Retry", async () => {
    const page = openOver();
    mockTrpc.query("bulkJobs.rows", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    expect(await screen.findByRole("alert")).toBeTruthy();
    serveBatches(null, [{ batch: OVER, rows: OVER_ROWS }]);
    await page.press("Retry");
    expect(await screen.findByRole("heading", { name: "Results" })).toBeTruthy();
  });
});

it("10,000 rows are shown with few of them made, and filtered at once", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    aRow(index + 1, { position: index, state: index % 100 === 0 ? "FAILED" : "DONE" }),
  );
  const batch = { ...OVER, total: 10_000, completedCount: 10_000 };
  const { press } = openBulkPage({ search: SEARCH, batches: [{ batch, rows }] });
  await screen.findByRole("button", { name: "Failed only 100" });
  expect(document.querySelectorAll("tbody > [data-slot=table-row]").length).toBeLessThan(60);
  expect(screen.getByRole("table", { name: "Rows of the batch" }).getAttribute("aria-rowcount")).toBe(
    "10001",
  );
  await press("Failed only 100");
  await waitFor(() => expect(ids()[1]).toBe("101"));
});
