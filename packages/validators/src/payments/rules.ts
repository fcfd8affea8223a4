import { USERS_MESSAGES } from "../messages.ts";
import type { Capability } from "../roles.ts";
import { overPayoff } from "./payoff.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

/** What can be done with a card, in the order of the screen (specification 2 section 2). */
export const CARD_MODES = ["SALE", "FUND", "REFUND"] as const;
/** What can be done with a bank account. */
export const ACH_MODES = ["CREDIT", "DEBIT", "RECREDIT", "RCC"] as const;
export const PAYMENT_MODES = [...CARD_MODES, ...ACH_MODES] as const;

export type CardMode = (typeof CARD_MODES)[number];
export type AchMode = (typeof ACH_MODES)[number];
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const PAYMENT_RAILS = ["CARD", "ACH"] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/** Where the money goes: "in" reduces what the customer owes, "out" increases it. */
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

interface ModeRule {
  rail: PaymentRail;
  direction: PaymentDirection;
  /** Pays out the advance: the amount is the application's and only a fundable application may be paid. */
  funds: boolean;
  hasExternal: boolean;
  capability: Capability;
}

const MODES = {
  SALE: { rail: "CARD", direction: "in", funds: false, hasExternal: true, capability: "payments.charge" },
  FUND: { rail: "CARD", direction: "out", funds: true, hasExternal: false, capability: "payments.payOut" },
  REFUND: { rail: "CARD", direction: "out", funds: false, hasExternal: true, capability: "payments.payOut" },
  CREDIT: { rail: "ACH", direction: "out", funds: true, hasExternal: true, capability: "payments.payOut" },
  DEBIT: { rail: "ACH", direction: "in", funds: false, hasExternal: false, capability: "payments.charge" },
  RECREDIT: { rail: "ACH", direction: "out", funds: true, hasExternal: true, capability: "payments.payOut" },
  RCC: { rail: "ACH", direction: "in", funds: false, hasExternal: false, capability: "payments.charge" },
} as const satisfies Record<PaymentMode, ModeRule>;

/** The rules of a mode: its rail, which way the money goes, and what it takes. */
export const modeRule = (mode: PaymentMode): ModeRule => MODES[mode];

/** Money goes out with a passcode only (specification 2 section 6). */
export const needsPasscode = (mode: PaymentMode): boolean => MODES[mode].direction === "out";

/** The modes whose money goes the same way on the same rail: while nobody knows of one, none of them is begun. */
export const modesLike = (mode: PaymentMode): PaymentMode[] =>
  PAYMENT_MODES.filter(
    (other) => MODES[other].rail === MODES[mode].rail && MODES[other].direction === MODES[mode].direction,
  );

/** The modes that take money from a customer. */
export const COLLECTING_MODES = PAYMENT_MODES.filter((mode) => MODES[mode].direction === "in");

/** Whether the amount is the application's disbursement amount, which nobody types. */
export const hasFixedAmount = (mode: PaymentMode): boolean => MODES[mode].funds;

/** Whether a payment of this kind, be it of a mode or not, pays out an advance. */
export const isFundingKind = (kind: string): boolean =>
  PAYMENT_MODES.some((mode) => mode === kind && MODES[mode].funds);

/** What decides whether the newest application may be paid out. */
export interface FundingFacts {
  alloyStatus: string;
  expired: boolean;
  offerExpired: boolean;
  doNotFund: boolean;
  disbursementAmountCents: number | null;
}

/** Why an application may not be paid out, or null (specification 2 section 4); `null` facts: there is none. */
export function whyNotFund(facts: FundingFacts | null): string | null {
  if (facts === null) return TEXT.noApplication;
  if (facts.doNotFund) return TEXT.doNotFund;
  if (facts.alloyStatus !== "Approved") return TEXT.notApproved;
  if (facts.expired) return USERS_MESSAGES.applicationExpired;
  if (facts.offerExpired) return USERS_MESSAGES.offerExpired;
  if (facts.disbursementAmountCents === null || facts.disbursementAmountCents <= 0) return TEXT.noAmount;
  return null;
}

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
  if (MODES[mode].direction === "out") return null;
  return overPayoff(amountCents ?? 1, owing ?? { balanceCents: 0, payoffCents: 0 });
}

/** What a second funding must be confirmed for; `fundedOn` is the day as it is shown, null when never funded. */
export const fundedWarning = (mode: PaymentMode, fundedOn: string | null): string | null =>
  MODES[mode].funds && fundedOn !== null ? TEXT.alreadyFunded(fundedOn) : null;

/**
 * What the customer owes once the payment is through, in cents: an advance that is paid out is owed with what it costs,
 * `paybackCents`.
 */
export function balanceAfter(
  mode: PaymentMode,
  balanceCents: number,
  { amountCents, paybackCents }: { amountCents: number; paybackCents: number | null },
): number {
  if (MODES[mode].funds) return balanceCents + (paybackCents ?? amountCents);
  return balanceCents + (MODES[mode].direction === "in" ? -amountCents : amountCents);
}

/** States in which nobody knows yet, or money is on its way to be known. */
export const OPEN_STATES = ["CREATED", "READY", "SENDING", "UNKNOWN"] as const;
/** States in which the money has moved, as far as the processor has said. */
export const PAID_STATES = ["SUBMITTED", "SUCCEEDED", "SETTLED"] as const;
/** States in which no money moved after all, or it came back: the same may be paid once more. */
export const UNPAID_STATES = ["FAILED", "CANCELLED", "RETURNED", "CHARGED_BACK"] as const;

/** States in which the money may move or have moved: nothing like it is begun until that is known. */
export const UNACCOUNTED_STATES = [...OPEN_STATES, "NEEDS_REVIEW"] as const;

export const isOpen = (state: string): boolean => (OPEN_STATES as readonly string[]).includes(state);
export const isPaid = (state: string): boolean => (PAID_STATES as readonly string[]).includes(state);
export const isUnpaid = (state: string): boolean => (UNPAID_STATES as readonly string[]).includes(state);

/** The code of a payment that a person has recorded as failed. */
export const SETTLED_BY_HAND = "settled-by-hand";

/** What is known of the money of a payment that ended unpaid, beside what happened; null where that says it. */
export function unmovedSentence({
  state,
  failureCode,
}: {
  state: string;
  failureCode: string;
}): string | null {
  if (state !== "FAILED" && state !== "CANCELLED") return null;
  return failureCode === SETTLED_BY_HAND ? TEXT.recordedNotMoved : TEXT.notMoved;
}

/** What a person can find out about a payment that the processor has forgotten. */
export const SETTLED_OUTCOMES = ["paid", "failed"] as const;
export type SettledOutcome = (typeof SETTLED_OUTCOMES)[number];

/** Why a payment can not be settled by hand, or null; `isAsked` while a worker asks the processor about it once more. */
export function whyNotSettle({ state, isAsked }: { state: string; isAsked: boolean }): string | null {
  if (state !== "NEEDS_REVIEW") return TEXT.notManual;
  return isAsked ? TEXT.beingAsked : null;
}

/** The largest a passcode may be asked for; the smallest is the specification's (section 9). */
export const PASSCODE_LENGTH = { min: 4, max: 12 } as const;
