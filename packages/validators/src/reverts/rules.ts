import type { BulkBatchState, BulkKind } from "../bulk-jobs/rules.ts";
import type { PaymentKind, PaymentMode } from "../payments/kinds.ts";
import { isReturned, isUnaccounted, isUnmoved, isUnpaid, type PaymentState } from "../payments/states.ts";

export const REVERT_TEXTS = {
  open: "Refund batch…",
  title: "Refund this batch",
  description:
    "Card payments are refunded to the card. Settled debits are returned by bank transfer. A second person must approve this.",
  notOver: "A batch can be refunded after it has ended.",
  tookNothing: "This batch collected no payments.",
  nothing: "No payment of this batch can be refunded this way.",
  changed: "The refundable payments have changed. Review them again.",
  countWrong: "Type the number of payments to refund.",
  notMoved: "No payment was collected",
  unknown: "The outcome is not known yet",
  cameBack: "Returned by the bank, or charged back",
  notSettled: "Not settled yet. It may still be returned",
  notLinked: "This type of payment is not refunded",
  underWay: "A refund is in progress",
  given: "Already refunded",
  rowChanged: "The refundable amount has changed. Review it again.",
} as const;

/** Refusals to give a payment back, at every door. */
export const GIVE_BACK_TEXTS = {
  chargedBack: "The payment was charged back: its money went back to the customer.",
  returned: "The bank sent the payment back: its money went back to the customer.",
  pairGivenBack:
    "The other payment for the same debt was already refunded. Close the pair on Payment Exceptions before you refund this one too.",
  byHand: "A refund of the same amount was recorded by hand.",
  moreThanPaid: "Together with refunds recorded by hand, this would refund more than the customer paid.",
} as const;

/** What decides whether a payment of a batch can be given back. Cents. */
export interface GivableFacts {
  kind: PaymentKind;
  state: PaymentState;
  takenCents: number;
  /** What gives it back, whatever became of it. */
  givenBack: readonly { state: PaymentState; amountCents: number }[];
}

/** The mode that gives back a payment of this kind; null where none does. */
export function givingBackMode(kind: PaymentKind): Extract<PaymentMode, "REFUND" | "GIVE_BACK"> | null {
  if (kind === "SALE") return "REFUND";
  return kind === "DEBIT" || kind === "RCC" ? "GIVE_BACK" : null;
}

/** What of a payment was not given back, in cents: what the bank sent back to us was not. */
export const leftToGiveBack = ({ takenCents, givenBack }: GivableFacts): number =>
  takenCents -
  givenBack.reduce((sum, { state, amountCents }) => sum + (isUnpaid(state) ? 0 : amountCents), 0);

/** Why a payment can not be given back, or null. */
export function whyNotGiveBack(facts: GivableFacts): string | null {
  const whyNotNow = whyNotGiveBackIn(facts);
  if (whyNotNow !== null) return whyNotNow;
  if (facts.givenBack.some((each) => isUnaccounted(each.state))) return REVERT_TEXTS.underWay;
  return leftToGiveBack(facts) <= 0 ? REVERT_TEXTS.given : null;
}

/** Why a payment in this state can not be given back, whatever of it was, or null. */
export function whyNotGiveBackIn({ kind, state }: Pick<GivableFacts, "kind" | "state">): string | null {
  const mode = givingBackMode(kind);
  if (mode === null) return REVERT_TEXTS.notLinked;
  if (isUnmoved(state)) return REVERT_TEXTS.notMoved;
  if (isReturned(state)) return REVERT_TEXTS.cameBack;
  if (isUnaccounted(state)) return REVERT_TEXTS.unknown;
  return mode === "GIVE_BACK" && state !== "SETTLED" ? REVERT_TEXTS.notSettled : null;
}

/** Why a batch can not be given back at all, or null. */
export function whyNotRevert({ kind, state }: { kind: BulkKind; state: BulkBatchState }): string | null {
  if (kind === "BULK_BALANCE" || kind === "REVERT") return REVERT_TEXTS.tookNothing;
  return state === "RUNNING" || state === "PAUSED" ? REVERT_TEXTS.notOver : null;
}

/** More rows of a preview are counted. */
export const MOST_GIVABLE_SHOWN = 500;
