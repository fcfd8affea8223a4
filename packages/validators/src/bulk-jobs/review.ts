import { formatCents } from "../money.ts";
import { formatNewYork } from "../new-york.ts";
import { type OwingFacts, overPayoff } from "../payments/payoff.ts";
import { PAYMENT_TEXTS as TEXT } from "../payments/texts.ts";
import { unknownUser } from "../users/rules.ts";

/** "blocked" can not be chosen, "look" is not chosen by itself. */
export type ReviewLevel = "blocked" | "look";

export interface ReviewReason {
  code: string;
  level: ReviewLevel;
  message: string;
}

/** What decides whether one user may be charged in a batch; cents. */
export interface ReviewFacts extends OwingFacts {
  userId: number;
  isKnown: boolean;
  whyDoNotFund: string | null;
  /** Whether a scheduled payment is due and unpaid. */
  isDue: boolean;
  /** Whether money is on its way from the customer, or for what is due, and nobody knows yet whether it arrives. */
  isUnderWay: boolean;
  /** The last time today, in New York, that money was taken from the customer and did not come back. */
  paidTodayAt: Date | null;
  /** When it was put into a batch that is still running. */
  requestedAt: Date | null;
  /** Why there is no card or account to take it from, or null. */
  whyNoInstrument: string | null;
}

const blocked = (code: string, message: string): ReviewReason => ({ code, level: "blocked", message });
const look = (code: string, message: string): ReviewReason => ({ code, level: "look", message });

const NOTHING_DUE = "Nothing due: this would be a payment ahead.";

const timeOf = (at: Date): string => `${formatNewYork(at, "dateTime").slice(11, 16)} New York time`;

/** Everything there is to say about charging a user, the amount aside; empty when there is nothing. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  if (!facts.isKnown) return [blocked("unknown", unknownUser(facts.userId))];
  const found = [...hindrances(facts), ...cautions(facts)];
  if (!facts.isDue && !found.some(({ level }) => level === "blocked"))
    found.push(look("nothing-due", NOTHING_DUE));
  return found;
}

function hindrances(facts: ReviewFacts): ReviewReason[] {
  const { requestedAt, isDue, isUnderWay, isExternal, balanceCents, whyNoInstrument, paidTodayAt } = facts;
  const nothingOwed = overPayoff(1, facts);
  const found: ReviewReason[] = [];
  if (requestedAt !== null) found.push(blocked("requested", `Already requested ${timeOf(requestedAt)}.`));
  if (isUnderWay) found.push(blocked("under-way", TEXT.stillOpen));
  if (isExternal) found.push(blocked("external", TEXT.withAgency));
  if (nothingOwed !== null)
    found.push(blocked(balanceCents < 0 ? "negative-balance" : "zero-balance", nothingOwed));
  if (whyNoInstrument !== null) found.push(blocked("no-instrument", whyNoInstrument));
  if (paidTodayAt !== null && !isDue && !isUnderWay)
    found.push(blocked("paid", `Paid today ${timeOf(paidTodayAt)}, and nothing else is due.`));
  return found;
}

function cautions({ whyDoNotFund, paidTodayAt, isDue }: ReviewFacts): ReviewReason[] {
  const found: ReviewReason[] = [];
  if (whyDoNotFund !== null) found.push(look("do-not-fund", whyDoNotFund));
  if (paidTodayAt !== null && isDue) found.push(look("paid-today", `Paid today ${timeOf(paidTodayAt)}.`));
  return found;
}

/** Why a user may not be charged, or null: the first reason that blocks. */
export const whyNotCharge = (facts: ReviewFacts): string | null =>
  reviewReasons(facts).find(({ level }) => level === "blocked")?.message ?? null;

/** A payment of the last 24 hours, taken the same way, beside which the next one has to be another. */
export interface LikePayment {
  amountCents: number;
  /** Who made it, when and how. */
  message: string;
}

export interface AmountFacts extends Pick<OwingFacts, "balanceCents" | "payoffCents"> {
  /** Cents; null where the application names none. */
  amountCents: number | null;
  /** What is left of the scheduled payment that is due, null where none is. */
  dueCents: number | null;
  likePayments: readonly LikePayment[];
}

/** What there is to say about an amount, as it stands or as it was edited. A list never takes more than is owed. */
export function amountReasons(facts: AmountFacts): ReviewReason[] {
  const { amountCents, dueCents, payoffCents, likePayments } = facts;
  if (amountCents === null) return [look("no-amount", "There is no payment amount. Enter one.")];
  const found: ReviewReason[] = [];
  const over = overPayoff(amountCents, facts);
  if (over !== null) found.push(blocked("over-balance", over));
  const like = likePayments.find((payment) => payment.amountCents === amountCents);
  if (like !== undefined) found.push(blocked("equal", like.message));
  if (dueCents !== null && amountCents !== Math.min(dueCents, payoffCents))
    found.push(look("not-scheduled", `Due is ${formatCents(Math.min(dueCents, payoffCents))}.`));
  return found;
}
