import type { PaymentType } from "../manual-payments/rules.ts";
import { formatCents } from "../money.ts";
import { formatNewYork, newYorkTimeOfDay } from "../new-york.ts";
import { modesLike, type PaymentMode } from "../payments/kinds.ts";
import { isPaid, isReturned, isUnaccounted, type PaymentState } from "../payments/states.ts";

/** So long after a payment an equal one has to be confirmed as another one. */
export const EQUAL_WITHIN_MS = 24 * 3_600_000;

export type MovingKind = PaymentMode | "MANUAL";

/** The kinds that take the same rail in the same direction; what is recorded by hand is like nothing else. */
export const kindsLike = (kind: MovingKind): readonly MovingKind[] =>
  kind === "MANUAL" ? [kind] : modesLike(kind);

/** A payment as it is told to somebody else. */
export interface ToldPayment {
  id: string;
  kind: MovingKind;
  paymentType: PaymentType;
  state: PaymentState;
  amountCents: number;
  createdAt: Date;
  /** The e-mail address of who made it; null where nobody did. */
  createdBy: string | null;
}

const BY_MODE: Record<PaymentMode, (amount: string) => string> = {
  SALE: (amount) => `charged ${amount} by card`,
  FUND: (amount) => `paid out ${amount} by card`,
  REFUND: (amount) => `refunded ${amount} by card`,
  CREDIT: (amount) => `paid out ${amount} by bank transfer`,
  DEBIT: (amount) => `debited ${amount} by bank transfer`,
  RECREDIT: (amount) => `paid out ${amount} by bank transfer again`,
  RCC: (amount) => `drew ${amount} by RCC`,
  GIVE_BACK: (amount) => `refunded ${amount} by bank transfer`,
};

const doneBy = ({ kind, paymentType, amountCents }: ToldPayment): string => {
  const amount = formatCents(amountCents);
  if (kind !== "MANUAL") return BY_MODE[kind](amount);
  return paymentType === "DEBIT" ? `recorded ${amount} as paid` : `recorded ${amount} as owed`;
};

function outcomeText(state: PaymentState): string {
  if (isPaid(state)) return "";
  if (isUnaccounted(state)) return ", outcome not known yet";
  return isReturned(state) ? ", returned" : ", failed";
}

/** "at 3:04 PM EST", with the day where it is not today's in New York. */
function when(at: Date, now: Date): string {
  const day = formatNewYork(at, "date");
  const time = `at ${newYorkTimeOfDay(at)}`;
  return day === formatNewYork(now, "date") ? time : `on ${day} ${time}`;
}

/** "erin@example.com charged $41.12 by card at 3:04 PM EST" */
export const toldPayment = (payment: ToldPayment, now: Date): string =>
  `${payment.createdBy ?? "someone"} ${doneBy(payment)} ${when(payment.createdAt, now)}${outcomeText(payment.state)}`;

/** The last change of what a customer owes. */
export interface ToldEntry {
  /** Of the ledger transaction, such as "chargeback". */
  kind: string;
  amountCents: number;
  createdAt: Date;
}

export interface Changed {
  /** What was shown, in cents; null where it could not be. */
  seenCents: number | null;
  balanceCents: number;
  /** The payments made since, the newest first. */
  payments: readonly ToldPayment[];
  lastEntry: ToldEntry | null;
  now: Date;
}

/** More than these are counted. */
const TOLD = 3;

/** What happened since the facts were shown that a payment was confirmed on. */
export function changedSince({ seenCents, balanceCents, payments, lastEntry, now }: Changed): string {
  const balance = formatCents(balanceCents);
  if (payments.length > 0) {
    const more = payments.length - TOLD;
    const told = payments.slice(0, TOLD).map((payment) => toldPayment(payment, now));
    return `In the meantime, ${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}. The balance is now ${balance}.`;
  }
  if (seenCents === null) return `The balance is ${balance}.`;
  const why = lastEntry === null ? "" : ` (${entryText(lastEntry, now)})`;
  return `In the meantime, the balance changed from ${formatCents(seenCents)} to ${balance}${why}.`;
}

const entryText = ({ kind, amountCents, createdAt }: ToldEntry, now: Date): string =>
  `${kind.replaceAll("-", " ")} of ${formatCents(Math.abs(amountCents))} ${when(createdAt, now)}`;

/** What is said after the one payment that was told of, where it is the one that would be repeated. */
export const EQUAL_TO_THAT = "This is the same amount and method within 24 hours.";

/** The warning after a sentence that has named the payment by the other rail. */
export const BOTH_MAY_GO_THROUGH = "Both payments may go through.";

/** The warning where a payment by the other rail, which takes money for the same debt, has no outcome. */
export const besideOpen = (payment: ToldPayment, now: Date): string =>
  `${toldPayment(payment, now)}. ${BOTH_MAY_GO_THROUGH}`;
/** The warning before a return that the processor reported is recorded by hand too. */
export const backAlready = (payment: ToldPayment, now: Date): string =>
  `${toldPayment(payment, now)}, as the processor reported. If you record it by hand, it counts twice.`;

/** What is said where a payment equals one made within `EQUAL_WITHIN_MS`. */
export const equalTo = (payment: ToldPayment, now: Date): string =>
  `${toldPayment(payment, now)}. This is the same amount and method within 24 hours.`;
