import {
  type AutomationBatchStatus,
  NOT_PROCESSED,
  type NotProcessedReason,
} from "@countinghouse/validators/automation/rules";
import type { DebitBlock } from "@countinghouse/validators/debit-control/rules";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { type PayerFacts, type Source, sourcesOn } from "../payment-schedules/rules.ts";

/** What decides whether a payment that is due is taken by itself; cents. */
export interface PlanFacts {
  /** The customer's switch "Run payment automation" (specification 1, section 2). */
  isOn: boolean;
  doNotFund: boolean;
  isExternal: boolean;
  /** What pays everything off. */
  payoffCents: number;
  /** Whether money is on its way and nobody knows yet whether it arrives. */
  isUnderWay: boolean;
  /** Whether the customer waits in another batch that runs. */
  isRequested: boolean;
  isPaidToday: boolean;
  /** True when a promise for a later day holds a debit back. */
  isPromised: boolean;
  payer: PayerFacts;
  /** The rail that has failed already, or null. */
  failedRail: PaymentRail | null;
  /** The rails whose processor has no settings here: nothing is taken on them, and the other one is not held up by that. */
  railsOff: readonly PaymentRail[];
}

export type Plan =
  | { sources: readonly [Source, ...Source[]]; reason: null }
  | { sources: readonly []; reason: NotProcessedReason };

/**
 * From where a payment that is due is taken on `today` (YYYY-MM-DD in New York), the first attempt first, or why it is
 * not taken. What a review would only point at, such as Do Not Fund or another payment of the same day, is left out:
 * nobody looks at it here.
 */
export function planPayment(today: string, facts: PlanFacts): Plan {
  const hindrance = findHindrance(facts);
  if (hindrance !== null) return { sources: [], reason: hindrance };
  const candidates = sourcesOn(today, facts.payer).filter(({ rail }) => rail !== facts.failedRail);
  const sources = candidates.flatMap(({ source }) => source ?? []);
  const [first, ...others] = sources.filter((source) => !facts.railsOff.includes(railOfSource(source)));
  if (first !== undefined) return { sources: [first, ...others], reason: null };
  if (sources.length > 0) return { sources: [], reason: NOT_PROCESSED.processorOff };
  const reasons = candidates.map(({ rail, whyNot }) => whyNotByRail(rail, whyNot ?? "", facts.payer));
  return { sources: [], reason: firstTelling(reasons, today, facts) };
}

function findHindrance(facts: PlanFacts): NotProcessedReason | null {
  if (!facts.isOn) return NOT_PROCESSED.off;
  if (facts.doNotFund) return NOT_PROCESSED.doNotFund;
  if (facts.isExternal) return NOT_PROCESSED.external;
  if (facts.isUnderWay) return NOT_PROCESSED.unknown;
  if (facts.isRequested) return NOT_PROCESSED.duplicate;
  if (facts.payoffCents <= 0) return NOT_PROCESSED.balance;
  if (facts.isPaidToday) return NOT_PROCESSED.paidToday;
  return facts.isPromised ? NOT_PROCESSED.promised : null;
}

/** What a block of an account is called here, by the code of its return. */
const RETURN_REASONS: Readonly<Record<string, NotProcessedReason>> = {
  R02: NOT_PROCESSED.returnBlock,
  R03: NOT_PROCESSED.returnBlock,
  R04: NOT_PROCESSED.returnBlock,
  R20: NOT_PROCESSED.returnBlock,
  R07: NOT_PROCESSED.revoked,
  R10: NOT_PROCESSED.revoked,
  R29: NOT_PROCESSED.revoked,
  R05: NOT_PROCESSED.stopped,
  R08: NOT_PROCESSED.stopped,
  R14: NOT_PROCESSED.stopped,
  R15: NOT_PROCESSED.stopped,
  R16: NOT_PROCESSED.stopped,
};

/** The reason for each kind of block, besides returns. */
const BLOCK_REASONS: Readonly<Record<Exclude<DebitBlock["kind"], "returned">, NotProcessedReason>> = {
  remark: NOT_PROCESSED.remark,
  linkEnded: NOT_PROCESSED.revoked,
  representments: NOT_PROCESSED.representments,
  otherAmount: NOT_PROCESSED.representments,
  corrected: NOT_PROCESSED.corrected,
  notCorrected: NOT_PROCESSED.corrected,
  declined: NOT_PROCESSED.cardBlock,
  declines: NOT_PROCESSED.cardBlock,
  chargedBack: NOT_PROCESSED.cardBlock,
};

