import type { PaymentState, Tx } from "@countinghouse/db";
import { DomainError } from "../errors.ts";

/**
 * Moves an intent along `path`, one allowed edge at a time, each compare-and-set on the state before. The database
 * refuses edges that do not exist; throws CONFLICT when someone else moved the intent first.
 */
export async function moveIntent(
  tx: Tx,
  id: string,
  from: PaymentState,
  path: PaymentState[],
): Promise<void> {
  let held = from;
  for (const state of path) {
    const { count } = await tx.paymentIntent.updateMany({ where: { id, state: held }, data: { state } });
    if (count === 0)
      throw new DomainError("CONFLICT", "This payment was changed meanwhile. Reload and try again.");
    held = state;
  }
}
