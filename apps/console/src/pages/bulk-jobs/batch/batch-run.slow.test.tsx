import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Batch } from "@/components/batches/types.ts";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { enabled, openBulkPage, question, rowCells, serveBatches } from "../testing/bulk-page.tsx";
import { aBatch, aRow, BATCH_ID, FOUR_ROWS, OVER, OVER_ROWS, PAYMENT_ID } from "../testing/rows.ts";

beforeEach(() => sessionStorage.clear());

const SEARCH = `?batch=${BATCH_ID}`;

const openRunning = (changes: Partial<Batch> = {}, setup: Parameters<typeof openBulkPage>[0] = {}) => {
  const batch = aBatch(changes);
  return openBulkPage({ running: batch, batches: [{ batch, rows: FOUR_ROWS }], ...setup });
};

describe("a batch that runs", () => {
  it("is shown to whoever comes to the page: by whom, since when, 'completed/total'; the address names it", async () => {
    openRunning();
    expect(await screen.findByText("2/4")).toBeTruthy();
    expect(screen.getByText("started 11:02 ET by Sam Okafor")).toBeTruthy();
    expect(screen.getByText("50%")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Progress of the bulk ACH job" })).toBeTruthy();
    expect(screen.getByText("You can leave this page.")).toBeTruthy();
    await waitFor(() => expect(address()).toContain(SEARCH));
    const steps = within(screen.getByRole("list", { name: "Steps" }));
    expect(
      steps.getAllByRole("listitem").find((step) => step.getAttribute("aria-current") === "step")
        ?.textContent,
    ).toContain("Run");
  });

  it("shows of each row of ACH active, success or exception, with the provider's code and sentence", async () => {
    openRunning();
    expect((await rowCells(48_213)).slice(1, 2)).toEqual(["success"]);
    const failed = await rowCells(48_290);
    expect(failed[1]).toBe("exception");
    expect(failed[5]).toBe("R01 Insufficient funds");
    expect((await rowCells(48_300))[1]).toBe("active");
    expect((await rowCells(48_311))[1]).toBe("active");
  });

  it.each([1, 2] as const)(
    "shows of each row of card debit version %i 100, 0 or the exception",
    async (version) => {
      openRunning({ kind: "BULK_DEBIT", version }, { kind: "BULK_DEBIT", version });
      expect((await rowCells(48_213))[1]).toBe("100%");
      expect((await rowCells(48_290))[1]).toBe("Exception");
      expect((await rowCells(48_311))[1]).toBe("0%");
      const rings = document.querySelectorAll("tbody [data-slot=progress-ring]").length;
      expect(rings > 0).toBe(version === 2);
    },
  );

  it("tells an outcome nobody knows from a failure, and leads to the payment", async () => {
    const batch = aBatch();
    const rows = [
      aRow(1, {
        state: "UNKNOWN",
        message: "We do not know whether this payment went through. Do not repeat it.",
        paymentId: PAYMENT_ID,
      }),
    ];
    openBulkPage({ search: SEARCH, batches: [{ batch, rows }] });
    const cells = await rowCells(1);
    expect(cells[1]).toBe("Outcome unknown");
    expect(cells[5]).toContain("Do not repeat it.");
    expect(screen.getByRole("link", { name: "Open payment" }).getAttribute("href")).toContain(PAYMENT_ID);
  });

  it("goes on as rows change, and ends in its results; the list of batches is read again", async () => {
    openRunning();
    await screen.findByText("2/4");
    let asked = 0;
    serveBatches(null, [{ batch: OVER, rows: OVER_ROWS.map((row) => ({ ...row, change: 9 })) }]);
    mockTrpc.query("bulkJobs.batchTimes", () => {
      asked += 1;
      return [];
    });
    expect(await screen.findByRole("heading", { name: "Results" })).toBeTruthy();
    expect((await rowCells(48_311))[1]).toBe("success");
    await waitFor(() => expect(asked).toBeGreaterThan(0));
  });

  it("can be paused and resumed", async () => {
    const asked: string[] = [];
    mockTrpc.mutation("bulkJobs.pause", ({ input }) => {
      asked.push(input.batchId);
      serveBatches(aBatch({ state: "PAUSED" }), [{ batch: aBatch({ state: "PAUSED" }), rows: FOUR_ROWS }]);
      return { state: "PAUSED" };
    });
    const { press } = openRunning();
    await press("Pause");
    expect(await screen.findByRole("heading", { name: "Paused" })).toBeTruthy();
    await enabled("Resume");
    expect(asked).toEqual([BATCH_ID]);
  });

  it("in which nothing happens is said to be stalled, with the way out", async () => {
    openRunning({ isStalled: true });
    expect(await screen.findByText(/^No progress since 11:03 ET/)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Reset Job Status" })).toHaveLength(2);
  });

  it("is read out each tenth of the way, not with each row", async () => {
    openRunning();
    expect(await screen.findByText("The bulk ACH job is 50% done.")).toBeTruthy();
  });

  it("leaves room to prepare the next list, which says why it can not go yet", async () => {
    const { press } = openRunning();
    await press("Prepare the next list");
    expect(
      await screen.findByText("A bulk ACH job started by Sam Okafor at 11:02 ET is running 2/4."),
    ).toBeTruthy();
    await press("View");
    expect(await screen.findByText("2/4")).toBeTruthy();
  });

  it("'Follow' scrolls to the newest row until the reader scrolls by hand", async () => {
    const { press, user } = openRunning();
    await press("Follow");
    expect((await screen.findByRole("button", { name: "Following" })).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await user.pointer({
      keys: "[MouseLeft]",
      target: screen.getByRole("table", { name: "Rows of the batch" }),
    });
    expect(await screen.findByRole("button", { name: "Follow" })).toBeTruthy();
  });
});

describe("Reset Job Status", () => {
  it("says what it stops and what it does not, and what it did", async () => {
    const asked: unknown[] = [];
    mockTrpc.mutation("bulkJobs.reset", ({ input }) => {
      asked.push(input.kind);
      return {
        success: true,
        message: "Bulk job status successfully reset.",
        batchId: BATCH_ID,
        cancelled: 1,
        inFlight: 1,
      };
    });
    const { press, user } = openRunning();
    await press("Reset Job Status");
    const asks = await question("Reset Job Status of the bulk ACH job?");
    expect(asks.getByText(/1 row without a payment will be cancelled and never sent/)).toBeTruthy();
    expect(asks.getByText(/Payments in progress are completed: 1 row/)).toBeTruthy();
    // What is cancelled does not come back: the harmless answer has the focus.
    await waitFor(() => expect(document.activeElement).toBe(asks.getByRole("button", { name: "Cancel" })));
    await user.click(asks.getByRole("button", { name: "Reset Job Status" }));
    expect(await screen.findByText("Bulk job status successfully reset.")).toBeTruthy();
    expect(screen.getByText("1 cancelled, 1 still in progress.")).toBeTruthy();
    expect(asked).toEqual(["BULK_ACH"]);
  });

  it("of balances counts those that are being asked among the cancelled, and says what becomes of the answers", async () => {
    const counts = { done: 50, failed: 0, unknown: 0, cancelled: 0, underWay: 7, waiting: 193 };
    const batch = aBatch({ kind: "BULK_BALANCE", total: 250, completedCount: 50, counts });
    const { press } = openBulkPage({
      kind: "BULK_BALANCE",
      search: `?batch=${BATCH_ID}`,
      running: batch,
      batches: [{ batch, rows: [] }],
    });
    await press("Reset Job Status");
    const asks = await question(/^Reset Job Status of the/);
    expect(asks.getByText(/200 rows without an answer will be cancelled/)).toBeTruthy();
    expect(asks.getByText(/The banks of 7 rows are being asked now\. Their answers are stored/)).toBeTruthy();
  });

  it("that failed shows the server's message", async () => {
    mockTrpc.mutation("bulkJobs.reset", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "No bulk ACH job is running." });
    });
    const { press, user } = openRunning();
    await press("Reset Job Status");
    await user.click((await question(/^Reset/)).getByRole("button", { name: "Reset Job Status" }));
    expect(await screen.findByText("No bulk ACH job is running.")).toBeTruthy();
  });

  it("has nothing to do while none runs, and says so", async () => {
    openBulkPage();
    const description = "No bulk ACH job is running.";
    expect(await screen.findByRole("button", { name: "Reset Job Status", description })).toBeTruthy();
  });
});
