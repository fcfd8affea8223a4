import { type FlaggedUser, whyDoNotFund } from "../do-not-fund/rules.ts";
import { formatCents } from "../money.ts";
import { formatNewYork } from "../new-york.ts";
import { type OwingFacts, overPayoff } from "../payments/payoff.ts";
import { PAYMENT_TEXTS as TEXT } from "../payments/texts.ts";
import { unknownUser } from "../users/rules.ts";

/** "blocked" can not be chosen, "look" is not chosen by itself. */
export type ReviewLevel = "blocked" | "look";

/** Where the fact stands that keeps a customer out of a run, or asks for a look. */
export type FactPlace =
  | "accounts"
  | "balance"
  | "bankBalance"
  | "bankStatus"
  | "doNotFund"
  | "external"
  | "automation"
  | "payments"
  | "preference"
  | "promises"
  | "remarks"
  | "schedule";

/** A place of one customer: of the one who is flagged, where that is the same person under another id. */
export interface Fact {
  place: FactPlace;
  userId: number;
}

export interface ReviewReason {
  code: string;
  level: ReviewLevel;
  message: string;
  /** Null where there is nothing more to see. */
  fact: Fact | null;
}

/** What decides whether one user may be charged in a batch; cents. */
export interface ReviewFacts extends OwingFacts {
  userId: number;
  isKnown: boolean;
  flagged: FlaggedUser | null;
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
  /** The bank of the account it would be taken from, while that is down. */
  bankDown: string | null;
  /** Where `whyNoInstrument` stands. */
  instrumentPlace: "accounts" | "remarks";
}

const reason = (
  level: ReviewLevel,
  code: string,
  message: string,
  fact: Fact | null = null,
): ReviewReason => ({ code, level, message, fact });

const NOTHING_DUE = "Nothing is due. This would be an early payment.";

const formatTime = (at: Date): string => `${formatNewYork(at, "dateTime").slice(11, 16)} New York time`;

/** Everything there is to say about charging a user, the amount aside; empty when there is nothing. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  const { userId } = facts;
  if (!facts.isKnown) return [reason("blocked", "unknown", unknownUser(userId))];
  const found = [...hindrances(facts), ...cautions(facts)];
  if (!facts.isDue && !found.some(({ level }) => level === "blocked"))
    found.push(reason("look", "nothing-due", NOTHING_DUE, { place: "schedule", userId }));
  return found;
}

function hindrances(facts: ReviewFacts): ReviewReason[] {
  const { userId, requestedAt, isDue, isUnderWay, isExternal, balanceCents, whyNoInstrument, paidTodayAt } =
    facts;
  const nothingOwed = overPayoff(1, facts);
  const found: ReviewReason[] = [];
  const block = (code: string, message: string, place?: FactPlace) =>
    found.push(reason("blocked", code, message, place === undefined ? null : { place, userId }));
  if (requestedAt !== null) block("requested", `Already requested ${formatTime(requestedAt)}.`);
  if (isUnderWay) block("under-way", TEXT.stillOpen, "payments");
  if (isExternal) block("external", TEXT.withAgency, "external");
  if (nothingOwed !== null)
    block(balanceCents < 0 ? "negative-balance" : "zero-balance", nothingOwed, "balance");
  if (whyNoInstrument !== null) block("no-instrument", whyNoInstrument, facts.instrumentPlace);
  if (paidTodayAt !== null && !isDue && !isUnderWay)
    block("paid", `Paid today ${formatTime(paidTodayAt)}, and nothing else is due.`, "payments");
  return found;
}

function cautions({ userId, flagged, paidTodayAt, isDue, bankDown }: ReviewFacts): ReviewReason[] {
  const found: ReviewReason[] = [];
  const flag = whyDoNotFund(userId, flagged);
  if (flagged !== null && flag !== null)
    found.push(reason("look", "do-not-fund", flag, { place: "doNotFund", userId: flagged.userId }));
  if (paidTodayAt !== null && isDue)
    found.push(
      reason("look", "paid-today", `Paid today ${formatTime(paidTodayAt)}.`, { place: "payments", userId }),
    );
  if (bankDown !== null)
    found.push(
      reason("look", "bank-down", `${bankDown} is down. It may not report the account balance.`, {
        place: "bankStatus",
        userId,
      }),
    );
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
  userId: number;
  /** Cents; null where the application names none. */
  amountCents: number | null;
  /** What is left of the scheduled payment that is due, null where none is. */
  dueCents: number | null;
  likePayments: readonly LikePayment[];
}

/** What there is to say about an amount, as it stands or as it was edited. A list never takes more than is owed. */
export function amountReasons(facts: AmountFacts): ReviewReason[] {
  const { userId, amountCents, dueCents, payoffCents, likePayments } = facts;
  if (amountCents === null) return [reason("look", "no-amount", "No payment amount. Enter one.")];
  const found: ReviewReason[] = [];
  const over = overPayoff(amountCents, facts);
  if (over !== null) found.push(reason("blocked", "over-balance", over, { place: "balance", userId }));
  const like = likePayments.find((payment) => payment.amountCents === amountCents);
  if (like !== undefined) found.push(reason("blocked", "equal", like.message, { place: "payments", userId }));
  if (dueCents !== null && amountCents !== Math.min(dueCents, payoffCents)) {
    const due = `Due is ${formatCents(Math.min(dueCents, payoffCents))}.`;
    found.push(reason("look", "not-scheduled", due, { place: "schedule", userId }));
  }
  return found;
}
