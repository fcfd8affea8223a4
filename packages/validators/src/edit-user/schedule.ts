import { addDays, dayNumber } from "../new-york.ts";
import { proportionalShare } from "../payments/rules.ts";
import type { WatchedField } from "./rules.ts";
import type { LoanTerms } from "./terms.ts";

/** Ten years of weekly payments. */
export const MOST_PAYMENTS = 520;

const DAYS_BETWEEN = 7;
const TOO_MANY_PAYMENTS = `The schedule would have more than ${MOST_PAYMENTS} payments.`;
const TERMS_NEEDED =
  "This advance has a payment schedule: Payback Amount, Payment Amount and First Payment Date are needed.";

export interface DrawnPayment {
  /** YYYY-MM-DD */
  paymentDate: string;
  amountCents: number;
}

export interface StandingPayment extends DrawnPayment {
  /** Paid, be it in part, or a payment of it is under way: it stays as it is. */
  isFixed: boolean;
  /** A payment of it was begun before and came to nothing: it may be moved, but not taken away. */
  wasTried: boolean;
}

type ScheduleTerms = Pick<LoanTerms, "paybackAmountCents" | "paymentAmountCents" | "firstPaymentDate">;

/** What the payments of an application stand for. */
export interface PaidOut {
  /** The advances that are paid out on it: what was sent (cents), and of what whole. */
  advances: readonly { sentCents: number; wholeCents: number }[];
  /** What of its payments stands as paid and is not owed, in cents: it fell away with an advance that came back, or was not sent again. */
  droppedCents: number;
}

/** What is to be paid back of each of these advances, of whole ones so much (cents). */
export const paybacksOf = (wholeCents: number, advances: PaidOut["advances"]): number[] =>
  advances.map((advance) => proportionalShare(wholeCents, advance.sentCents, advance.wholeCents));

/** The terms by which payments are drawn again: the payback (cents) of all advances paid out on the application. */
export function termsOfAll<Terms extends Pick<ScheduleTerms, "paybackAmountCents">>(
  terms: Terms,
  { advances, droppedCents }: PaidOut,
): Terms {
  const { paybackAmountCents } = terms;
  // The dates of one that came back stand for the part of it that was sent again.
  if (paybackAmountCents === null || (advances.length < 2 && droppedCents === 0)) return terms;
  const paybacks = paybacksOf(paybackAmountCents, advances);
  if (advances.length === 0) paybacks.push(paybackAmountCents);
  return { ...terms, paybackAmountCents: paybacks.reduce((sum, cents) => sum + cents, droppedCents) };
}

const SCHEDULE_TERMS: readonly WatchedField[] = [
  "paybackAmountCents",
  "paymentAmountCents",
  "firstPaymentDate",
];

/** Whether a change of these fields draws the unpaid payments again: only where there are payments at all. */
export const isRedrawn = (changed: readonly WatchedField[], standing: readonly StandingPayment[]): boolean =>
  standing.length > 0 && changed.some((field) => SCHEDULE_TERMS.includes(field));

/** Why an edit of these fields leaves terms that come to no schedule, or null: more payments than ten years have. */
export function whyNotPayWeekly(
  changed: readonly WatchedField[],
  {
    paybackAmountCents,
    paymentAmountCents,
  }: Pick<ScheduleTerms, "paybackAmountCents" | "paymentAmountCents">,
): string | null {
  if (!changed.some((field) => SCHEDULE_TERMS.includes(field))) return null;
  if (paybackAmountCents === null || !paymentAmountCents) return null;
  return paybackAmountCents > MOST_PAYMENTS * paymentAmountCents ? TOO_MANY_PAYMENTS : null;
}

/**
 * The unpaid payments after an edit of the terms (cents): one a week from the first payment date until they and the
 * fixed ones come to the payback, the last one smaller where it does not divide. A fixed payment stands for the week it
 * is nearest to. Before `today` (YYYY-MM-DD) only those days are used that are overdue already. Empty where
 * whyNotRedraw says why.
 */
