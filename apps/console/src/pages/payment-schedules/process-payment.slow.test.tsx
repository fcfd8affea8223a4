import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADMIN, address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { choose, findRow, openSchedules } from "./testing/page.tsx";
import { anOutcome } from "./testing/schedules.ts";

const OTHER_ID = "0190c1a0-0000-7000-8000-0000000000f2";
const TOLD = "In the meantime, erin@example.com debited $100.00 by bank transfer at 3:04 PM EST.";

const changedTo = (balanceCents: number) =>
  mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
    message: TOLD,
    details: {
      confirm: "changed",
      seen: { balanceCents, newestPaymentId: OTHER_ID },
      payoffCents: balanceCents,
      equalPaymentId: OTHER_ID,
    },
  });

describe("processing a payment", () => {
  async function ask() {
    const page = openSchedules();
    const row = await findRow("2026-11-24");
    await choose(page.user, row, "Process Payment");
    const question = await screen.findByRole("alertdialog", {
      name: "Process the payment of $412.50 by Maria Delgado?",
    });
    const confirm = () =>
      page.user.click(within(question).getByRole("button", { name: "Process $412.50 payment" }));
    return { ...page, question, confirm };
  }
  const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

  it("says who, when, from where and what is owed after it, and starts on Cancel", async () => {
    const { question } = await ask();
    expect(question.textContent).toContain("Maria Delgado #10001");
    expect(question.textContent).toContain("2026-11-24");
    expect(question.textContent).toContain("Bank account •••• 6789 by DEBIT (payment preference)");
    expect(question.textContent).toContain("$1,000.00 → $587.50");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  });

  it("is held while the console is in recovery, with why", async () => {
    const page = await ask();
    mockTrpc.query("admins.me", () => ({ ...ADMIN, standing: "RECOVERY" as const }));
    await page.queryClient.invalidateQueries();
    const description = "The console is in recovery. Nothing is sent until a SUPERADMIN releases it.";
    const held = { name: "Process $412.50 payment", description };
    expect(await within(page.question).findByRole("button", held)).toBeTruthy();
  });

  it("of more than is owed by now is held, with why", async () => {
    const { question, confirm } = await ask();
    mockTrpc.mutation("paymentSchedules.process", () => {
      throw changedTo(10_000);
    });
    await confirm();
    const held = { name: "Process $412.50 payment", description: "More than the customer owes: $100.00." };
    expect(await within(question).findByRole("button", held)).toBeTruthy();
  });

  it("whose customer is not as shown tells what happened, and asks once more with the amount", async () => {
    const { user, question, confirm } = await ask();
    const sent: RouterInputs["paymentSchedules"]["process"][] = [];
    mockTrpc.mutation("paymentSchedules.process", ({ input }) => {
      sent.push(input);
      if (sent.length === 1) throw changedTo(90_000);
      return anOutcome("SUBMITTED", "Transaction perform successfully");
    });
    await confirm();
    expect(await within(question).findByText(TOLD)).toBeTruthy();
    expect(question.textContent).toContain("$900.00 → $487.50");
    await confirm();
    expect(sent).toHaveLength(1);
    await user.type(within(question).getByLabelText(/Type the amount, 412.50/), "412.5");
    await confirm();
    await gone();
    expect(sent.map(({ confirmed }) => confirmed)).toEqual([
      { seen: { balanceCents: 100_000, newestPaymentId: expect.any(String) }, equalPaymentId: null },
      { seen: { balanceCents: 90_000, newestPaymentId: OTHER_ID }, equalPaymentId: OTHER_ID },
    ]);
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });

  it("sends what was shown, once however often it is pressed, and shows the server's message", async () => {
    const { user, question } = await ask();
    const sent: RouterInputs["paymentSchedules"]["process"][] = [];
    mockTrpc.mutation("paymentSchedules.process", ({ input }) => {
      sent.push(input);
      return anOutcome("SUBMITTED", "Transaction perform successfully");
    });
    await user.dblClick(within(question).getByRole("button", { name: "Process $412.50 payment" }));
    expect(await screen.findByText("Transaction perform successfully")).toBeTruthy();
    await gone();
    expect(sent).toMatchObject([{ scheduleId: 2, amountCents: 41_250 }]);
  });

  it("that was declined says why, and that no money moved", async () => {
    const { confirm } = await ask();
    mockTrpc.mutation("paymentSchedules.process", () => anOutcome("FAILED", "Insufficient funds"));
    await confirm();
    expect(await screen.findByText("Insufficient funds")).toBeTruthy();
    expect(screen.getByText("No money was moved.")).toBeTruthy();
    await gone();
  });

  it.each([
    ["RETURNED", "", "The bank sent the money back.", []],
    ["FAILED", "settled-by-hand", "Settled by hand: Seen.", ["Recorded by hand: no money was moved."]],
  ] as const)(
    "that stands as %s %s says no more than is known",
    async (state, failureCode, told, further) => {
      const { confirm } = await ask();
      mockTrpc.mutation("paymentSchedules.process", () => ({ ...anOutcome(state, told), failureCode }));
      await confirm();
      expect(await screen.findByText(told)).toBeTruthy();
      expect(screen.queryByText("No money was moved.")).toBeNull();
      expect(further.filter((text) => screen.queryByText(text) === null)).toEqual([]);
      await gone();
    },
  );

  it("that was refused says why", async () => {
    const { confirm } = await ask();
    mockTrpc.mutation("paymentSchedules.process", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "The payment amount has changed." });
    });
    await confirm();
    expect(await screen.findByText("The payment amount has changed.")).toBeTruthy();
    await gone();
  });

  it("whose outcome the processor did not tell is said to be unknown, and leads to the payment", async () => {
    const { user, confirm } = await ask();
    mockTrpc.mutation("paymentSchedules.process", () => anOutcome("UNKNOWN", ""));
    await confirm();
    expect((await screen.findByRole("alert")).textContent).toBe(
      "We do not know whether this payment went through. Do not repeat it.",
    );
    await user.click(screen.getByRole("button", { name: "Open in Payment Processor" }));
    expect(address()).toBe("/admin/payment-processor?payment=0190c1a0-0000-7000-8000-00000000000a");
  });

  it("that got no answer is asked for again under the same number, never as another one", async () => {
    const { user, confirm } = await ask();
    const ids: string[] = [];
    mockTrpc.mutation("paymentSchedules.process", ({ input }) => {
      ids.push(input.requestId);
      if (ids.length === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return anOutcome("SUBMITTED", "Transaction perform successfully");
    });
    await confirm();
    expect((await screen.findByRole("alert")).textContent).toContain("may or may not have been made");
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("Transaction perform successfully")).toBeTruthy();
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
  });
});
