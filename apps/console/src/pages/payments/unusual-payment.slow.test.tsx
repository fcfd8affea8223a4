import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { fillInFunding, fillInSale, questionGone, summary } from "./testing/desk.tsx";
import {
  AS_SEEN,
  aListedPayment,
  aLoan,
  anAdvance,
  anOutcome,
  openPaymentPage,
  PAYMENT_ID,
  serveRuns,
  someOptions,
  withCode,
} from "./testing/payment-page.tsx";

describe("typing the amount confirms", () => {
  it.each([
    [0, "The customer has a zero balance"],
    [-500, "The user has negative balance."],
    [999, "More than the customer owes: $9.99."],
  ])("a charge of more than the %i cents that are owed, by a SUPERADMIN", async (balanceCents, warning) => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage({ balanceCents, role: "SUPERADMIN" });
    await fillInSale(page, "10");
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(warning)).toBeTruthy();
    await page.confirm("Charge $10.00");
    expect(sent).toEqual([]);
    await page.user.type(question.getByLabelText(/Type the amount, 10.00/), "10");
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent).toHaveLength(1));
    const seen = { balanceCents, newestPaymentId: PAYMENT_ID };
    expect(sent[0]?.confirmed).toEqual({ ...AS_SEEN, seen, balance: true });
  });

  it("no charge above the balance by another role, whose button has the reason until the amount is lower", async () => {
    const page = openPaymentPage({ balanceCents: 999, role: "ADMIN" });
    await fillInSale(page, "10");
    const why = "Only SUPERADMIN can do this.";
    expect(await screen.findByRole("button", { name: "Charge $10.00…", description: why })).toBeTruthy();
    expect(summary().getByText("More than the customer owes: $9.99.")).toBeTruthy();
    await page.type("Amount (USD)", "9.99");
    expect(await screen.findByRole("button", { name: "Charge $9.99…", description: "" })).toBeTruthy();
  });

  it("a charge whose balance could not be read", async () => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage();
    mockTrpc.query("loans.get", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    expect(await screen.findByText("Balance unavailable, treated as $0.00")).toBeTruthy();
    await fillInSale(page, "10");
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    await page.user.type(question.getByLabelText(/Type the amount/), "10.00");
    await page.confirm("Charge $10.00");
    await waitFor(() =>
      expect(sent[0]?.confirmed.seen).toEqual({ balanceCents: null, newestPaymentId: null }),
    );
  });

  it("a charge by card while a bank transfer has no outcome, which the dialog names", async () => {
    const sent = serveRuns(() => anOutcome());
    const open = aListedPayment({ kind: "DEBIT", state: "UNKNOWN", amountCents: 10_000 });
    const page = openPaymentPage({ succeeded: [open] });
    await fillInSale(page, "10");
    const named =
      /^erin\.novak@example\.com debited \$100\.00 by bank transfer .*, outcome not known yet\. Both payments may go through\.$/;
    expect(summary().getByText(named)).toBeTruthy();
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(named)).toBeTruthy();
    await page.confirm("Charge $10.00");
    expect(sent).toEqual([]);
    await page.user.type(question.getByLabelText(/Type the amount, 10.00/), "10");
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent[0]?.confirmed).toEqual({ ...AS_SEEN, openPaymentId: open.id }));
  });

  it("another funding of a funded customer", async () => {
    const sent = serveRuns(() => anOutcome({ mode: "FUND" }));
    const page = openPaymentPage({
      options: someOptions({ application: anAdvance({ fundedOn: "2026-09-23" }) }),
    });
    await fillInFunding(page);
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(
      question.getByText(
        "The customer already funded on 2026-09-23. Are you sure you want to fund the customer again?",
      ),
    ).toBeTruthy();
    await page.user.type(question.getByLabelText(/Type the amount/), "4637.50");
    await page.confirm("Fund $4,637.50 again");
    await waitFor(() => expect(sent[0]?.confirmed).toEqual({ ...AS_SEEN, funded: true }));
  });

  it("a warning that only the server found, for which the dialog stays open", async () => {
    const sent = serveRuns((_, tries) => {
      if (tries > 1) return anOutcome();
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message: "The customer has a zero balance",
        details: { confirm: "balance" },
      });
    });
    const page = openPaymentPage({ role: "SUPERADMIN" });
    await fillInSale(page, "10");
    await page.submit();
    await page.confirm("Charge $10.00");
    const question = within(await screen.findByRole("alertdialog"));
    expect(await question.findByText("The customer has a zero balance")).toBeTruthy();
    await page.user.type(await question.findByLabelText(/Type the amount/), "10");
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.confirmed.balance).toBe(true);
  });

  it("an earlier funding that only the server found, after the passcode is entered again", async () => {
    const warning =
      "The customer already funded on 2026-09-23. Are you sure you want to fund the customer again?";
    const sent = serveRuns((_, tries) => {
      if (tries > 1) return anOutcome({ mode: "FUND" });
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: warning, details: { confirm: "funded" } });
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    await questionGone();
    expect((await screen.findAllByText(warning)).length).toBeGreaterThan(0);
    await page.type("Passcode", "4711");
    await page.submit();
    await page.user.type(await screen.findByLabelText(/Type the amount/), "4637.5");
    await page.confirm("Fund $4,637.50 again");
    await waitFor(() => expect(sent[1]?.confirmed.funded).toBe(true));
  });
});

