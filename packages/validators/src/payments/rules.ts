import { USERS_MESSAGES } from "../general-messages.ts";
import { formatCents } from "../money.ts";
import { modeRule, type PaymentMode } from "./kinds.ts";
import { type OwingFacts, overPayoff, owedAfterPaying } from "./payoff.ts";
import { isUnmoved, type PaymentState } from "./states.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

/** The facts that decide whether the newest application may be paid out. */
export interface FundingFacts {
  alloyStatus: string;
  expired: boolean;
  offerExpired: boolean;
  /** The reason why nothing may be paid out to the person, or null. */
  whyDoNotFund: string | null;
  disbursementAmountCents: number | null;
}

/** Returns why an application may not be paid out, or null (specification 2 section 4). `null` facts: there is no application. */
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
 * Returns why a payment of this mode may not pay out an application, or null. A RECREDIT repeats agreed terms, so only Do Not Fund
 * can forbid it.
 */
export function whyNotPayOut(mode: PaymentMode, facts: FundingFacts | null): string | null {
  if (!modeRule(mode).funds) return null;
  if (modeRule(mode).isFixed || facts === null) return whyNotFund(facts);
  return facts.whyDoNotFund;
}

/**
 * Returns why an earlier disbursement (cents, null: there was none) may not be sent again, or null. The disbursement amount of the
 * application (cents) must be the same by now: its terms decide how much is owed for the advance.
 */
export function whyNotSendAgain(
  earlierCents: number | null,
  disbursementCents: number | null,
): string | null {
  if (earlierCents === null) return TEXT.noEarlierFunding;
  return earlierCents === disbursementCents ? null : TEXT.termsChanged;
}

/** Returns why this amount (cents) of an earlier disbursement may not be sent again, or null. */
export const whyNotRecredit = (amountCents: number, earlierCents: number): string | null =>
  amountCents > earlierCents ? TEXT.recreditTooLarge(formatCents(earlierCents)) : null;

/** Returns the part of `cents` for a part of a disbursement that is sent again, in whole cents. */
export const proportionalShare = (cents: number, partCents: number, wholeCents: number): number =>
  partCents === wholeCents ? cents : Math.round((cents * partCents) / wholeCents);

export interface CardFacts {
  status: string;
  /** MMYY */
  expiry: string;
}

/** Returns true when the last month of a card is before `today` (YYYY-MM-DD in New York), or when `expiry` is invalid. */
export function isCardExpired(expiry: string, today: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d{2})$/.exec(expiry) ?? [];
  return month === undefined || `20${year}-${month}` < today.slice(0, 7);
}

/** Returns why a card cannot be used today, or null. */
export function whyNotUseCard({ status, expiry }: CardFacts, today: string): string | null {
  if (status !== "ACTIVE") return TEXT.cardInactive;
  return isCardExpired(expiry, today) ? TEXT.cardExpired : null;
}

/** Returns why a bank account cannot be used, or null. */
export const whyNotUseAccount = ({ enabled }: { enabled: boolean }): string | null =>
  enabled ? null : TEXT.accountDisabled;

/**
 * Returns the warning to confirm when a charge takes more than is owed, or null. Cents. A debt that is not known (null) counts as
 * zero (specification 2, section 8); a null amount counts as one cent.
 */
export function balanceWarning(
  mode: PaymentMode,
  amountCents: number | null,
  owing: { balanceCents: number; payoffCents: number } | null,
): string | null {
  if (modeRule(mode).direction === "out") return null;
  return overPayoff(amountCents ?? 1, owing ?? { balanceCents: 0, payoffCents: 0 });
}

/** Returns the warning to confirm before a second funding, or null. `fundedOn` is the day as shown, null when never funded. */
export const fundedWarning = (mode: PaymentMode, fundedOn: string | null): string | null =>
  modeRule(mode).funds && fundedOn !== null ? TEXT.alreadyFunded(fundedOn) : null;

/**
 * Returns the debt of the customer after the payment, in cents. An advance that is paid out adds its payback amount,
 * `paybackCents`. A part of an advance that is sent again adds the same part of it (`disbursementCents` is the whole).
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

/** The stored code of a payment that a person recorded as failed. */
export const RESOLVED_BY_HAND = "settled-by-hand";

/** The stored code of a payment that no report of the processor has. */
export const NOT_IN_REPORTS = "not-in-reports";

/** Returns the sentence about the money of a payment that failed or was cancelled; null for other states. */
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

/** The outcomes that a person can record for a payment that the processor has forgotten. */
export const RESOLVED_OUTCOMES = ["paid", "failed"] as const;
export type ResolvedOutcome = (typeof RESOLVED_OUTCOMES)[number];

/** Returns why a payment cannot be resolved by hand, or null. `isAsked`: a worker is looking up the payment. */
export function whyNotResolve({ state, isAsked }: { state: PaymentState; isAsked: boolean }): string | null {
  if (state !== "NEEDS_REVIEW") return TEXT.notInReview;
  return isAsked ? TEXT.beingAsked : null;
}

/** The length of a passcode that is entered. The minimum is the specification's (section 9). */
export const PASSCODE_LENGTH = { min: 4, max: 12 } as const;

/** The minimum length of a new passcode. Fewer digits could be guessed. */
export const NEW_PASSCODE_MIN_LENGTH = 6;
