import { addDays } from "./new-york.ts";

export const PAYMENT_DATES_LABELS = {
  title: "Payment Dates",
  paymentDate: "Payment Date",
  amount: "Payment Amount",
  status: "Status",
} as const;

/** What bounds a payment's day: today in New York and the rows before and after it, all YYYY-MM-DD. */
export interface DateBounds {
  today: string;
  previous: string | null;
  next: string | null;
}

/** The earliest day a payment may be moved to: today, or the day after the previous payment. */
export const earliestPaymentDate = ({ today, previous }: DateBounds): string => {
  const afterPrevious = previous === null ? today : addDays(previous, 1);
  return afterPrevious > today ? afterPrevious : today;
};

/** Why a payment may not be moved to `date`, or null (specification 1 section 5). */
export function whyNotMovePaymentTo(date: string, { today, previous, next }: DateBounds): string | null {
  if (date < today) return "The date can not be before today.";
  if (previous !== null && date <= previous) return `The date can not be before ${addDays(previous, 1)}.`;
  if (next !== null && date > next) return `The date can not be after ${next}.`;
  return date === next ? `There is already a payment on ${next}.` : null;
}

/** Why a payment may not be moved at all, or null. */
export const whyNotMovePayment = ({ status }: { status: string }): string | null =>
  status === "PAID" ? "This payment is already paid." : null;
