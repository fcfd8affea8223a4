import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { question, openReview as review, serveBatches } from "../testing/bulk-page.tsx";
import { aBatch, aPreviewRow, BATCH_ID, FOUR_ROWS, PAYMENT_ID } from "../testing/rows.ts";

type Sent = RouterInputs["bulkJobs"]["startPayments"];

beforeEach(() => sessionStorage.clear());

/** Lets the server start the batch, or throw, and keeps what it was sent. */
function serveStart(answer: (tries: number) => void = () => undefined): Sent[] {
  const sent: Sent[] = [];
  mockTrpc.mutation("bulkJobs.startPayments", ({ input }) => {
    sent.push(input);
    answer(sent.length);
    serveBatches(aBatch(), [{ batch: aBatch(), rows: FOUR_ROWS }]);
    return { batchId: BATCH_ID };
  });
  return sent;
}

describe("the last question", () => {
  const confirm = async (page: Awaited<ReturnType<typeof review>>, count: string) => {
    await page.press(/^Process payments \(/);
    const asked = await question(/^Charge /);
    await page.user.type(asked.getByLabelText(/^Type the count/), count);
    return asked;
  };

  it("says how many, how much and what is flagged, and wants the count typed", async () => {
    const page = await review();
    await page.user.click(screen.getByRole("checkbox", { name: "Choose user 48290" }));
    const asked = await confirm(page, "2");
    expect(asked.getByText("Charge $925.00 to 3 customers?")).toBeTruthy();
    expect(asked.getByText("1 × already paid today")).toBeTruthy();
    const description = "Type the count first.";
    expect(asked.getByRole("button", { name: "Process 3 payments", description })).toBeTruthy();
  });

  it("sends the reviewed rows with the digests the server gave them, once, and leads to the batch", async () => {
    const sent = serveStart();
    const page = await review({ kind: "BULK_DEBIT" });
    const asked = await confirm(page, "2");
    const button = asked.getByRole("button", { name: "Process 2 payments" });
    await Promise.all([page.user.click(button), page.user.click(button)]);
    await waitFor(() => expect(address()).toContain(`?batch=${BATCH_ID}`));
    const seen = { balanceCents: 458_750, newestPaymentId: PAYMENT_ID };
    const items = [
      { userId: 48_213, amountCents: 41_250, scheduleId: 48_214, seen, reviewed: "digest of 48213" },
      { userId: 48_214, amountCents: 10_000, scheduleId: 48_215, seen, reviewed: "digest of 48214" },
    ];
    expect(sent).toEqual([
      {
        kind: "BULK_DEBIT",
        version: 2,
        items,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it("without an answer says that the outcome is unknown, and Check asks for the same batch", async () => {
    const sent = serveStart((tries) => {
      if (tries === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const page = await review();
    const asked = await confirm(page, "2");
    await page.user.click(asked.getByRole("button", { name: "Process 2 payments" }));
    const unknown = await question("Outcome unknown");
    await page.user.click(unknown.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.requestId).toBe(sent[0]?.requestId);
    await waitFor(() => expect(address()).toContain(BATCH_ID));
  });

  it("that is refused says why and stays: a second admin was quicker", async () => {
    const message = "A bulk ACH job started by Sam 11:01 is running 40/90.";
    serveStart(() => {
      throw mockTrpc.refusal("CONFLICT", { message });
    });
    const page = await review();
    const asked = await confirm(page, "2");
    await page.user.click(asked.getByRole("button", { name: "Process 2 payments" }));
    expect(await asked.findByText(message)).toBeTruthy();
  });

  it("of customers who are not as shown says what happened, reads the list again, and is asked anew", async () => {
    const message =
      "Customer 48213: In the meantime, erin@example.com charged $41.12 by card at 3:04 PM EST.";
    const sent = serveStart((tries) => {
      if (tries > 1) return;
      const changed = aPreviewRow(48_213, { balanceCents: 454_638, reviewed: "digest of now" });
      mockTrpc.query("bulkJobs.preview", () => ({ rows: [changed] }));
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message,
        details: { confirm: "changed", changed: [48_213] },
      });
    });
    const page = await review();
    const asked = await confirm(page, "2");
    await page.user.click(asked.getByRole("button", { name: "Process 2 payments" }));
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await screen.findByRole("button", { name: "Process payments (1)…" });
    const again = await confirm(page, "1");
    await page.user.click(again.getByRole("button", { name: "Process 1 payment" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.items).toEqual([
      {
        userId: 48_213,
        amountCents: 41_250,
        scheduleId: 48_214,
        seen: { balanceCents: 454_638, newestPaymentId: PAYMENT_ID },
        reviewed: "digest of now",
      },
    ]);
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });

  it("is not asked of a VIEWER, nor while a job of the kind runs", async () => {
    await review({ role: "VIEWER" });
    const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(await screen.findByRole("button", { name: /^Process payments/, description })).toBeTruthy();
  });
});

it("what was changed is not left for another batch without asking", async () => {
  const page = await review({ running: null, batches: [{ batch: aBatch(), rows: FOUR_ROWS }] });
  await page.user.click(screen.getByRole("checkbox", { name: "Choose user 48213" }));
  await page.user.click(await screen.findByRole("checkbox", { name: "Show Completed" }));
  await page.user.click((await question("Discard changes?")).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(address()).toContain("rows=completed"));
});
