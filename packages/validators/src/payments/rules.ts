import { USERS_MESSAGES } from "../general-messages.ts";
import { formatCents } from "../money.ts";
import { modeRule, type PaymentMode } from "./kinds.ts";
import { type OwingFacts, overPayoff, owedAfterPaying } from "./payoff.ts";
import { isUnmoved, type PaymentState } from "./states.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

/** What decides whether the newest application may be paid out. */
export interface FundingFacts {
  alloyStatus: string;
  expired: boolean;
  offerExpired: boolean;
  /** Why the person is not paid out anything, or null. */
  whyDoNotFund: string | null;
  disbursementAmountCents: number | null;
}

/** Why an application may not be paid out, or null (specification 2 section 4); `null` facts: there is none. */
export function whyNotFund(facts: FundingFacts | null): string | null {
  if (facts === null) return TEXT.noApplication;
  if (facts.whyDoNotFund !== null) return facts.whyDoNotFund;
  if (facts.alloyStatus !== "Approved") return TEXT.notApproved;
  if (facts.expired) return USERS_MESSAGES.applicationExpired;
  if (facts.offerExpired) return USERS_MESSAGES.offerExpired;
  if (facts.disbursementAmountCents === null || facts.disbursementAmountCents <= 0) return TEXT.noAmount;
  return null;
}

/**
 * Why a payment of this mode may not pay out an application, or null. What a RECREDIT sends again was agreed on before: it
 * asks only for no Do Not Fund.
 */
export function whyNotPayOut(mode: PaymentMode, facts: FundingFacts | null): string | null {
  if (!modeRule(mode).funds) return null;
  if (modeRule(mode).isFixed || facts === null) return whyNotFund(facts);
  return facts.whyDoNotFund;
}

/**
 * Why nothing of an earlier disbursement (cents, null: there was none) may be sent again, or null. What the application comes to
 * by now (cents) has to be the same: its terms say what is owed for what is sent.
 */
export function whyNotSendAgain(
  earlierCents: number | null,
  disbursementCents: number | null,
): string | null {
  if (earlierCents === null) return TEXT.noEarlierFunding;
  return earlierCents === disbursementCents ? null : TEXT.termsChanged;
}

/** Why so much (cents) may not be sent again of an earlier disbursement, or null. */
export const whyNotRecredit = (amountCents: number, earlierCents: number): string | null =>
  amountCents > earlierCents ? TEXT.recreditTooLarge(formatCents(earlierCents)) : null;

/** The part of `cents` that belongs to a part of a disbursement that was sent again; whole cents. */
export const proportionalShare = (cents: number, partCents: number, wholeCents: number): number =>
  partCents === wholeCents ? cents : Math.round((cents * partCents) / wholeCents);

export interface CardFacts {
  status: string;
  /** MMYY */
  expiry: string;
}

/** Whether a card's last month has passed on `today` (YYYY-MM-DD in New York). */
export function isCardExpired(expiry: string, today: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d{2})$/.exec(expiry) ?? [];
  return month === undefined || `20${year}-${month}` < today.slice(0, 7);
}

/** Why a card can not be used today, or null. */
export function whyNotUseCard({ status, expiry }: CardFacts, today: string): string | null {
  if (status !== "ACTIVE") return TEXT.cardInactive;
  return isCardExpired(expiry, today) ? TEXT.cardExpired : null;
}

/** Why a bank account can not be used, or null. */
export const whyNotUseAccount = ({ enabled }: { enabled: boolean }): string | null =>
  enabled ? null : TEXT.accountDisabled;

/**
 * What a charge must be confirmed for: taking more than is owed. Cents; null facts: not known, which counts as nothing
 * (specification 2, section 8), and a null amount is the least there is.
 */
export function balanceWarning(
  mode: PaymentMode,
  amountCents: number | null,
  owing: { balanceCents: number; payoffCents: number } | null,
): string | null {
  if (modeRule(mode).direction === "out") return null;
  return overPayoff(amountCents ?? 1, owing ?? { balanceCents: 0, payoffCents: 0 });
}

/** What a second funding must be confirmed for; `fundedOn` is the day as it is shown, null when never funded. */
export const fundedWarning = (mode: PaymentMode, fundedOn: string | null): string | null =>
  modeRule(mode).funds && fundedOn !== null ? TEXT.alreadyFunded(fundedOn) : null;

/**
 * What the customer owes once the payment is through, in cents: an advance that is paid out is owed with what it costs,
 * `paybackCents`, and of one that is sent again in part (`disbursementCents` is the whole) as much of it.
 */
export function balanceAfter(
  mode: PaymentMode,
  owing: Pick<OwingFacts, "balanceCents" | "payoffCents">,
  {
    amountCents,
    paybackCents,
    disbursementCents,
  }: { amountCents: number; paybackCents: number | null; disbursementCents: number | null },
): number {
  if (modeRule(mode).funds) {
    const owedCents = paybackCents ?? amountCents;
    return owing.balanceCents + proportionalShare(owedCents, amountCents, disbursementCents ?? amountCents);
  }
  return modeRule(mode).direction === "in"
    ? owedAfterPaying(amountCents, owing)
    : owing.balanceCents + amountCents;
}

/** The code of a payment that a person has recorded as failed; stored. */
export const RESOLVED_BY_HAND = "settled-by-hand";

/** The code of a payment that no report of the processor has; stored. */
export const NOT_IN_REPORTS = "not-in-reports";

/** What is known of the money of a payment that ended unpaid, beside what happened; null where that says it. */
export function unmovedSentence({
  state,
  failureCode,
}: {
  state: PaymentState;
  failureCode: string;
}): string | null {
  if (!isUnmoved(state)) return null;
  return failureCode === RESOLVED_BY_HAND ? TEXT.recordedNotMoved : TEXT.notMoved;
}

/** What a person can find out about a payment that the processor has forgotten. */
export const RESOLVED_OUTCOMES = ["paid", "failed"] as const;
export type ResolvedOutcome = (typeof RESOLVED_OUTCOMES)[number];

/** Why a payment can not be resolved by hand, or null; `isAsked` while a worker asks the processor about it once more. */
export function whyNotResolve({ state, isAsked }: { state: PaymentState; isAsked: boolean }): string | null {
  if (state !== "NEEDS_REVIEW") return TEXT.notInReview;
  return isAsked ? TEXT.beingAsked : null;
}

/** How long a passcode is that is entered: the smallest is the specification's (section 9). */
export const PASSCODE_LENGTH = { min: 4, max: 12 } as const;

/** How long a passcode is at least that is set: with fewer digits it could be guessed. */
export const NEW_PASSCODE_MIN_LENGTH = 6;
