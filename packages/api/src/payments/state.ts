import type { PaymentState, Tx } from "@countinghouse/db";
import { IMPORTED } from "@countinghouse/validators/payments/kinds";
import { DomainError } from "../errors.ts";

/** SQL condition on an attempt `t`: this console called a processor. Manual and imported payments were called elsewhere. */
export const WAS_CALLED = `t.provider <> 'manual' AND t.provider <> '${IMPORTED}'`;

/**
 * Moves an intent along `path`, one allowed edge at a time, each by compare-and-set on the state before. The database
 * refuses edges that do not exist. Throws CONFLICT when another transaction moved the intent first.
 */
export const moveIntent = (tx: Tx, id: string, from: PaymentState, path: PaymentState[]): Promise<void> =>
  moveIntents(tx, [id], from, path);

/** Moves several intents in the same way: all of them or none. */
export async function moveIntents(
  tx: Tx,
  ids: readonly string[],
  from: PaymentState,
  path: readonly PaymentState[],
): Promise<void> {
  let held = from;
  for (const state of path) {
    const where = { id: { in: [...ids] }, state: held };
    const { count } = await tx.paymentIntent.updateMany({ where, data: { state } });
    if (count !== ids.length)
      throw new DomainError("CONFLICT", "This payment has changed. Reload and try again.");
    held = state;
  }
}
