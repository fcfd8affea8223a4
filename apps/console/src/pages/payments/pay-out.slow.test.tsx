import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { fillInFunding, questionGone, summary } from "./testing/desk.tsx";
import {
  anAdvance,
  anOutcome,
  openPaymentPage,
  PAYMENT_ID,
  SALE_ID,
  serveRuns,
  someOptions,
} from "./testing/payment-page.tsx";

describe("paying out", () => {
  it("takes the disbursement amount, which is read-only, and adds the payback to the balance", async () => {
    const page = openPaymentPage();
    await page.choose("CREDIT");
    const amount = await screen.findByLabelText<HTMLInputElement>("Amount (USD)");
    expect(amount.value).toBe("4,637.50");
    expect(amount.readOnly).toBe(true);
    expect(screen.getByText("The disbursement amount of the application.")).toBeTruthy();
    expect(summary().getByText("$4,587.50 → $11,087.50")).toBeTruthy();
    expect(summary().getByText("$4,637.50 funded, $6,500.00 owed with fee")).toBeTruthy();
  });

  it("sends a part of the earlier disbursement again with the payment dates of that part, but no more than the whole", async () => {
    const addedDates = ["2026-12-01", "2026-12-08", "2026-12-15"].map((paymentDate) => ({
      paymentDate,
      amountCents: 216_667,
    }));
    const sent = serveRuns(() => anOutcome({ mode: "RECREDIT" }));
    const page = openPaymentPage({ options: someOptions({ addedDates }) });
    await page.choose("RECREDIT");
    await page.pick(/6789/);
    const amount = await screen.findByLabelText<HTMLInputElement>("Amount (USD)");
    expect(amount.value).toBe("4,637.50");
    await page.type("Passcode", "471100");
    await page.type("Amount (USD)", "4637.51");
    await page.submit();
    const tooMuch = "The amount cannot be more than the earlier disbursement: $4,637.50.";
    expect(await screen.findByText(tooMuch)).toBeTruthy();
    await page.type("Amount (USD)", "2318.75");
    expect(summary().getByText("$4,587.50 → $7,837.50")).toBeTruthy();
    await page.submit();
    const dates = "2 payments of $2,166.67, 2026-12-01 to 2026-12-08: $3,250.01";
    expect(await screen.findByText(dates)).toBeTruthy();
    await page.confirm("Recredit $2,318.75");
    await questionGone();
    expect(sent.map(({ amountCents }) => amountCents)).toEqual([231_875]);
  });

  it("shows how many dates of a returned advance are due at once", async () => {
    const page = openPaymentPage({ options: someOptions({ passedDates: ["2026-11-03", "2026-11-10"] }) });
    await page.choose("RECREDIT");
    await page.pick(/6789/);
    await page.type("Passcode", "471100");
    await page.submit();
    const said =
      "2 payment dates of this advance have passed since 2026-11-03 and would be due immediately after the payout. Move them first.";
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it("by bank transfer shows when it goes out and settles, but not by card", async () => {
    const page = openPaymentPage();
    await page.choose("CREDIT");
    await page.pick(/6789/);
    await page.type("Passcode", "471100");
    await page.submit();
    const settlement =
      /^Goes out on \d{4}-\d{2}-\d{2} if sent before 6:00 PM ET that day; expected to settle on/;
    expect(await screen.findByText(settlement)).toBeTruthy();
    await page.user.keyboard("{Escape}");
    await page.choose("FUND");
    await page.pick(/4242/);
    await page.type("Passcode", "471100");
    await page.submit();
    expect(await screen.findByRole("button", { name: "Fund $4,637.50" })).toBeTruthy();
    expect(screen.queryByText(settlement)).toBeNull();
  });

  it("asks for a passcode of digits, sends it once and never stores it", async () => {
    const sent = serveRuns(() => anOutcome({ mode: "FUND" }));
    const page = openPaymentPage();
    await page.choose("FUND");
    await page.pick(/4242/);
    const field = await screen.findByLabelText<HTMLInputElement>("Passcode");
    expect([field.type, field.autocomplete, field.inputMode]).toEqual(["password", "off", "numeric"]);
    await page.submit();
    expect(await screen.findByText("Please enter pass code")).toBeTruthy();
    await page.type("Passcode", "12ab");
    await page.submit();
    expect(await screen.findByText("The passcode must be a number")).toBeTruthy();
    await page.type("Passcode", "471100");
    await page.submit();
    await page.confirm("Fund $4,637.50");
    expect(await screen.findByText("ref-77")).toBeTruthy();
    expect(sent.map(({ passcode }) => passcode)).toEqual(["471100"]);
    expect(field.value).toBe("");
    const kept = page.queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state);
    expect(JSON.stringify([kept, localStorage, sessionStorage, window.location.href])).not.toContain(
      "471100",
    );
  });

  it.each([
    ["FUND", "You have entered the wrong code"],
    ["CREDIT", "You have entered wrong code"],
    ["CREDIT", "No passcode is set yet. A SUPERADMIN can set one in Settings."],
  ] as const)("shows the error of a wrong passcode for %s on its field: %s", async (mode, message) => {
    serveRuns(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message });
    });
    const page = openPaymentPage();
    await page.choose(mode);
    await page.pick(mode === "FUND" ? /4242/ : /6789/);
    await page.type("Passcode", "9999");
    await page.submit();
    await page.confirm(mode === "FUND" ? "Fund $4,637.50" : "Credit $4,637.50");
    await questionGone();
    const field = await screen.findByLabelText<HTMLInputElement>("Passcode");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByText(message)).toBeTruthy();
    expect(field.value).toBe("");
  });

  it("is blocked after too many wrong passcodes, but charges go on", async () => {
    serveRuns(() => {
      throw mockTrpc.refusal("TOO_MANY_REQUESTS", {
        message: "Too many attempts. Try again in 30 minutes.",
        details: { retryAfterSeconds: 1_800 },
      });
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    await questionGone();
    const description = "Too many attempts. Try again in 30 minutes.";
    const fund = await screen.findByRole("button", { name: "Fund $4,637.50…", description });
    expect(fund.getAttribute("aria-disabled")).toBe("true");
    await page.choose("SALE");
    const chargeButton = await screen.findByRole("button", { name: "Charge…", description: "" });
    expect(chargeButton.getAttribute("aria-disabled")).toBeNull();
  });

  it("is refused when the amount has changed, and the form shows the new one", async () => {
    serveRuns(() => {
      mockTrpc.query("payments.options", () =>
        someOptions({ application: anAdvance({ disbursementAmountCents: 400_000 }) }),
      );
      throw mockTrpc.refusal("CONFLICT", {
        message: "The disbursement amount has changed. Reload to see it.",
      });
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    expect(await screen.findByText("The disbursement amount has changed. Reload to see it.")).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("4,000.00"),
    );
  });

  it("reports in place of the form that no money moved when the customer is no longer fundable", async () => {
    const message = "The customer is flagged Do Not Fund.";
    serveRuns(() => {
      mockTrpc.query("payments.options", () => someOptions({ whyNotFund: message }));
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message });
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    expect(screen.getByRole("alert").textContent).toBe(`${message}No money was moved.`);
  });

  it("under a hold shows a countdown, and can be cancelled until its end", async () => {
    const heldUntil = new Date(Date.now() + 290_000);
    serveRuns(() => anOutcome({ mode: "FUND", state: "READY", heldUntil }));
    const cancelled: string[] = [];
    mockTrpc.mutation("payments.cancelHeld", ({ input }) => {
      cancelled.push(input.paymentId);
      return {
        paymentId: input.paymentId,
        message: "Cancelled during the hold. Nothing was sent." as const,
      };
    });
    const page = openPaymentPage();
    const held = { kind: "FUND" as const, amountCents: 463_750, instrumentLast4: "4242", by: "Ada Keller" };
    await fillInFunding(page);
    await page.submit();
    mockTrpc.query("payments.held", () => [{ id: PAYMENT_ID, ...held, heldUntil }]);
    await page.confirm("Fund $4,637.50");
    expect(await screen.findByText("Payment on hold")).toBeTruthy();
    expect(await screen.findByText(/^4:\d\d$/)).toBeTruthy();
    await page.user.click(screen.getByRole("button", { name: "Cancel payment" }));
    expect(await screen.findByText("Cancelled during the hold. Nothing was sent.")).toBeTruthy();
    expect(cancelled).toEqual([PAYMENT_ID]);
  });

  it("with a second approver shows that it waits, links to the approval, and empties the form", async () => {
    serveRuns(() => {
      throw mockTrpc.refusal("PRECONDITION_REQUIRED", {
        message: "Sent for approval. Nothing has been done yet.",
        details: { approvalId: PAYMENT_ID },
      });
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    expect(await screen.findByText("Sent for approval. Nothing has been done yet.")).toBeTruthy();
    await page.user.click(screen.getByRole("button", { name: "Open approval" }));
    expect(address()).toBe(`/admin/approvals?approval=${PAYMENT_ID}`);
  });

  it("shows a failed follow-up action together with the success of the funding", async () => {
    serveRuns(() =>
      anOutcome({
        mode: "FUND",
        isPostFundingDone: false,
        postFundingMessage: "Something went wrong on post funding actions",
      }),
    );
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    expect(await screen.findByText(/Something went wrong on post funding actions/)).toBeTruthy();
    expect(screen.getByText("ref-77")).toBeTruthy();
  });

  it("refunds a chosen sale by no more than is left of it", async () => {
    const sent = serveRuns(() => anOutcome({ mode: "REFUND" }));
    const page = openPaymentPage();
    await page.choose("REFUND");
    await page.type("Passcode", "4711");
    await page.type("Amount (USD)", "5");
    await page.submit();
    expect(await screen.findByText("Please select the payment to refund first!")).toBeTruthy();
    await page.pick(/\$50\.00/);
    expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("30.00");
    await page.type("Amount (USD)", "30.01");
    await page.submit();
    expect(
      await screen.findByText("The refund cannot be more than the remaining amount of the payment."),
    ).toBeTruthy();
    await page.type("Amount (USD)", "20");
    await page.submit();
    await page.confirm("Refund $20.00");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ parentId: SALE_ID, instrumentId: 1, amountCents: 2_000 });
  });
});
