import {
  type DeskMode,
  modeRule,
  PAYMENT_CHOICES,
  type PaymentChoice,
} from "@countinghouse/validators/payments/kinds";
import { whyNotSendAgain } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { type Role, whyNotCapable } from "@countinghouse/validators/roles";
import type { PaymentOptions } from "./use-payment-options.ts";

/** Returns the reason why this admin may not use this mode for this customer, or null. */
function whyNotMode(mode: DeskMode, options: PaymentOptions, role: Role): string | null {
  const { rail, funds, isFixed, capability, direction } = modeRule(mode);
  const incapable = whyNotCapable(role, capability);
  if (incapable !== null) return incapable;
  const whyNotRail = options.whyNotRail[rail];
  if (whyNotRail !== null) return whyNotRail;
  if (direction === "in" && options.customer.isExternal) return TEXT.withAgency;
  if (isFixed && options.whyNotFund !== null) return options.whyNotFund;
  if (funds && options.whyDoNotFund !== null) return options.whyDoNotFund;
  if (mode === "FUND" && !options.cards.some(({ isPrimary }) => isPrimary)) return TEXT.noPrimaryAccount;
  if (mode === "RECREDIT") {
    const whyNotAgain = whyNotSendAgain(
      options.earlierFundingCents,
      options.application?.disbursementAmountCents ?? null,
    );
    if (whyNotAgain !== null) return whyNotAgain;
  }
  if (mode === "REFUND" && options.refundable.length === 0) return TEXT.noSaleToRefund;
  return null;
}

/** Returns the reason why this admin may not make this choice for this customer, or null. */
export const whyNotChoice = (choice: PaymentChoice, options: PaymentOptions, role: Role): string | null =>
  choice === "RECORD" ? whyNotCapable(role, "payments.recordManual") : whyNotMode(choice, options, role);

/** Returns the reasons, each with the choices that it disables. */
export function groupReasons(
  options: PaymentOptions,
  role: Role,
): [reason: string, choices: PaymentChoice[]][] {
  const held = new Map<string, PaymentChoice[]>();
  for (const choice of PAYMENT_CHOICES) {
    const reason = whyNotChoice(choice, options, role);
    if (reason !== null) held.set(reason, [...(held.get(reason) ?? []), choice]);
  }
  return [...held];
}
