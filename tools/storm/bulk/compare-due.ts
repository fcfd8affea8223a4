import { isUnmoved } from "../../../packages/validators/src/payments/states.ts";
import type { Capture } from "../../stack/sandbox-control.ts";
import { type Comparison, compareBooks, type OrderedPayment } from "../compare.ts";

export interface DuePayment extends OrderedPayment {
  scheduleId: number | null;
}

export interface DueComparison extends Comparison {
  /** Due items for which money was taken exactly once. */
  chargedOnce: number;
}

/**
 * Holds the processors' books against ours, due item by due item: whatever number of payments were made for one,
 * money is taken for it once.
 */
export function compareDue(
  scheduleIds: readonly number[],
  captures: readonly Capture[],
  payments: readonly DuePayment[],
): DueComparison {
  const found = { ...compareBooks(payments.length, captures, payments), chargedOnce: 0 };
  const taken = Map.groupBy(captures, ({ provider, key }) => `${provider}:${key}`);
  const countAttempts = ({ attempts }: DuePayment): number =>
    attempts.reduce(
      (sum, { provider, providerKey }) => sum + (taken.get(`${provider}:${providerKey}`)?.length ?? 0),
      0,
    );
  const paymentsBySchedule = Map.groupBy(payments, ({ scheduleId }) => scheduleId);
  for (const scheduleId of scheduleIds) {
    const own = paymentsBySchedule.get(scheduleId) ?? [];
    paymentsBySchedule.delete(scheduleId);
    const counts = own.map(countAttempts).filter((count) => count > 0);
    if (counts.length === 1 && counts[0] === 1) found.chargedOnce++;
    if (counts.length > 1) {
      // What one payment took more than once was counted with that payment.
      found.doubled += counts.length - 1;
      found.problems.push(`schedule ${scheduleId}: taken by ${counts.length} payments`);
    }
    if (own.every(({ state }) => isUnmoved(state)) && counts.length === 0) {
      found.lost++;
      found.problems.push(`schedule ${scheduleId}: never charged`);
    }
  }
  for (const payment of [...paymentsBySchedule.values()].flat()) {
    found.doubled += countAttempts(payment);
    found.problems.push(`${payment.businessKey}: nobody ordered it`);
  }
  return found;
}
