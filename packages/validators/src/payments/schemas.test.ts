import { describe, expect, it } from "vitest";
import { DESK_MODES, modeRule, needsPasscode } from "./kinds.ts";
import { balanceAfter, balanceWarning, fundedWarning, isCardExpired, whyNotFund } from "./rules.ts";
import { PaymentForm, RunPayment, SetPasscode } from "./schemas.ts";

const form = {
  userId: 1,
  mode: "SALE",
  instrumentId: 7,
  amount: "10.00",
  parentId: null,
  isExternal: false,
  passcode: "",
  confirmed: {
    seen: { balanceCents: 500, newestPaymentId: null },
    equalPaymentId: null,
    balance: false,
    funded: false,
  },
} as const;

const problems = (changed: object): Record<string, string> =>
  Object.fromEntries(
    (PaymentForm.safeParse({ ...form, ...changed }).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]),
  );

describe("the payment form", () => {
  it("accepts a charge without a passcode and becomes the input with the amount in cents", () => {
    const { amount: _typed, ...asked } = form;
    const sent = PaymentForm.parse(form);
    expect(sent).toEqual({ ...asked, amountCents: 1000 });
    expect(RunPayment.parse(sent)).toEqual(sent);
  });

  it("requires the facts that the admin saw at the confirmation", () => {
    const { seen: _seen, ...unseen } = form.confirmed;
    expect(PaymentForm.safeParse({ ...form, confirmed: unseen }).success).toBe(false);
  });

  it.each([
    ["SALE", "Account detail missing, please select card first!"],
    ["FUND", "Account detail missing, please select card first!"],
    ["DEBIT", "Account detail missing, please select account first!"],
    ["RCC", "Account detail missing, please select account first!"],
  ])("of %s requires a card or an account", (mode, message) => {
    expect(problems({ mode, instrumentId: null, passcode: "4711" }).instrumentId).toBe(message);
  });

  it.each(DESK_MODES)("of %s requires the passcode only when money goes out", (mode) => {
    const asks = problems({ mode, parentId: "01939f4e-0000-7000-8000-000000000000" }).passcode;
    const isOut = ["FUND", "REFUND", "CREDIT", "RECREDIT"].includes(mode);
    expect(asks).toBe(isOut ? "Please enter pass code" : undefined);
    expect(needsPasscode(mode)).toBe(isOut);
  });

  it("reports all missing fields at once, even when the amount is wrong", () => {
    const missing = { ...form, mode: "FUND", instrumentId: null, amount: "x", passcode: "" };
    expect(PaymentForm.safeParse(missing).error?.issues.map(({ path }) => path[0])).toEqual([
      "amount",
      "instrumentId",
      "passcode",
    ]);
  });

  it("of REFUND requires the payment that is given back", () => {
    expect(problems({ mode: "REFUND", passcode: "4711" }).parentId).toBe(
      "Please select the payment to refund first!",
    );
  });

  it.each(["1e3", "0.001", "-5", "١٢", "12,34", "1000000000000", "0"])("refuses the amount %s", (amount) => {
    expect(problems({ amount }).amount).toBe(
      "Enter an amount of at least 0.01 with no more than two decimals.",
    );
  });
});

describe("a passcode", () => {
  it.each([
    ["", "Please enter pass code"],
    ["123", "The passcode must have at least 4 digits"],
    ["12345", "A new passcode must have at least 6 digits"],
    ["12a456", "The passcode must be a number"],
    ["1234567890123", "The passcode must have at most 12 digits"],
  ])("%j is refused: %s", (passcode, message) => {
    expect(SetPasscode.safeParse({ kind: "CARD", passcode }).error?.issues[0]?.message).toBe(message);
  });
});

const fundable = {
  alloyStatus: "Approved",
  expired: false,
  offerExpired: false,
  whyDoNotFund: null,
  disbursementAmountCents: 90_000,
};

describe("an application", () => {
  it("that is Approved, live and priced may be paid out", () => {
    expect(whyNotFund(fundable)).toBeNull();
  });

  it.each([
    [null, "The customer has no application."],
    [{ ...fundable, alloyStatus: "Denied" }, "The application is not Approved."],
    [{ ...fundable, alloyStatus: "Manual Review" }, "The application is not Approved."],
    [
      { ...fundable, expired: true },
      "Latest Application has expired. Please ask the user to start a new application.",
    ],
    [
      { ...fundable, offerExpired: true },
      "Latest Offer has expired. Please ask the user to create a new offer.",
    ],
    [
      { ...fundable, whyDoNotFund: "The customer is flagged Do Not Fund." },
      "The customer is flagged Do Not Fund.",
    ],
    [{ ...fundable, disbursementAmountCents: null }, "The application has no disbursement amount."],
    [{ ...fundable, disbursementAmountCents: 0 }, "The application has no disbursement amount."],
  ])("%j may not be paid out", (facts, why) => {
    expect(whyNotFund(facts)).toBe(why);
  });
});

describe("a warning that must be confirmed", () => {
  it.each(DESK_MODES)(
    "covers a %s of more than is owed, or with an unknown balance, if the mode takes money",
    (mode) => {
      const told = (message: string) => (modeRule(mode).direction === "in" ? message : null);
      const owing = (balanceCents: number, payoffCents = balanceCents) => ({ balanceCents, payoffCents });
      expect(balanceWarning(mode, null, owing(0))).toBe(told("The customer has a zero balance"));
      expect(balanceWarning(mode, 5, null)).toBe(told("The customer has a zero balance"));
      expect(balanceWarning(mode, 5, owing(-1))).toBe(told("The user has negative balance."));
      expect(balanceWarning(mode, 101, owing(100))).toBe(told("More than the customer owes: $1.00."));
      expect(balanceWarning(mode, 81, owing(100, 80))).toBe(
        told("More than the customer owes after the early-payment discount: $0.80."),
      );
      expect(balanceWarning(mode, 80, owing(100, 80))).toBeNull();
    },
  );

  it.each(DESK_MODES)("covers a second funding by %s, if the mode pays out an advance", (mode) => {
    const warning =
      "The customer already funded on 2026-11-20. Are you sure you want to fund the customer again?";
    expect(fundedWarning(mode, "2026-11-20")).toBe(modeRule(mode).funds ? warning : null);
    expect(fundedWarning(mode, null)).toBeNull();
  });
});

it("a charge lowers the debt, a refund raises it, and an advance raises it by the payback amount", () => {
  const payment = { amountCents: 1000, paybackCents: 1300, disbursementCents: null };
  const owing = { balanceCents: 5000, payoffCents: 5000 };
  expect(balanceAfter("SALE", owing, payment)).toBe(4000);
  expect(balanceAfter("REFUND", owing, payment)).toBe(6000);
  expect(balanceAfter("FUND", owing, payment)).toBe(6300);
  expect(balanceAfter("RECREDIT", owing, { ...payment, disbursementCents: 3000 })).toBe(5433);
});

it.each([
  ["1126", false],
  ["1026", true],
  ["1225", true],
  ["0127", false],
  ["1326", true],
  ["", true],
])("a card with the expiry %s has expired on 21 November 2026: %s", (expiry, expired) => {
  expect(isCardExpired(expiry, "2026-11-21")).toBe(expired);
});
