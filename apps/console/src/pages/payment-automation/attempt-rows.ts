import type { Transaction } from "./use-automation.ts";

/** A line of the table: a customer, or under it one attempt of theirs. */
export type Line =
  | { kind: "customer"; id: string; transaction: Transaction; isOpen: boolean }
  | { kind: "attempt"; id: string; transaction: Transaction; attempt: Attempt };

export type Attempt = {
  number: number;
  paymentType: "ACH" | "CARD" | null;
  last4: string;
  result: "SUCCESS" | "FAILED" | null;
  takenCents: number | null;
  problem: string;
  at: Date | null;
  /** The payment that was made; null where nothing was sent. */
  paymentId: string | null;
};

/** Whether a transaction has more to show than its own line. */
export const hasAttempts = ({ secondary }: Transaction): boolean => secondary !== null;

/** The attempts of a customer's payment in their order. */
function toAttempts({ primary, secondary, takenCents }: Transaction): Attempt[] {
  if (secondary === null) return [];
  const { paymentType, last4, paymentStatus, problem, at, id } = secondary;
  return [
    { number: 1, ...primary, paymentId: primary.id, result: "FAILED", takenCents: 0 },
    { number: 2, paymentType, last4, result: paymentStatus, takenCents, problem, at, paymentId: id },
  ];
}

/** The lines of the table, with the attempts of those that are open. */
export const attemptLines = (
  transactions: readonly Transaction[] | undefined,
  openIds: ReadonlySet<string>,
): Line[] | undefined =>
  transactions?.flatMap((transaction): Line[] => {
    const { id } = transaction;
    const isOpen = openIds.has(id) && hasAttempts(transaction);
    const attempts = isOpen ? toAttempts(transaction) : [];
    return [
      { kind: "customer", id, transaction, isOpen },
      ...attempts.map(
        (attempt): Line => ({ kind: "attempt", id: `${id}.${attempt.number}`, transaction, attempt }),
      ),
    ];
  });
