import { MOST_PAYMENTS } from "@countinghouse/validators/edit-user/schedule";
import { addDays } from "@countinghouse/validators/new-york";

const DAYS_BETWEEN = 7;

interface Terms {
  /** YYYY-MM-DD */
  firstPaymentDate: string;
  paybackCents: number;
  paymentCents: number;
}

/**
 * The weekly payments that pay an advance back, the last one smaller where it does not divide; amounts in cents. None where
 * they would be more than MOST_PAYMENTS: nobody agreed on such terms.
 */
export function scheduleOf({ firstPaymentDate, paybackCents, paymentCents }: Terms) {
  if (paymentCents <= 0 || paybackCents > MOST_PAYMENTS * paymentCents) return [];
  return Array.from({ length: Math.ceil(paybackCents / paymentCents) }, (_, week) => ({
    paymentDate: addDays(firstPaymentDate, DAYS_BETWEEN * week),
    amountCents: Math.min(paymentCents, paybackCents - paymentCents * week),
  }));
}
