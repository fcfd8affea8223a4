import { z } from "zod";
import { pleaseInput } from "./general-messages.ts";
import { MAX_AMOUNT_CENTS, parseCents } from "./money.ts";

export const INVALID_AMOUNT = "Enter an amount of at least 0.01 with no more than two decimals.";
export const INVALID_AMOUNT_OR_ZERO = "Enter an amount with no more than two decimals.";

/** Money that is there, as the server takes it: whole cents, at least one. */
export const AmountCents = cents(1, INVALID_AMOUNT);

/** Money that may be nothing, as the server takes it: whole cents, zero or more. */
export const AmountOrZeroCents = cents(0, INVALID_AMOUNT_OR_ZERO);

/** A money field of a form: dollars as typed, which become cents. */
export const amountField = requiredAmount(INVALID_AMOUNT);

/** The same field, whose empty text is refused with the label it has on the form. */
export const titledAmountField = (title: string) => requiredAmount(pleaseInput(title));

/** A money field of a form that may be zero, or empty: empty becomes null, "not known". */
export const optionalAmountField = z
  .string(INVALID_AMOUNT_OR_ZERO)
  .trim()
  .transform((text) => (text === "" ? null : toCents(text)))
  .pipe(AmountOrZeroCents.nullable());

function requiredAmount(empty: string) {
  return z.string(INVALID_AMOUNT).trim().min(1, empty).transform(toCents).pipe(AmountCents);
}

function cents(min: number, message: string) {
  return z.number(message).int(message).min(min, message).max(MAX_AMOUNT_CENTS, message);
}

/** NaN stands for a text that is no amount: the cents schema refuses it with the one message for both. */
function toCents(text: string): number {
  return parseCents(text) ?? Number.NaN;
}
