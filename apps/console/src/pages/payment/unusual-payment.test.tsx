import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { fillInFunding, fillInSale, questionGone } from "./testing/desk.tsx";
import { anAdvance, anOutcome, openPaymentPage, serveRuns, someOptions } from "./testing/payment-page.tsx";

describe("what is unusual is confirmed by typing the amount", () => {
  it.each([
    [0, "The customer has a zero balance"],
    [-500, "The user has negative balance."],
  ])("a charge at a balance of %i cents", async (balanceCents, warning) => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage({ balanceCents });
    await fillInSale(page, "10");
    await page.submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(warning)).toBeTruthy();
    await page.confirm("Charge $10.00");
    expect(sent).toEqual([]);
    await page.user.type(question.getByLabelText(/Type the amount, 10.00/), "10");
    await page.confirm("Charge $10.00");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.confirmed).toEqual({ balance: true, funded: false });
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
    await waitFor(() => expect(sent[0]?.confirmed.balance).toBe(true));
  });

  it("funding again whom was funded", async () => {
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
    await waitFor(() => expect(sent[0]?.confirmed).toEqual({ balance: false, funded: true }));
  });

  it("also where only the server knew: the question stays and asks for it", async () => {
    const sent = serveRuns((_, tries) => {
      if (tries > 1) return anOutcome();
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message: "The customer has a zero balance",
        details: { confirm: "balance" },
      });
    });
    const page = openPaymentPage();
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

  it("also where only the server knew of a funding, whose passcode is then asked for again", async () => {
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