export function redrawSchedule(
  terms: ScheduleTerms,
  standing: readonly StandingPayment[],
  today: string,
): DrawnPayment[] {
  const { paybackAmountCents, paymentAmountCents, firstPaymentDate } = terms;
  if (!paymentAmountCents || paybackAmountCents === null || firstPaymentDate === null) return [];
  const firstDay = dayNumber(firstPaymentDate);
  const fixed = standing.filter(({ isFixed }) => isFixed);
  const taken = new Set(
    fixed.map(({ paymentDate }) => Math.round((dayNumber(paymentDate) - firstDay) / DAYS_BETWEEN)),
  );
  const fixedDays = new Set(fixed.map(({ paymentDate }) => paymentDate));
  const overdue = new Set(standing.filter(({ isFixed }) => !isFixed).map(({ paymentDate }) => paymentDate));
  let leftCents = paybackAmountCents - sumPayments(fixed);
  const drawn: DrawnPayment[] = [];
  for (let week = 0; leftCents > 0 && drawn.length <= MOST_PAYMENTS; week++) {
    const paymentDate = addDays(firstPaymentDate, DAYS_BETWEEN * week);
    if (taken.has(week) || fixedDays.has(paymentDate)) continue;
    if (paymentDate < today && !overdue.has(paymentDate)) continue;
    const amountCents = Math.min(paymentAmountCents, leftCents);
    leftCents -= amountCents;
    drawn.push({ paymentDate, amountCents });
  }
  return drawn;
}

/**
 * The weekly payments that pay an advance back which was paid out just now (cents). None where the terms are not all known,
 * or come to more than MOST_PAYMENTS: nobody agreed on such terms.
 */
export function weeklyPayments(terms: ScheduleTerms): DrawnPayment[] {
  const drawn = redrawSchedule(terms, [], "");
  return drawn.length > MOST_PAYMENTS ? [] : drawn;
}

/**
 * The weekly payments to be added for an advance paid out last, of which the terms are, so that those of an application stand
 * for all it is to be paid back with, `owedCents`: none while they do, and no more than it lacks; after the first ones they go on a week
 * after the last one, or a week from `today` (YYYY-MM-DD) where that is past. Cents.
 */
export function furtherPayments(
  terms: ScheduleTerms,
  { owedCents, standing, today }: { owedCents: number; standing: readonly DrawnPayment[]; today: string },
): DrawnPayment[] {
  const { paybackAmountCents } = terms;
  const last = standing.at(-1)?.paymentDate;
  if (last === undefined) return weeklyPayments(terms);
  const lackedCents = owedCents - sumPayments(standing);
  if (paybackAmountCents === null || lackedCents <= 0) return [];
  const begin = last > today ? last : today;
  return weeklyPayments({
    ...terms,
    paybackAmountCents: Math.min(paybackAmountCents, lackedCents),
    firstPaymentDate: addDays(begin, DAYS_BETWEEN),
  });
}

/** The first of weekly payments, as far as they come to so many cents; the last one is smaller where it does not divide. */
export function cutTo(payments: readonly DrawnPayment[], cents: number): DrawnPayment[] {
  let leftCents = cents;
  return payments.flatMap((payment) => {
    const amountCents = Math.min(payment.amountCents, leftCents);
    leftCents -= amountCents;
    return amountCents > 0 ? [{ ...payment, amountCents }] : [];
  });
}

/** Why the payments can not be drawn again by these terms, or null. */
export function whyNotRedraw(
  terms: ScheduleTerms,
  standing: readonly StandingPayment[],
  today: string,
): string | null {
  const { paybackAmountCents, paymentAmountCents, firstPaymentDate } = terms;
  if (!paymentAmountCents || paybackAmountCents === null || firstPaymentDate === null) return TERMS_NEEDED;
  const drawn = redrawSchedule(terms, standing, today);
  if (drawn.length > MOST_PAYMENTS) return TOO_MANY_PAYMENTS;
  const tried = standing.filter(({ isFixed, wasTried }) => wasTried && !isFixed);
  return tried.length > drawn.length
    ? `The payment of ${tried.at(-1)?.paymentDate} was tried before and cannot be removed. The Payback Amount must leave an amount for it.`
    : null;
}

export interface ScheduleChange {
  paymentDate: string;
  /** Null where there was no payment on that day. */
  beforeCents: number | null;
  afterCents: number | null;
}

/** The days whose unpaid payment comes, goes or changes, in order. */
export function scheduleChanges(
  standing: readonly StandingPayment[],
  drawn: readonly DrawnPayment[],
): ScheduleChange[] {
  const before = byDay(standing.filter(({ isFixed }) => !isFixed));
  const after = byDay(drawn);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((paymentDate) => ({
      paymentDate,
      beforeCents: before.get(paymentDate) ?? null,
      afterCents: after.get(paymentDate) ?? null,
    }))
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
}

const byDay = (payments: readonly DrawnPayment[]) =>
  new Map(payments.map(({ paymentDate, amountCents }) => [paymentDate, amountCents]));

const sumPayments = (payments: readonly DrawnPayment[]): number =>
  payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
