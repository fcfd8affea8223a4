import type { DeskMode } from "@countinghouse/validators/payments/kinds";
import { ROLES } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address, renderPage } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentPage from "./payment-page.tsx";
import {
  aListedPayment,
  anAdvance,
  anOutcome,
  openPaymentPage,
  servePayments,
  someOptions,
  USER_ID,
  withCode,
} from "./testing/payment-page.tsx";

const modes = async (group: "Collect" | "Pay out" | "Refund") =>
  within(await screen.findByRole("group", { name: group })).getAllByRole("button");
const readReason = async (mode: DeskMode) =>
  (await screen.findByRole("button", { name: withCode(mode) })).ariaDescription;

describe("the choice of a mode", () => {
  it("groups the modes by purpose in plain words, and opens the form with the first chosen mode", async () => {
    const { choose } = openPaymentPage();
    const texts = async (group: Parameters<typeof modes>[0]) =>
      (await modes(group)).map((button) => button.textContent);
    expect(await texts("Collect")).toEqual([
      "Charge card SALE",
      "Debit bank DEBIT",
      "Debit bank by check RCC",
      "Record outside payment",
    ]);
    expect(await texts("Pay out")).toEqual([
      "Pay out to card FUND",
      "Pay out to bank CREDIT",
      "Pay out to bank again RECREDIT",
    ]);
    expect(await texts("Refund")).toEqual(["Refund card payment REFUND"]);
    expect(screen.queryByRole("form")).toBeNull();
    await choose("DEBIT");
    expect(await screen.findByRole("form", { name: "DEBIT form" })).toBeTruthy();
    await waitFor(() => expect(address()).toBe(`/admin/payment?id=${USER_ID}&mode=DEBIT`));
  });

  it("disables FUND and CREDIT with the reason when the application is not fundable", async () => {
    const reason = "Latest Offer has expired. Please ask the user to create a new offer.";
    openPaymentPage({
      options: someOptions({ whyNotFund: reason, application: anAdvance({ whyNotFund: reason }) }),
    });
    for (const mode of ["FUND", "CREDIT"] as const) {
      const button = await screen.findByRole("button", { name: withCode(mode), description: reason });
      expect(button.getAttribute("aria-disabled")).toBe("true");
    }
    expect(screen.getByText("FUND, CREDIT:")).toBeTruthy();
  });

  it("disables FUND without a primary card", async () => {
    const options = someOptions();
    openPaymentPage({
      options: { ...options, cards: options.cards.map((card) => ({ ...card, isPrimary: false })) },
    });
    expect(
      await screen.findByRole("button", {
        name: withCode("FUND"),
        description: "There is no card information, No primary Account available",
      }),
    ).toBeTruthy();
  });

  it("disables RECREDIT without an earlier funding, and REFUND without a sale", async () => {
    openPaymentPage({ options: someOptions({ earlierFundingCents: null, refundable: [] }) });
    for (const [mode, description] of [
      ["RECREDIT", "There is no earlier funding to send again."],
      ["REFUND", "There is no card payment that can be refunded."],
    ] as const) {
      const button = await screen.findByRole("button", { name: withCode(mode), description });
      expect(button.getAttribute("aria-disabled")).toBe("true");
    }
  });

  it("disables the modes of a processor that is off, with the reason", async () => {
    const whyNot = "Card payments are off: TabaPay is not set up here.";
    openPaymentPage({ options: someOptions({ whyNotRail: { CARD: whyNot, ACH: null } }) });
    for (const mode of ["SALE", "FUND", "REFUND"] as const)
      expect(
        (await screen.findByRole("button", { name: withCode(mode), description: whyNot })).getAttribute(
          "aria-disabled",
        ),
      ).toBe("true");
    expect(screen.getByRole("button", { name: withCode("DEBIT") }).getAttribute("aria-disabled")).not.toBe(
      "true",
    );
  });

  it.each(ROLES)("shows the role %s which modes it may use", async (role) => {
    openPaymentPage({ role });
    const buttons = [...(await modes("Collect")), ...(await modes("Pay out")), ...(await modes("Refund"))];
    const held = buttons.filter((button) => button.getAttribute("aria-disabled") === "true");
    const isHeld = role === "VIEWER" || role === "AUDITOR";
    // Record outside payment is for SUPERADMIN and EMPLOYEE.
    expect(held).toHaveLength(isHeld ? 8 : Number(role === "ADMIN"));
    const who = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(screen.queryAllByRole("button", { name: withCode("SALE"), description: who })).toHaveLength(
      isHeld ? 1 : 0,
    );
  });

  it("opens no form for a mode in the address that may not be used", async () => {
    openPaymentPage({ role: "VIEWER", search: "&mode=SALE" });
    await modes("Collect");
    expect(screen.queryByRole("form")).toBeNull();
    expect(await readReason("SALE")).not.toBe("");
  });
});

