import { modeRule } from "@countinghouse/validators/payments/kinds";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { fillInSale, questionGone } from "./testing/desk.tsx";
import {
  anOutcome,
  openPaymentPage,
  PAYMENT_ID,
  serveRuns,
  someOptions,
  USER_ID,
} from "./testing/payment-page.tsx";

describe("the form", () => {
  it.each([
    ["SALE", true],
    ["FUND", false],
    ["REFUND", true],
    ["CREDIT", true],
    ["DEBIT", false],
    ["RECREDIT", true],
    ["RCC", false],
  ] as const)("shows External in %s: %s, with the value of the customer", async (mode, isShown) => {
    const options = someOptions();
    // A customer with an agency is not charged.
    const isExternal = modeRule(mode).direction === "out";
    const page = openPaymentPage({ options: { ...options, customer: { ...options.customer, isExternal } } });
    await page.choose(mode);
    await screen.findByRole("form", { name: `${mode} form` });
    const box = screen.queryByRole("checkbox", { name: "External" });
    expect(box?.getAttribute("aria-checked")).toBe(isShown ? String(isExternal) : undefined);
  });

  it("carries values with the same meaning over to another mode, and names the dropped ones", async () => {
    const page = openPaymentPage();
    await page.choose("DEBIT");
    await page.pick(/6789/);
    await page.type("Amount (USD)", "25");
    await page.choose("RCC");
    await screen.findByRole("form", { name: "RCC form" });
    expect((await screen.findByRole<HTMLInputElement>("radio", { name: /6789/ })).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("25.00");
    await page.choose("FUND");
    expect(await screen.findByText("FUND starts without the account and the amount.")).toBeTruthy();
  });

  it.each([
    ["CREDIT", /6789/, "Credit $4,637.50", ["Maria Delgado #10001", "Chase •••• 6789", "$4,637.50"]],
    ["REFUND", /\$50\.00/, "Refund $30.00", ["Maria Delgado #10001", "Visa •••• 4242", "$30.00"]],
  ] as const)(
    "is replaced by a receipt once a %s is sent, and opens empty after it",
    async (mode, choice, button, named) => {
      const sent = serveRuns(() => anOutcome({ mode }));
      const page = openPaymentPage();
      await page.choose(mode);
      await page.pick(choice);
      await page.type("Passcode", "4711");
      await page.submit();
      await page.confirm(button);
      const receipt = await screen.findByRole("region", { name: "Receipt" });
      for (const text of named) expect(within(receipt).getByText(text)).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(receipt));
      expect(await screen.findByText([named[0], mode, ...named.slice(1)].join(" · "))).toBeTruthy();
      expect(screen.queryByRole("form")).toBeNull();
      expect(within(receipt).getByRole("link", { name: "Back to customer" }).getAttribute("href")).toBe(
        `/admin/user-detail?id=${USER_ID}`,
      );
      expect(within(receipt).getByText("ref-77")).toBeTruthy();
      expect(await within(receipt).findByText("$4,587.50")).toBeTruthy();
      await page.user.click(within(receipt).getByRole("button", { name: "Another payment" }));
      await page.choose(mode);
      await page.submit();
      expect(await screen.findByText(/^(Account detail missing|Please select the payment)/)).toBeTruthy();
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    ["SALE", /4242/],
    ["DEBIT", /6789/],
    ["REFUND", /\$50\.00/],
  ] as const)(
    "starts with the only instrument of a %s, and an amount is all it needs",
    async (mode, only) => {
      const { cards, accounts, refundable, ...options } = someOptions();
      const page = openPaymentPage({
        options: {
          ...options,
          cards: cards.slice(0, 2),
          accounts: accounts.slice(0, 3),
          refundable: refundable.slice(0, 1),
        },
      });
      await page.choose(mode);
      const radio = await screen.findByRole<HTMLInputElement>("radio", { name: only });
      expect(radio.checked).toBe(true);
      expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe(
        mode === "REFUND" ? "30.00" : "",
      );
    },
  );

  it("names the customer before an amount is entered", async () => {
    const page = openPaymentPage();
    await page.choose("SALE");
    expect(await screen.findByText("Charge card: Maria Delgado #10001")).toBeTruthy();
  });

  it("shows any other refusal with the server's message", async () => {
    serveRuns(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message: "A payment like this one is not finished yet. Wait until its outcome is known.",
        details: { paymentId: PAYMENT_ID },
      });
    });
    const page = openPaymentPage();
    await fillInSale(page);
    await page.submit();
    await page.confirm("Charge $412.50");
    await questionGone();
    expect(await screen.findByText(/A payment like this one is not finished yet/)).toBeTruthy();
  });

  it("asks on Cancel before it drops the entered values and closes", async () => {
    const page = openPaymentPage();
    await fillInSale(page);
    await page.user.click(screen.getByRole("button", { name: "Cancel" }));
    await page.confirm("Discard");
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
  });
});
