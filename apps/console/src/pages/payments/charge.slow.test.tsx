import type { RouterInputs } from "@countinghouse/api";
import { onlineManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Outcome } from "@/components/payment-desk/progress.ts";
import { ADMIN } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { fillInSale, questionGone, summary } from "./testing/desk.tsx";
import { AS_SEEN, anOutcome, openPaymentPage, serveRuns, USER_ID } from "./testing/payment-page.tsx";

afterEach(() => onlineManager.setOnline(true));

describe("a charge", () => {
  it("has a summary with the balance, is confirmed with its amount, is sent once, and leaves a receipt", async () => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage();
    await fillInSale(page);
    expect(summary().getByText("Charge $412.50 to Maria Delgado")).toBeTruthy();
    expect(summary().getByText("$4,587.50 → $4,175.00")).toBeTruthy();
    await page.submit();
    const question = await screen.findByRole("alertdialog", { name: "Charge $412.50 to Maria Delgado?" });
    expect(within(question).getByText("$4,587.50 → $4,175.00")).toBeTruthy();
    expect(within(question).getByText("Visa •••• 4242")).toBeTruthy();
    expect(document.activeElement).toBe(within(question).getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    await page.confirm("Charge $412.50");
    expect((await screen.findAllByText(/Transaction perform successfully/)).length).toBeGreaterThan(0);
    expect(await screen.findByText("ref-77")).toBeTruthy();
    await questionGone();
    expect(screen.queryByRole("form")).toBeNull();
    expect(sent).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userId: USER_ID,
        mode: "SALE",
        instrumentId: 1,
        amountCents: 41_250,
        parentId: null,
        isExternal: false,
        passcode: "",
        confirmed: AS_SEEN,
      } satisfies RouterInputs["payments"]["run"],
    ]);
  });

  it("with the same input after a final outcome is another payment, under another request id", async () => {
    const sent = serveRuns(() => anOutcome());
    const page = openPaymentPage();
    for (const _ of [1, 2]) {
      await fillInSale(page);
      await page.submit();
      await page.confirm("Charge $412.50");
      await page.user.click(await screen.findByRole("button", { name: "Another payment" }));
    }
    expect(sent).toHaveLength(2);
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });

  it("that was declined shows the processor's message and leaves the form filled in", async () => {
    const sent = serveRuns(() => anOutcome({ state: "FAILED", message: "Do not honor", failureCode: "05" }));
    const page = openPaymentPage();
    await fillInSale(page);
    await page.submit();
    await page.confirm("Charge $412.50");
    expect(await screen.findByText("Do not honor")).toBeTruthy();
    await questionGone();
    expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("412.50");
    await page.submit();
    await page.confirm("Charge $412.50");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });

  it("needs a card, and an amount with no more than two decimals", async () => {
    const page = openPaymentPage();
    await page.choose("SALE");
    await page.type("Amount (USD)", "1.239");
    expect(screen.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("1.23");
    await page.submit();
    expect(await screen.findByText("Account detail missing, please select card first!")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("of a bank account needs an enabled one; inactive ones are listed on request", async () => {
    const page = openPaymentPage();
    await page.choose("DEBIT");
    const disabled = await screen.findByRole<HTMLInputElement>("radio", { name: /9001/ });
    expect(disabled.disabled).toBe(true);
    expect(screen.getByText(/The account is disabled\./)).toBeTruthy();
    expect(screen.queryByRole("radio", { name: /1123/ })).toBeNull();
    await page.user.click(screen.getByRole("button", { name: "inactive" }));
    expect(await screen.findByText(/inactive, linked 2026-02-01/)).toBeTruthy();
    await page.type("Amount (USD)", "5");
    await page.submit();
    expect(await screen.findByText("Account detail missing, please select account first!")).toBeTruthy();
    await page.pick(/1123/);
    await page.submit();
    expect(await screen.findByRole("alertdialog", { name: "Charge $5.00 to Maria Delgado?" })).toBeTruthy();
  });

  it("offers the scheduled amount and the payoff", async () => {
    const page = openPaymentPage();
    await page.choose("RCC");
    await page.user.click(await screen.findByRole("button", { name: "Use payoff $4,587.50" }));
    expect(summary().getByText("Charge $4,587.50 to Maria Delgado by RCC")).toBeTruthy();
    await page.user.click(screen.getByRole("button", { name: "Use scheduled $412.50" }));
    expect(summary().getByText("Charge $412.50 to Maria Delgado by RCC")).toBeTruthy();
  });

  it("offers the balance less the early-payment discount as the payoff", async () => {
    const page = openPaymentPage({ payoffCents: 438_750 });
    await page.choose("SALE");
    await page.user.click(await screen.findByRole("button", { name: "Use payoff $4,387.50" }));
    expect(screen.queryByText(/More than the customer owes/)).toBeNull();
    await page.type("Amount (USD)", "4387.51");
    const why = "More than the customer owes after the early-payment discount: $4,387.50.";
    expect(await summary().findByText(why)).toBeTruthy();
  });

  it("is not requested by Enter in the amount, but by Ctrl+Enter", async () => {
    const page = openPaymentPage();
    await fillInSale(page);
    await page.user.keyboard("{Enter}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await page.user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
  });

  it("is not sent while the browser is offline", async () => {
    const page = openPaymentPage();
    await fillInSale(page);
    act(() => onlineManager.setOnline(false));
    const button = await screen.findByRole("button", {
      name: "Charge $412.50…",
      description: "You are offline. Payments are blocked.",
    });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it("is not sent while the console is in recovery", async () => {
    const page = openPaymentPage();
    await fillInSale(page);
    mockTrpc.query("admins.me", () => ({ ...ADMIN, standing: "RECOVERY" as const }));
    await page.queryClient.invalidateQueries();
    const description = "The console is in recovery. Nothing is sent until a SUPERADMIN releases it.";
    expect(await screen.findByRole("button", { name: "Charge $412.50…", description })).toBeTruthy();
  });

  it("can be neither sent twice nor closed while it is sent", async () => {
    let answer: (outcome: Outcome) => void = () => undefined;
    const sent = serveRuns(
      () =>
        new Promise<Outcome>((resolve) => {
          answer = resolve;
        }),
    );
    const page = openPaymentPage();
    await fillInSale(page);
    await page.submit();
    await page.confirm("Charge $412.50");
    await page.confirm("Charge $412.50");
    await page.user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    expect(
      screen.getByText("The payment is being sent. Do not close.", { selector: "output *" }),
    ).toBeTruthy();
    act(() => answer(anOutcome()));
    expect(await screen.findByText("ref-77")).toBeTruthy();
    expect(sent).toHaveLength(1);
  });
});