describe("the page", () => {
  it("shows the customer, the balance and the statuses", async () => {
    openPaymentPage({
      options: someOptions({ application: anAdvance({ fundedOn: "2026-09-23" }) }),
      balanceCents: -2_000,
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Payment" })).toBeTruthy();
    expect(await screen.findByText("Maria Delgado")).toBeTruthy();
    expect(await screen.findByText("Funded 2026-09-23")).toBeTruthy();
    expect(await screen.findByText("−$20.00")).toBeTruthy();
  });

  it("links to the renewal of a customer who came back", async () => {
    openPaymentPage();
    mockTrpc.query("users.renewal", () => ({
      userIdNew: 10_010,
      hasHighRisk: null,
      fundedDate: new Date("2026-10-02T15:00:00Z"),
    }));
    const link = await screen.findByRole("link", { name: "#10010" });
    expect(link.getAttribute("href")).toBe("/admin/payment?id=10010");
    expect(screen.getByText(/funded 2026-10-02/)).toBeTruthy();
  });

  it("reports an address that names no customer", async () => {
    renderPage(<PaymentPage />, { at: "/admin/payment?id=abc" });
    expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
  });

  it("reports an unknown customer", async () => {
    openPaymentPage();
    mockTrpc.query("payments.options", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 10001." });
    });
    expect(await screen.findByText("There is no customer 10001.")).toBeTruthy();
  });

  it("shows 'Something went wrong!' with Retry in place of cards and accounts that do not load, and the rest of the page", async () => {
    const { user } = openPaymentPage({ succeeded: [aListedPayment()] });
    mockTrpc.query("payments.options", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const transaction = within(await screen.findByRole("region", { name: "1 Transaction" }));
    expect(await transaction.findByText("Something went wrong!")).toBeTruthy();
    const retry = await transaction.findByRole("button", { name: "Retry" });
    expect(await screen.findByRole("table", { name: "Successful payments" })).toBeTruthy();
    mockTrpc.query("payments.options", () => someOptions());
    await user.click(retry);
    expect(await screen.findByRole("group", { name: "Collect" })).toBeTruthy();
  });
});

describe("the tables", () => {
  it("show every stored value of a payment, and their count in the heading", async () => {
    openPaymentPage({
      succeeded: [
        aListedPayment(),
        aListedPayment({
          id: "0190c1a0-0000-7000-8000-0000000000f2",
          transactionType: "CashApp",
          kind: "MANUAL",
          instrumentLast4: "",
          cardExpiry: null,
          message: "paid by phone",
        }),
      ],
      failed: [aListedPayment({ state: "FAILED", message: "Do not honor" })],
    });
    const table = await screen.findByRole("table", { name: "Successful payments" });
    const [, first, cashApp] = within(table).getAllByRole("row");
    const toTexts = (row: HTMLElement | undefined) =>
      [...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent);
    await waitFor(() =>
      expect(toTexts(first)).toEqual([
        "2026-11-20 11:40:00",
        "$412.50",
        "DEBIT",
        "SALE",
        "•••• 4242",
        "09/28",
        "Succeeded",
        "—none",
        "ref-77",
      ]),
    );
    expect(toTexts(cashApp).slice(3, 6)).toEqual(["CashApp", "N/A", "N/A"]);
    expect(toTexts(cashApp).at(-2)).toBe("paid by phone");
    const region = within(screen.getByRole("region", { name: "Successful payments" }));
    expect(region.getByText("2")).toBeTruthy();
    const failed = within(await screen.findByRole("table", { name: "Failed payments" }));
    expect(failed.getByText("Do not honor")).toBeTruthy();
    expect(failed.getByText("Failed")).toBeTruthy();
  });

  it("list only succeeded and settled payments as successful, below the open ones with their states", async () => {
    const inStates = (["SENDING", "SUBMITTED", "UNKNOWN", "SUCCEEDED", "SETTLED"] as const).map(
      (state, nth) => aListedPayment({ state, id: `0190c1a0-0000-7000-8000-0000000000e${nth}` }),
    );
    openPaymentPage({ succeeded: inStates });
    const open = await screen.findByRole("table", { name: "In progress" });
    const done = await screen.findByRole("table", { name: "Successful payments" });
    const statesIn = (table: HTMLElement) =>
      within(table)
        .getAllByRole("row")
        .slice(1)
        .map((row) => within(row).getByRole("link").textContent);
    await waitFor(() => expect(statesIn(open)).toEqual(["Sending", "Submitted", "Unknown outcome"]));
    expect(statesIn(done)).toEqual(["Succeeded", "Settled"]);
    expect(open.compareDocumentPosition(done)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("report that there are no payments and no notes", async () => {
    openPaymentPage();
    expect(await screen.findByText("No pending payments")).toBeTruthy();
    expect(await screen.findByText("No Successful Payments Found")).toBeTruthy();
    expect(await screen.findByText("No Failed Payments Found")).toBeTruthy();
    expect(await screen.findByText("No Notes Found")).toBeTruthy();
  });

  it("poll a payment in progress until it has an outcome, and then read the failed payments too", async () => {
    openPaymentPage({ succeeded: [aListedPayment({ state: "SENDING" })] });
    expect(await screen.findByText("Sending")).toBeTruthy();
    servePayments([], [aListedPayment({ state: "FAILED", message: "Do not honor" })]);
    expect(await screen.findByText("Do not honor")).toBeTruthy();
    expect(screen.queryByText("Sending")).toBeNull();
  });

  it.each(["UNKNOWN", "NEEDS_REVIEW", "SENDING"] as const)(
    "offer a check of a payment in state %s",
    async (state) => {
      const { user } = openPaymentPage({ succeeded: [aListedPayment({ state })] });
      const asked: string[] = [];
      mockTrpc.mutation("payments.check", ({ input }) => {
        asked.push(input.paymentId);
        servePayments([aListedPayment()]);
        return anOutcome();
      });
      await user.click(await screen.findByRole("button", { name: "Check status", description: "" }));
      expect(await screen.findByText("Transaction perform successfully")).toBeTruthy();
      expect(await screen.findByText("Succeeded")).toBeTruthy();
      expect(asked).toEqual([aListedPayment().id]);
    },
  );

  it("let a VIEWER read, but neither check a payment nor write a note", async () => {
    openPaymentPage({ role: "VIEWER", succeeded: [aListedPayment({ state: "UNKNOWN" })] });
    const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(await screen.findByRole("button", { name: "Check status", description })).toBeTruthy();
    expect(await screen.findByRole("button", { name: /Create Note/, description })).toBeTruthy();
  });

  it("come with notes, which are written as on the customer's page", async () => {
    const { user } = openPaymentPage();
    mockTrpc.mutation("notes.create", () => ({ id: "n1", message: "Note added sucessfully" }));
    await user.click(await screen.findByRole("button", { name: /Create Note/, description: "" }));
    const form = within(await screen.findByRole("dialog", { name: "Create New Note" }));
    await user.type(form.getByRole("textbox", { name: "Note" }), "Promised to pay on Friday");
    await user.click(form.getByRole("button", { name: "Create note" }));
    expect(await screen.findByText("Note added sucessfully")).toBeTruthy();
  });

  it("come with the key of Create Note, which opens its dialog", async () => {
    const { user } = openPaymentPage();
    await screen.findByRole("button", { name: /Create Note/, description: "" });
    await user.keyboard("n");
    expect(await screen.findByRole("dialog", { name: "Create New Note" })).toBeTruthy();
  });
});