describe("a change after a payment was shown", () => {
  const OTHER_ID = "0190c1a0-0000-7000-8000-0000000000f2";
  const TOLD =
    "In the meantime, erin@example.com charged $10.00 by card at 3:04 PM EST. The balance is now $4,577.50. This is the same amount and method within 24 hours.";
  const seen = { balanceCents: 457_750, newestPaymentId: OTHER_ID };
  const changed = () =>
    mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
      message: TOLD,
      details: { confirm: "changed", seen, payoffCents: 457_750, equalPaymentId: OTHER_ID },
    });

  it("appears in the dialog with the new balance, and is confirmed by typing the amount", async () => {
    const sent = serveRuns((_, tries) => {
      if (tries > 1) return anOutcome();
      throw changed();
    });
    const page = openPaymentPage();
    await fillInSale(page, "10");
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("$4,587.50 → $4,577.50")).toBeTruthy();
    await page.confirm("Charge $10.00");
    expect(await question.findByText(TOLD)).toBeTruthy();
    expect(question.getByText("$4,577.50 → $4,567.50")).toBeTruthy();
    await page.confirm("Charge $10.00");
    expect(sent).toHaveLength(1);
    await page.user.type(question.getByLabelText(/Type the amount, 10.00/), "10");
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.confirmed).toEqual(AS_SEEN);
    expect(sent[1]?.confirmed).toEqual({ ...AS_SEEN, seen, equalPaymentId: OTHER_ID });
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });

  it("does not alter the facts of an open dialog, which are the confirmed ones", async () => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage();
    await fillInSale(page, "10");
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    mockTrpc.query("loans.get", () => aLoan({ balanceCents: 100_000 }));
    await page.queryClient.invalidateQueries();
    // The page below has the new balance; the dialog retains the first one.
    expect(await screen.findByText("$1,000.00 → $990.00")).toBeTruthy();
    expect(question.getByText("$4,587.50 → $4,577.50")).toBeTruthy();
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent[0]?.confirmed).toEqual(AS_SEEN));
  });

  it("appears next to the form when a passcode is needed, and is confirmed in the next dialog", async () => {
    const sent = serveRuns((_, tries) => {
      if (tries > 1) return anOutcome({ mode: "FUND" });
      throw changed();
    });
    const page = openPaymentPage();
    await fillInFunding(page);
    await page.submit();
    await page.confirm("Fund $4,637.50");
    await questionGone();
    expect(await screen.findByText(TOLD)).toBeTruthy();
    await page.type("Passcode", "4711");
    await page.submit();
    await page.user.type(await screen.findByLabelText(/Type the amount/), "4637.5");
    await page.confirm("Fund $4,637.50");
    await waitFor(() => expect(sent[1]?.confirmed).toEqual({ ...AS_SEEN, seen, equalPaymentId: OTHER_ID }));
  });
});

describe("a customer placed with an agency", () => {
  it("can not be charged, and the buttons show the reason; payouts and refunds are possible", async () => {
    const options = someOptions();
    openPaymentPage({ options: { ...options, customer: { ...options.customer, isExternal: true } } });
    const why = "This customer is with an external agency.";
    for (const mode of ["SALE", "DEBIT", "RCC"] as const)
      expect(await screen.findByRole("button", { name: withCode(mode), description: why })).toBeTruthy();
    for (const mode of ["FUND", "REFUND", "CREDIT"] as const)
      expect(screen.getByRole("button", { name: withCode(mode), description: "" })).toBeTruthy();
  });
});