const reasonOfBlock = ({ kind, code }: DebitBlock): NotProcessedReason =>
  kind === "returned" ? (RETURN_REASONS[code] ?? NOT_PROCESSED.returnCode) : BLOCK_REASONS[kind];

const REASONS: Readonly<Record<string, NotProcessedReason>> = {
  [TEXT.noPrimaryAccount]: NOT_PROCESSED.noAccount,
  [TEXT.cardExpired]: NOT_PROCESSED.cardExpired,
  [TEXT.cardInactive]: NOT_PROCESSED.noCard,
  [TEXT.accountDisabled]: NOT_PROCESSED.accountDisabled,
};

const whyNotByRail = (
  rail: PaymentRail,
  whyNot: string,
  { accounts, cards }: PayerFacts,
): NotProcessedReason => {
  const { block } = [...accounts, ...cards].find((each) => each.block?.message === whyNot) ?? {};
  if (block) return reasonOfBlock(block);
  return REASONS[whyNot] ?? (rail === "CARD" ? NOT_PROCESSED.noCard : NOT_PROCESSED.noAccount);
};

/** A reason that tells of something there is, before one that tells of nothing there. */
function firstTelling(
  reasons: readonly NotProcessedReason[],
  today: string,
  { payer }: PlanFacts,
): NotProcessedReason {
  const telling = reasons.find((reason) => reason !== NOT_PROCESSED.noAccount);
  if (telling !== undefined) return telling;
  return hasExpired(payer.preference, today) ? NOT_PROCESSED.preferenceExpired : NOT_PROCESSED.noAccount;
}

function hasExpired(preference: PayerFacts["preference"], today: string): boolean {
  if (preference === null) return false;
  const { useBank, useBankUntil, useCard, useCardUntil } = preference;
  const isPast = (until: string | null) => until !== null && until < today;
  return (useBank && isPast(useBankUntil)) || (useCard && isPast(useCardUntil));
}

/** The rail of a source. */
export const railOfSource = ({ mode }: Source): PaymentRail => (mode === "SALE" ? "CARD" : "ACH");

/** No more is taken than is due, or was confirmed of it, and no more than is owed. Cents. */
export const amountToTake = (mostCents: number, payoffCents: number): number =>
  Math.min(mostCents, payoffCents);

export interface BatchFacts {
  state: string;
  total: number;
  completedCount: number;
  /** Those that were left out from the start; they count as completed and as cancelled. */
  leftOut: number;
  underWay: number;
  failed: number;
  /** Of the failed ones: those for which nothing was sent. */
  failedUnsent: number;
  unknown: number;
  cancelled: number;
}

/** What the status of a batch is called. */
export function batchStatus(facts: BatchFacts): AutomationBatchStatus {
  const { state, total, completedCount, leftOut, underWay, failed, unknown } = facts;
  if (state === "CANCELLED") return "Cancelled";
  if (state !== "COMPLETED") return completedCount === leftOut && underWay === 0 ? "Pending" : "Running";
  if (failed > 0 && failed === total - leftOut) return "Failed";
  return failed + unknown > 0 ? "Completed with errors" : "Completed";
}

/** What went wrong in a batch, in a sentence; empty when nothing did. */
export function batchError(facts: BatchFacts): string {
  const { total, leftOut, failed, failedUnsent, unknown, cancelled } = facts;
  const status = batchStatus(facts);
  const tried = (total - leftOut).toLocaleString("en-US");
  const notProcessed = leftOut + failedUnsent;
  if (status === "Cancelled")
    return `The run was reset: ${cancelled - leftOut} of ${tried} payments were not sent.`;
  if (status === "Failed") return "No payment went through.";
  if (status !== "Completed with errors") return "";
  const said = [
    failed > 0
      ? `${failed + leftOut} of ${total.toLocaleString("en-US")} payments failed, ${notProcessed} of them were not processed.`
      : "",
    unknown > 0 ? `The outcome of ${unknown} is not known.` : "",
  ];
  return said.filter((each) => each !== "").join(" ");
}
