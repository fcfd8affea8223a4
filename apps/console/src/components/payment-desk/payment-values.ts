import { parseCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { type DeskMode, hasFixedAmount, modeRule } from "@countinghouse/validators/payments/kinds";
import { whyNotUseCard } from "@countinghouse/validators/payments/rules";
import type { PaymentForm } from "@countinghouse/validators/payments/schemas";
import type { z } from "zod";
import { moneyText } from "@/form/money-field.tsx";
import { toSeenFacts } from "../payments/changed-facts.ts";
import { accountChoices, cardChoices } from "./instruments.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

export type PaymentValues = z.input<typeof PaymentForm>;

/** Returns the initial form of a mode, with the card, account or sale that is the only choice. */
export function emptyValues(mode: DeskMode, options: PaymentOptions): PaymentValues {
  const { customer, application, earlierFundingCents } = options;
  const sale = mode === "REFUND" ? onlySale(options) : null;
  const fixedCents = hasFixedAmount(mode) ? application?.disbursementAmountCents : sale?.leftCents;
  const usualCents = mode === "RECREDIT" ? earlierFundingCents : fixedCents;
  return {
    userId: customer.id,
    mode,
    instrumentId: mode === "REFUND" ? (sale?.cardId ?? null) : onlyInstrument(mode, options),
    amount: usualCents ? moneyText(usualCents) : "",
    parentId: sale?.id ?? null,
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
  const given = emptyValues(entered.mode, options);
  const lost: string[] = [];
  const staysOnRail = modeRule(entered.mode).rail === modeRule(mode).rail;
  const hadInstrument = entered.instrumentId !== given.instrumentId;
  if (hadInstrument && staysOnRail && mode !== "REFUND") values.instrumentId = entered.instrumentId;
  else if (hadInstrument) lost.push(modeRule(entered.mode).rail === "CARD" ? "the card" : "the account");
  const hadAmount = entered.amount !== given.amount && !modeRule(entered.mode).funds;
  if (hadAmount && !modeRule(mode).funds && mode !== "REFUND") values.amount = entered.amount;
  else if (hadAmount) lost.push("the amount");
  if (entered.passcode !== "") lost.push("the passcode");
  if (modeRule(entered.mode).hasExternal && modeRule(mode).hasExternal)
    values.isExternal = entered.isExternal;
  return { values, lost };
}

/** Returns the only card or account that can be used, or null. */
function onlyInstrument(mode: DeskMode, { cards, accounts }: PaymentOptions): number | null {
  const choices =
    modeRule(mode).rail === "CARD"
      ? cardChoices(mode, cards, newYorkDate(new Date()))
      : accountChoices(mode, accounts, false, newYorkDate);
  const [only, ...others] = choices.filter(({ disabledReason }) => !disabledReason);
  return only && others.length === 0 ? only.value : null;
}

/** Returns the only sale that can be refunded, or null. */
function onlySale({ refundable, cards }: PaymentOptions): PaymentOptions["refundable"][number] | null {
  const [only, ...others] = refundable;
  const card = cards.find(({ id }) => id === only?.cardId);
  const isUsable = card === undefined || whyNotUseCard(card, newYorkDate(new Date())) === null;
  return only && others.length === 0 && isUsable ? only : null;
}

/** Returns the amount in the form, in cents; null while it is not a positive amount. */
export function typedCents(amount: string): number | null {
  const cents = parseCents(amount);
  return cents === null || cents <= 0 ? null : cents;
}
