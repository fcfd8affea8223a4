import type { RouterInputs } from "@countinghouse/api";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseRowAction } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aReport, DETAILS, openExceptions, PAYMENT_ID, serve } from "./testing/page.tsx";

type Match = RouterInputs["paymentExceptions"]["match"];

let sent: Match[];
beforeEach(() => {
  sent = [];
  serve({ unmatched: [aReport()] });
  mockTrpc.mutation("paymentExceptions.match", ({ input }) => {
    sent.push(input);
    serve({});
    return { paymentId: PAYMENT_ID, isApplied: true, problem: "" };
  });
});

async function openMatch() {
  const { user } = openExceptions();
  await chooseRowAction(user, "639245942", "Match");
  return { user, form: within(await screen.findByRole("dialog", { name: "Match report" })) };
}

describe("Match", () => {
  it("says what is posted, then posts it for the chosen payment, and the row goes", async () => {
    const { user, form } = await openMatch();
    await user.click(form.getByRole("radio", { name: /^DEBIT of Maria Delgado #10001/ }));
    expect((await form.findByRole("status")).textContent).toBe(
      "$9.00 is booked as collected from Maria Delgado, who owes that much less.",
    );
    expect(sent).toEqual([]);
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await screen.findByText("Settlement of $9.00, reference 639245942, was matched.")).toBeTruthy();
    expect(await screen.findByText("No unmatched reports")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.any(String),
        reportId: aReport().id,
        paymentId: PAYMENT_ID,
        userId: null,
        equalPaymentId: null,
      },
    ]);
  });

  it("books for the chosen customer a payment that nobody ordered here, and says so", async () => {
    const { user, form } = await openMatch();
    await user.click(form.getByRole("radio", { name: /^Ana Diaz #10002/ }));
    expect((await form.findByRole("status")).textContent).toBe(
      "$9.00 is booked as collected from Ana Diaz, who owes that much less. It is recorded as a payment that was not ordered here.",
    );
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await screen.findByText("No unmatched reports")).toBeTruthy();
    expect(sent).toMatchObject([{ paymentId: null, userId: 10_002 }]);
  });

  it("asks whether both were made where the same amount was recorded by hand", async () => {
    const { user, form } = await openMatch();
    mockTrpc.mutation("paymentExceptions.match", ({ input }) => {
      sent.push(input);
      if (input.equalPaymentId === PAYMENT_ID) return { paymentId: PAYMENT_ID, isApplied: true, problem: "" };
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message: "erin@example.com recorded $9.00 as paid.",
        details: { confirm: "recorded", equalPaymentId: PAYMENT_ID },
      });
    });
    await user.click(form.getByRole("radio", { name: /^Ana Diaz #10002/ }));
    await form.findByText(/^\$9\.00 is booked as collected from Ana Diaz/);
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await form.findByText("erin@example.com recorded $9.00 as paid.")).toBeTruthy();
    await user.click(form.getByRole("checkbox", { name: "Both payments were made. Book this one too" }));
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await screen.findByText("Settlement of $9.00, reference 639245942, was matched.")).toBeTruthy();
    expect(sent.map(({ equalPaymentId }) => equalPaymentId)).toEqual([null, PAYMENT_ID]);
  });

  it("is refused without a choice, and for an id that is none", async () => {
    const { user, form } = await openMatch();
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await form.findByText("Choose the payment or customer that this report is about.")).toBeTruthy();
    await user.click(form.getByRole("radio", { name: /^Another payment/ }));
    await user.type(form.getByLabelText("Payment id"), "12");
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await form.findByText("Enter the complete payment id.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("with a payment whose id is typed says why it does not fit before anything is sent", async () => {
    const { user, form } = await openMatch();
    mockTrpc.query("payments.details", () => ({ ...DETAILS, amountCents: 901 }));
    await user.click(form.getByRole("radio", { name: /^Another payment/ }));
    await user.type(form.getByLabelText("Payment id"), PAYMENT_ID);
    expect((await form.findByRole("status")).textContent).toBe(
      "This payment and the report differ in amount, direction or processor.",
    );
    const button = form.getByRole("button", { name: "Match" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(sent).toEqual([]);
  });

  it("with a customer nobody knows says so", async () => {
    const { user, form } = await openMatch();
    mockTrpc.query("bankAccounts.owner", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 7." });
    });
    await user.click(form.getByRole("radio", { name: /^Another customer/ }));
    await user.type(form.getByLabelText("Customer id"), "7");
    expect((await form.findByRole("status")).textContent).toBe("There is no customer 7.");
  });

  it("that is refused says why in the form, and goes out again under the same number", async () => {
    mockTrpc.mutation("paymentExceptions.match", ({ input }) => {
      sent.push(input);
      throw mockTrpc.refusal("CONFLICT", { message: "This report was matched meanwhile." });
    });
    const { user, form } = await openMatch();
    await user.click(form.getByRole("radio", { name: /^DEBIT of Maria Delgado #10001/ }));
    await form.findByRole("status");
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await form.findByText("This report was matched meanwhile.")).toBeTruthy();
    await user.click(form.getByRole("button", { name: "Match" }));
    await expect.poll(() => sent.length).toBe(2);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it("that could not be booked says so, with the reason", async () => {
    mockTrpc.mutation("paymentExceptions.match", () => ({
      paymentId: PAYMENT_ID,
      isApplied: false,
      problem: "The ledger refused the posting. The log has the reason.",
    }));
    const { user, form } = await openMatch();
    await user.click(form.getByRole("radio", { name: /^DEBIT of Maria Delgado #10001/ }));
    await form.findByRole("status");
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await screen.findByText("The report was matched, but nothing is posted yet.")).toBeTruthy();
    expect(await screen.findByText("The ledger refused the posting. The log has the reason.")).toBeTruthy();
  });

  it("offers no customer for a return, with the reason", async () => {
    serve({ unmatched: [aReport({ kind: "RETURN", name: "Ana Diaz" })] });
    const { form } = await openMatch();
    for (const name of [/^Ana Diaz #10002/, /^Another customer/]) {
      const radio = form.getByRole("radio", { name, description: /Only collected money can be booked/ });
      expect(radio).toHaveProperty("disabled", true);
    }
  });
});
