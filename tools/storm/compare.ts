import { isOpen, isPaid, type PaymentState } from "../../packages/validators/src/payments/states.ts";
import type { Capture } from "../stack/sandbox-control.ts";

/** A payment as our tables have it. */
export interface OrderedPayment {
  id: string;
  businessKey: string;
  kind: string;
  /** DEBIT takes from a customer, CREDIT pays to one. */
  paymentType: "DEBIT" | "CREDIT";
  state: PaymentState;
  amountCents: number;
  attempts: readonly { provider: string; providerKey: string; providerReference: string | null }[];
}

/** Payments of one kind, in our books and in the processors'. */
export interface KindComparison {
  paid: number;
  moved: number;
}

export interface Comparison {
  paid: number;
  kinds: Map<string, KindComparison>;
  /** Taken more often than our books have it paid. */
  doubled: number;
  /** Gone from one of the two sides, or with no end. */
  lost: number;
  wrongAmounts: number;
  /** Ended without money having moved, on both sides. */
  failed: number;
  /** Left to a person. */
  manual: number;
  /** What is wrong, a sentence each. */
  problems: string[];
}

/** Holds the processors' books against ours, payment by payment and by the keys the processors were asked with. */
export function compareBooks(
  ordered: number,
  captures: readonly Capture[],
  payments: readonly OrderedPayment[],
): Comparison {
  const found: Comparison = {
    paid: 0,
    kinds: new Map(),
    doubled: 0,
    lost: 0,
    wrongAmounts: 0,
    failed: 0,
    manual: 0,
    problems: [],
  };
  const ownerById = new Map(
    payments.flatMap((payment) =>
      payment.attempts.flatMap(({ provider, providerKey, providerReference }) =>
        [providerKey, ...(providerReference === null ? [] : [providerReference])].map(
          (key) => [`${provider}:${key}`, payment] as const,
        ),
      ),
    ),
  );
  const taken = Map.groupBy(captures, ({ provider, key }) => ownerById.get(`${provider}:${key}`));
  for (const { provider, key, amountCents } of taken.get(undefined) ?? []) {
    found.doubled++;
    found.problems.push(
      `${provider} moved ${amountCents} cents as ${key}, which no payment of ours asked for`,
    );
  }
  for (const payment of payments) compareOne(found, payment, taken.get(payment) ?? []);
  const missing = ordered - payments.length;
  if (missing !== 0) {
    found.lost += Math.abs(missing);
    found.problems.push(`${payments.length} payments are there, ${ordered} were ordered`);
  }
  return found;
}

function compareOne(found: Comparison, payment: OrderedPayment, captures: readonly Capture[]): void {
  const { businessKey, state, amountCents } = payment;
  const problem = (what: string) => found.problems.push(`${businessKey}, ${state}: ${what}`);
  if (captures.length > 1) {
    found.doubled += captures.length - 1;
    problem(`moved ${captures.length} times, as ${captures.map(({ key }) => key).join(", ")}`);
  }
  for (const capture of captures.filter((each) => each.amountCents !== amountCents)) {
    found.wrongAmounts++;
    problem(`${capture.amountCents} cents were moved instead of ${amountCents}`);
  }
  const direction = payment.paymentType === "DEBIT" ? "in" : "out";
  if (captures.some((capture) => capture.direction !== direction)) {
    found.wrongAmounts++;
    problem(`the money went the wrong way`);
  }
  const ofKind = found.kinds.get(payment.kind) ?? { paid: 0, moved: 0 };
  found.kinds.set(payment.kind, ofKind);
  ofKind.moved += captures.length;
  if (isPaid(state)) {
    found.paid++;
    ofKind.paid++;
    if (captures.length > 0) return;
    found.lost++;
    problem("the processor moved nothing");
  } else if (isOpen(state)) {
    found.lost++;
    problem("has no end");
  } else if (state === "NEEDS_REVIEW") {
    found.manual++;
  } else {
    found.failed++;
    if (captures.length === 0) return;
    found.lost++;
    problem("the processor moved the money all the same");
  }
}

export interface SheetComparison {
  doubled: number;
  missing: number;
  /** Not written yet, but still to be delivered. */
  waiting: number;
}

/** Holds the rows of the ledger sheet against the payments that are to stand there, once each. */
export function compareSheet(
  rowIds: readonly string[],
  paidIds: readonly string[],
  waitingIds: ReadonlySet<string>,
): SheetComparison {
  const there = new Set(rowIds);
  const absent = paidIds.filter((id) => !there.has(id));
  const waiting = absent.filter((id) => waitingIds.has(id)).length;
  return { doubled: rowIds.length - there.size, missing: absent.length - waiting, waiting };
}
