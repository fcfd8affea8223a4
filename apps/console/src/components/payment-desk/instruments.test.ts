import { expect, it } from "vitest";
import { accountChoices } from "./instruments.ts";
import type { PayableAccount } from "./use-payment-options.ts";

const account: PayableAccount = {
  id: 11,
  name: "Business Checking",
  mask: "6789",
  subtype: "checking",
  enabled: true,
  isPrimary: false,
  isManuallyAdded: false,
  institutionName: "Chase",
  isActive: true,
  createdAt: new Date("2026-02-01T16:00:00Z"),
  saidBalance: null,
  lastReturn: null,
  whyNotDebit: "It can no longer be debited.",
  whyNotPayTo: null,
};

const reasonFor = (mode: "CREDIT" | "RECREDIT" | "DEBIT" | "RCC", changes: Partial<PayableAccount>) =>
  accountChoices(mode, [{ ...account, ...changes }], false, String)[0]?.disabledReason;

it("disables an account with a debit block for collections, but not for payouts", () => {
  for (const mode of ["DEBIT", "RCC"] as const)
    expect(reasonFor(mode, {})).toBe("It can no longer be debited.");
  for (const mode of ["CREDIT", "RECREDIT"] as const) expect(reasonFor(mode, {})).toBeNull();
});

it("disables an account with a payout block for payouts", () => {
  const wrong = { whyNotPayTo: "Payments to it are no longer allowed." };
  for (const mode of ["CREDIT", "RECREDIT"] as const)
    expect(reasonFor(mode, wrong)).toBe("Payments to it are no longer allowed.");
});
