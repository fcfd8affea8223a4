import { formatCents } from "../money.ts";
import { addDays } from "../new-york.ts";
import { type OwingFacts, whyNotCollect } from "../payments/payoff.ts";
import { PAYMENT_TEXTS } from "../payments/texts.ts";

export const PAYMENT_DATES_LABELS = {
  title: "Payment Dates",
  paymentDate: "Payment Date",
  amount: "Payment Amount",
  status: "Status",
} as const;

/** Rows of the first page of payment schedules and of each further one. */
export const PAYMENT_SCHEDULES_PAGE_SIZE = 50;

/** Which scheduled payments of everyone are listed. */
export const SCHEDULES_DUE = ["all", "overdue", "today", "week", "paid"] as const;
export type SchedulesDue = (typeof SCHEDULES_DUE)[number];

export const SCHEDULES_DUE_LABELS: Readonly<Record<SchedulesDue, string>> = {
  all: "All unpaid",
  overdue: "Overdue",
  today: "Today",
  week: "Next 7 days",
  paid: "Paid in the last 30 days",
};

export const SCHEDULE_UPDATED = "Payment schedule updated successfully!";
export const SCHEDULE_CHANGED = "Someone else changed this payment. Reload and try again.";
export const SCHEDULE_NOT_PAID_OUT = "The advance of this payment was not paid out or was returned.";
export const SCHEDULE_AMOUNT_CHANGED = "The payment amount has changed. Reload to see it.";

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

/** Why a payment of which so much is paid may not come to this amount, or null. Cents. */
export const whyNotChangeAmount = (amountCents: number, paidCents: number): string | null =>
  paidCents > 0 && amountCents <= paidCents
    ? `${formatCents(paidCents)} of it is paid: the amount has to be more.`
    : null;

export interface ScheduleFacts {
  status: string;
  /** Whether a payment that collects it was begun and its outcome is not known. */
  isUnderWay: boolean;
}

/** Why a scheduled payment may not be changed, or null. */
export const whyNotChangePayment = (schedule: ScheduleFacts): string | null =>
  whyNotMovePayment(schedule) ?? (schedule.isUnderWay ? PAYMENT_TEXTS.stillOpen : null);

export interface CollectionFacts extends ScheduleFacts, OwingFacts {
  /** Whether the customer has the advance that it is a part of. */
  isPaidOut: boolean;
  /** What has not been paid of it, in cents. */
  leftCents: number;
  /** Why there is no card and no account to take it from, or null. */
  whyNoInstrument: string | null;
}

/** Why a scheduled payment may not be collected now, or null. Do Not Fund stops no collection. */
export const whyNotProcessPayment = (facts: CollectionFacts): string | null =>
  whyNotChangePayment(facts) ??
  (facts.isPaidOut ? null : SCHEDULE_NOT_PAID_OUT) ??
  whyNotCollect({ ...facts, amountCents: facts.leftCents }) ??
  facts.whyNoInstrument;
