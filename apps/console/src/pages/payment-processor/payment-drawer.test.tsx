import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { DETAILS, drawer, firstRow, openProcessor, PAYMENT_ID } from "./testing/page.tsx";

describe("a payment over the page", () => {
  it("is opened by its row, kept in the address beside the filters, and closed with Escape", async () => {
    const { user } = openProcessor({ at: "?user=10001" });
    const row = await firstRow();
    await user.click(row.getByRole("link", { name: "kd8s7f6g5h4j3k2" }));
    await drawer();
    expect(address()).toBe(`/admin/payment-processor?user=10001&payment=${PAYMENT_ID}`);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(address()).toBe("/admin/payment-processor?user=10001"));
  });

  it("shows the attempts with the answers as they are kept, the events and the ledger", async () => {
    openProcessor({ at: `?payment=${PAYMENT_ID}` });
    const panel = await drawer();
    const attempt = within(panel.getByRole("article", { name: "Attempt 1" }));
    expect(attempt.getByText("kd8s7f6g5h4j3k2")).toBeTruthy();
    expect(await attempt.findByText("2026-11-20 11:40:01")).toBeTruthy();
    expect(attempt.getByRole("figure", { name: "Answer of attempt 1" }).textContent).toBe(
      '{\n  "SC": 200\n}',
    );
    const event = within(panel.getByRole("article", { name: "Chargeback" }));
    expect(event.getByText("10.4")).toBeTruthy();
    expect(event.getByText("The processor's amount does not match our payment.")).toBeTruthy();
    const ledger = within(panel.getByRole("article", { name: "Ledger payment" }));
    expect(ledger.getByText("receivable:10001")).toBeTruthy();
    expect(ledger.getByText("−$412.50")).toBeTruthy();
    expect(panel.getByText("•••• 4242")).toBeTruthy();
    expect(panel.queryByRole("button", { name: "Check status" })).toBeNull();
  });

  it("of a part that was taken shows both amounts, that it is a duplicate, and what a person has to see", async () => {
    openProcessor({
      at: `?payment=${PAYMENT_ID}`,
      details: {
        ...DETAILS,
        movedCents: 400,
        isDuplicate: true,
        exceptions: [
          {
            id: "0190c1a0-0000-7000-8000-0000000000b1",
            kind: "OTHER_AMOUNT",
            message: "Only a part was booked.",
            openedAt: new Date("2026-11-20T16:41:00Z"),
            closedAt: new Date("2026-11-20T17:41:00Z"),
            closedBy: "ada.keller@example.com",
            note: "Called the customer.",
          },
        ],
      },
    });
    const panel = await drawer();
    expect(panel.getByText("$4.00 of $412.50")).toBeTruthy();
    expect(panel.getByText(/^Yes\. A second payment/)).toBeTruthy();
    const seen = within(panel.getByRole("article", { name: "Different amount" }));
    expect(seen.getByText("Only a part was booked.")).toBeTruthy();
    expect(seen.getByText("Called the customer.")).toBeTruthy();
    expect(seen.getByText("ada.keller@example.com")).toBeTruthy();
  });

  it("of an outcome that nobody knows shows the reference and the answer that the processor gave", async () => {
    const [attempt] = DETAILS.attempts;
    if (attempt === undefined) throw new Error("There is no attempt.");
    openProcessor({
      at: `?payment=${PAYMENT_ID}`,
      details: {
        ...DETAILS,
        state: "UNKNOWN",
        failureMessage: "The processor reports 400 cents instead of 41250.",
        attempts: [{ ...attempt, outcome: null, finishedAt: null, answer: '{ "approved": "4.00" }' }],
      },
    });
    const panel = within(await screen.findByRole("dialog", { name: "SALE of $412.50" }));
    const shown = within(panel.getByRole("article", { name: "Attempt 1" }));
    expect(shown.getByText("TX-1")).toBeTruthy();
    expect(shown.getByText("Unknown outcome")).toBeTruthy();
    expect(shown.getByRole("figure").textContent).toContain('"approved": "4.00"');
  });

  it("says of each part that there is nothing, where there is nothing", async () => {
    openProcessor({
      at: `?payment=${PAYMENT_ID}`,
      details: { ...DETAILS, attempts: [], events: [], ledger: [] },
    });
    const panel = await drawer();
    expect(panel.getByText("The payment was not sent to a processor.")).toBeTruthy();
    expect(panel.getByText("The processor has reported nothing about this payment.")).toBeTruthy();
    expect(panel.getByText("No ledger transactions.")).toBeTruthy();
  });

  it("tells the code of a processor that declined without a word", async () => {
    openProcessor({
      at: `?payment=${PAYMENT_ID}`,
      details: { ...DETAILS, state: "FAILED", failureCode: "R99" },
    });
    expect((await drawer()).getByText("R99")).toBeTruthy();
  });

  it("that can not be loaded says so in its place, and loads on Retry", async () => {
    const { user } = openProcessor();
    await firstRow();
    mockTrpc.query("payments.details", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no such payment." });
    });
    await user.click(screen.getByRole("link", { name: "kd8s7f6g5h4j3k2" }));
    expect((await screen.findByRole("alert")).textContent).toContain("There is no such payment.");
    mockTrpc.query("payments.details", () => DETAILS);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await drawer();
  });
});

