import { parseCents } from "@countinghouse/validators/money";
import { type DeskMode, hasFixedAmount, modeRule } from "@countinghouse/validators/payments/kinds";
import type { PaymentForm } from "@countinghouse/validators/payments/schemas";
import type { z } from "zod";
import { moneyText } from "@/form/money-field.tsx";
import { toSeenFacts } from "../payments/changed-facts.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

export type PaymentValues = z.input<typeof PaymentForm>;

/** Returns the empty form of a mode. */
export function emptyValues(mode: DeskMode, options: PaymentOptions): PaymentValues {
  const { customer, application, earlierFundingCents } = options;
  const fixedCents = hasFixedAmount(mode) ? application?.disbursementAmountCents : null;
  const usualCents = mode === "RECREDIT" ? earlierFundingCents : fixedCents;
  return {
    userId: customer.id,
    mode,
    instrumentId: null,
    amount: usualCents ? moneyText(usualCents) : "",
    parentId: null,
    isExternal: modeRule(mode).hasExternal && customer.isExternal,
    passcode: "",
    confirmed: { seen: toSeenFacts(null), equalPaymentId: null, balance: false, funded: false },
  };
}

/**
 * Returns the initial form of another mode: entered values stay when they mean the same there. `lost` names the values that
 * are dropped.
 */
export function carriedOver(
  entered: PaymentValues,
  mode: DeskMode,
  options: PaymentOptions,
): { values: PaymentValues; lost: string[] } {
  const values = emptyValues(mode, options);
  const lost: string[] = [];
  const staysOnRail = modeRule(entered.mode).rail === modeRule(mode).rail;
  const hadInstrument = entered.instrumentId !== null;
  if (hadInstrument && staysOnRail && mode !== "REFUND") values.instrumentId = entered.instrumentId;
  else if (hadInstrument) lost.push(modeRule(entered.mode).rail === "CARD" ? "the card" : "the account");
  const hadAmount = entered.amount !== "" && !modeRule(entered.mode).funds;
  if (hadAmount && !modeRule(mode).funds && mode !== "REFUND") values.amount = entered.amount;
  else if (hadAmount) lost.push("the amount");
  if (entered.passcode !== "") lost.push("the passcode");
  if (modeRule(entered.mode).hasExternal && modeRule(mode).hasExternal)
    values.isExternal = entered.isExternal;
  return { values, lost };
}

/** Returns the amount in the form, in cents; null while it is not a positive amount. */
export function typedCents(amount: string): number | null {
  const cents = parseCents(amount);
  return cents === null || cents <= 0 ? null : cents;
}
