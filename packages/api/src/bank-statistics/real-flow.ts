import { isReversal, saysOwnTransfer } from "./tags.ts";
import { type BankTransaction, daysFrom } from "./transactions.ts";

/** Between two banks a transfer takes up to three days. */
const TRANSFER_DAYS = 3;
/** Within this time a deposit comes back. */
const REVERSAL_DAYS = 10;

/**
 * What really came in and went out: without transfers between the customer's own accounts, told by the bank or seen by
 * the same amount leaving one account and reaching another within three days, and without deposits that the bank took
 * back within ten, nor the taking back. Each transaction cancels one other at most. Takes the oldest first, gives the
 * same order.
 */
export function realFlow(transactions: readonly BankTransaction[]): BankTransaction[] {
  const others = transactions.filter((each) => !saysOwnTransfer(each));
  const cancelled = new Set<BankTransaction>();
  cancel(others, cancelled, isReversal, (taken, deposit) => {
    const days = daysFrom(deposit.date, taken.date);
    return taken.accountId === deposit.accountId && days >= 0 && days <= REVERSAL_DAYS;
  });
  cancel(
    others,
    cancelled,
    ({ amountCents }) => amountCents < 0,
    (out, into) =>
      out.accountId !== into.accountId && Math.abs(daysFrom(out.date, into.date)) <= TRANSFER_DAYS,
  );
  return others.filter((each) => !cancelled.has(each));
}

/** Sets off each outflow of a kind against the first inflow of the same amount that belongs to it. */
function cancel(
  transactions: readonly BankTransaction[],
  cancelled: Set<BankTransaction>,
  isOutflow: (transaction: BankTransaction) => boolean,
  belong: (outflow: BankTransaction, inflow: BankTransaction) => boolean,
): void {
  const inflows = Map.groupBy(
    transactions.filter(({ amountCents }) => amountCents > 0),
    ({ amountCents }) => amountCents,
  );
  for (const outflow of transactions) {
    if (cancelled.has(outflow) || !isOutflow(outflow)) continue;
    const inflow = inflows
      .get(-outflow.amountCents)
      ?.find((each) => !cancelled.has(each) && belong(outflow, each));
    if (inflow) cancelled.add(outflow).add(inflow);
  }
}
