import {
  isOpen,
  isPaid,
  isReturned,
  isUnknown,
  isUnmoved,
  type PaymentState,
} from "../../../packages/validators/src/payments/states.ts";
import type { Capture } from "../../stack/sandbox-control.ts";
import type { OrderedPayment } from "../compare.ts";

/** A payment as our tables have it, with the wanted one it was made for. */
export interface MadePayment extends OrderedPayment {
  wanted: string;
  /** It stands where somebody has to look: on a list of exceptions, or among what could not be applied. */
  isListed: boolean;
  /** At some time it was said that no money had moved. */
  wasSaidToHaveFailed: boolean;
}

export interface MovedCapture extends Capture {
  /** The money came back later: a bank returned it, or a card was charged back. */
  cameBack: boolean;
  /** It stands on a list although nobody knows whose it is. */
  isListed: boolean;
}

export interface WantedComparison {
  wanted: number;
  paidOnce: number;
  /** Taken and sent back by the bank, or charged back, on both sides. */
  cameBack: number;
  /** Left to a person, who can find out whether the money moved, or still asked about. */
  toReview: number;
  doubled: number;
  /** Gone from one of the two sides, or with no end. */
  lost: number;
  /** Said to have failed, then or now, though the money moved. */
  failedButMoved: number;
  /** Whatever differs between the two sides. */
  differences: number;
  unlisted: number;
  problems: string[];
}

/**
 * Holds what the processors moved against what was wanted, once each, and against what our books say of it. A payment in
 * a state that is not over by now is lost.
 */
export function compareWanted(
  wanted: readonly string[],
  captures: readonly MovedCapture[],
  payments: readonly MadePayment[],
  isOver: (state: PaymentState) => boolean,
): WantedComparison {
  const found: WantedComparison = {
    wanted: wanted.length,
    paidOnce: 0,
    cameBack: 0,
    toReview: 0,
    doubled: 0,
    lost: 0,
    failedButMoved: 0,
    differences: 0,
    unlisted: 0,
    problems: [],
  };
  const paymentByRequest = new Map(
    payments.flatMap((payment) =>
      payment.attempts.flatMap(({ provider, providerKey, providerReference }) =>
        [providerKey, ...(providerReference === null ? [] : [providerReference])].map(
          (key) => [`${provider}:${key}`, payment] as const,
        ),
      ),
    ),
  );
  const moved = Map.groupBy(captures, ({ provider, key }) => paymentByRequest.get(`${provider}:${key}`));
  for (const { provider, key, amountCents, isListed } of moved.get(undefined) ?? []) {
    found.doubled++;
    differs(
      found,
      isListed,
      `${provider} moved ${amountCents} cents as ${key}, which no payment of ours asked for`,
    );
  }
  for (const payment of payments) {
    comparePayment(found, payment, moved.get(payment) ?? []);
    if (isOver(payment.state)) continue;
    found.lost++;
    found.problems.push(`${payment.wanted}, ${payment.state}: has no end`);
  }
  const made = Map.groupBy(payments, (payment) => payment.wanted);
  for (const name of wanted) compareOne(found, name, made.get(name) ?? [], moved);
  return found;
}

/** What was wanted once, over all payments that were made for it. */
function compareOne(
  found: WantedComparison,
  name: string,
  payments: readonly MadePayment[],
  moved: ReadonlyMap<MadePayment | undefined, readonly MovedCapture[]>,
): void {
  const captures = payments.flatMap((payment) => moved.get(payment) ?? []);
  const kept = captures.filter(({ cameBack }) => !cameBack);
  const isShown = payments.some(({ state }) => isPaid(state));
  if (kept.length > 1) {
    found.doubled += kept.length - 1;
    found.problems.push(`${name}: moved ${kept.length} times`);
  }
  if (kept.length === 1 && isShown) found.paidOnce++;
  else if (kept.length === 0 && payments.some(({ state }) => isReturned(state))) found.cameBack++;
  const isToReview = !isShown && payments.some(({ state }) => isUnknown(state));
  if (isToReview) found.toReview++;
  const isLeft = isToReview || payments.some(({ state }) => isOpen(state));
  if (captures.length === 0 && !isShown && !isLeft) {
    found.lost++;
    found.problems.push(`${name}: never paid, though it was pressed again and again`);
  }
}

/** One payment, in our books and in the processor's. */
function comparePayment(
  found: WantedComparison,
  payment: MadePayment,
  captures: readonly MovedCapture[],
): void {
  const { wanted, state, amountCents, isListed } = payment;
  const kept = captures.filter(({ cameBack }) => !cameBack);
  const difference = (what: string) => differs(found, isListed, `${wanted}, ${state}: ${what}`);
  if (captures.length > 0 && (payment.wasSaidToHaveFailed || isUnmoved(state))) {
    found.failedButMoved++;
    found.problems.push(`${wanted}, ${state}: was said to have failed, and the money moved`);
  }
  const direction = payment.paymentType === "DEBIT" ? "in" : "out";
  for (const capture of captures) {
    if (capture.amountCents !== amountCents)
      difference(`${capture.amountCents} cents were moved instead of ${amountCents}`);
    if (capture.direction !== direction) difference("the money went the wrong way");
  }
  if (isPaid(state)) {
    if (kept.length === 1) return;
    difference(differenceOfPaid(captures, kept));
    if (captures.length === 0) found.lost++;
  } else if (isReturned(state)) {
    if (kept.length > 0 || captures.length === 0) difference("the money did not come back");
  } else if (captures.length > 0) difference("the processor moved the money");
}

function differenceOfPaid(captures: readonly MovedCapture[], kept: readonly MovedCapture[]): string {
  if (captures.length === 0) return "the processor moved nothing";
  return kept.length === 0 ? "the money came back" : `the money moved ${kept.length} times`;
}

function differs(found: WantedComparison, isListed: boolean, problem: string): void {
  found.differences++;
  if (isListed) return;
  found.unlisted++;
  found.problems.push(`${problem}; it stands on no list`);
}
