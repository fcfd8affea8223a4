import { addDays } from "@countinghouse/validators/new-york";
import type { TaggedTransaction } from "./book.ts";
import { isReversal, mayBeOwnTransfer, saysOwnTransfer } from "./tags.ts";

/** Between two banks a transfer takes up to three days, and either side may be posted first. */
const TRANSFER: Pairing = { daysBefore: 3, daysAfter: 3, ofOneAccount: false };
/** Within ten days a deposit comes back, to the account it came from. */
const TAKEN_BACK: Pairing = { daysBefore: 10, daysAfter: 0, ofOneAccount: true };

/** Which inflow an outflow is set off against: how far before and after it, on the same account or on another one. */
interface Pairing {
  daysBefore: number;
  daysAfter: number;
  ofOneAccount: boolean;
}

/**
 * What really came in and went out: without transfers between the customer's own accounts, told by the bank or seen by
 * the same amount leaving one account and reaching another within three days, and without deposits that the bank took
 * back within ten, nor the taking back. What is known to be revenue, a debt, a fee or an expense is no transfer, nor is what
 * staff gave a category. Each transaction cancels one other at most. Takes the oldest first, gives the same order.
 */
export function realFlow(transactions: readonly TaggedTransaction[]): TaggedTransaction[] {
  const others = transactions.filter((each) => each.told !== undefined || !saysOwnTransfer(each));
  const cancelled = new Set<TaggedTransaction>();
  cancel(others, cancelled, isReversal, TAKEN_BACK);
  const vague = others.filter(({ tag, told }) => told === undefined && mayBeOwnTransfer(tag));
  cancel(vague, cancelled, ({ amountCents }) => amountCents < 0, TRANSFER);
  return others.filter((each) => !cancelled.has(each));
}

/** Sets off each outflow of a kind against the first inflow of the same amount that it may be paired with. */
function cancel(
  transactions: readonly TaggedTransaction[],
  cancelled: Set<TaggedTransaction>,
  isOutflow: (transaction: TaggedTransaction) => boolean,
  { daysBefore, daysAfter, ofOneAccount }: Pairing,
): void {
  const inflows = Map.groupBy(
    transactions.filter(({ amountCents }) => amountCents > 0),
    ({ amountCents }) => amountCents,
  );
  /** Where the inflows of an amount begin that are not too old for the outflows still to come. */
  const begins = new Map<number, number>();
  const reachOf = (date: string) => ({
    date,
    from: addDays(date, -daysBefore),
    to: addDays(date, daysAfter),
  });
  let reach = { date: "", from: "", to: "" };
  for (const outflow of transactions) {
    if (cancelled.has(outflow) || !isOutflow(outflow)) continue;
    const amount = -outflow.amountCents;
    const same = inflows.get(amount);
    if (!same) continue;
    if (reach.date !== outflow.date) reach = reachOf(outflow.date);
    const { from, to } = reach;
    let index = begins.get(amount) ?? 0;
    while ((same[index]?.date ?? from) < from) index++;
    begins.set(amount, index);
    for (let inflow = same[index]; inflow && inflow.date <= to; inflow = same[++index]) {
      if (cancelled.has(inflow) || (inflow.accountId === outflow.accountId) !== ofOneAccount) continue;
      cancelled.add(outflow).add(inflow);
      break;
    }
  }
}