describe("Check status", () => {
  /** The button once the role is known and it may be pressed. */
  const checkButton = (panel: ReturnType<typeof within>): Promise<HTMLElement> =>
    waitFor(() => {
      const check = panel.getByRole("button", { name: "Check status" });
      expect(check.getAttribute("aria-disabled")).toBeNull();
      return check;
    });

  const lost = { ...DETAILS, state: "UNKNOWN", nextLookAt: new Date("2026-11-20T16:41:00Z") } as const;

  it.each(["UNKNOWN", "SENDING"] as const)(
    "has the processor asked about a payment that is %s",
    async (state) => {
      const { user } = openProcessor({ at: `?payment=${PAYMENT_ID}`, details: { ...lost, state } });
      const asked: string[] = [];
      mockTrpc.mutation("payments.check", ({ input }) => {
        asked.push(input.paymentId);
        mockTrpc.query("payments.details", () => DETAILS);
        return {
          paymentId: PAYMENT_ID,
          userId: 10_001,
          mode: "SALE",
          state: "SUCCEEDED",
          amountCents: 41_250,
          message: "Transaction perform successfully",
          failureCode: "",
          reference: "TX-1",
          heldUntil: null,
          isPostFundingDone: null,
          postFundingMessage: null,
          nextLookAt: null,
        };
      });
      const panel = await drawer();
      const check = await checkButton(panel);
      expect(await panel.findByText("2026-11-20 11:41:00")).toBeTruthy();
      await user.click(check);
      expect(await screen.findByText("Transaction perform successfully")).toBeTruthy();
      expect(asked).toEqual([PAYMENT_ID]);
      await waitFor(() => expect(panel.queryByRole("button", { name: "Check status" })).toBeNull());
    },
  );

  it("that fails says so", async () => {
    const { user } = openProcessor({ at: `?payment=${PAYMENT_ID}`, details: lost });
    mockTrpc.mutation("payments.check", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await user.click(await checkButton(await drawer()));
    expect(await screen.findByText("Something went wrong!")).toBeTruthy();
  });

  it("is held for a VIEWER, with the reason", async () => {
    openProcessor({ at: `?payment=${PAYMENT_ID}`, details: lost, role: "VIEWER" });
    const panel = await drawer();
    await waitFor(() => {
      const check = panel.getByRole("button", { name: "Check status" });
      const reason = document.getElementById(check.getAttribute("aria-describedby") ?? "");
      expect(reason?.textContent).toContain("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
    });
  });
});
