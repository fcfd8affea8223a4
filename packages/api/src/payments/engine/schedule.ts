import { addDays } from "@countinghouse/validators/new-york";

const DAYS_BETWEEN = 7;

interface Terms {
  /** YYYY-MM-DD */
  firstPaymentDate: string;
  paybackCents: number;
  paymentCents: number;
}

/** The weekly payments that pay an advance back, the last one smaller where it does not divide; amounts in cents. */
export function scheduleOf({ firstPaymentDate, paybackCents, paymentCents }: Terms) {
  if (paymentCents <= 0) return [];
  return Array.from({ length: Math.ceil(paybackCents / paymentCents) }, (_, week) => ({
    paymentDate: addDays(firstPaymentDate, DAYS_BETWEEN * week),
    amountCents: Math.min(paymentCents, paybackCents - paymentCents * week),
  }));
}
