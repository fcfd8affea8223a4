import type { BulkItemState, Tx } from "@countinghouse/db";
import { UNMOVED_STATES } from "@countinghouse/validators/payments/states";

export interface Moved {
  from: BulkItemState;
  to: BulkItemState;
}

/**
 * Items of a running batch of payment automation whose first attempt has failed for good and whose other rail may be
 * tried wait for their second one. An attempt whose outcome is not known, or that was taken, never has one
 * (reliability M8): the payment's own state decides, under the lock of the batch.
 */
export const waitForSecond = (tx: Tx, { id, change }: { id: string; change: number }, at: Date) =>
  tx.$queryRaw<Moved[]>`
  WITH failed AS (
    SELECT i.id, i.state, i.intent_id, p.instrument_last4, p.failure_message
    FROM bulk_item i JOIN bulk_batch b ON b.id = i.batch_id AND b.state IN ('RUNNING', 'PAUSED')
    JOIN automation_item a ON a.item_id = i.id AND a.second_rail IS NOT NULL
    JOIN payment_intent p ON p.id = i.intent_id AND p.state::text = ANY (${[...UNMOVED_STATES]})
    WHERE i.batch_id = ${id}::uuid AND i.state IN ('CLAIMED', 'UNKNOWN') FOR UPDATE OF i, a
  ), noted AS (
    UPDATE automation_item a SET first_rail = a.rail, first_intent_id = f.intent_id, first_last4 = f.instrument_last4,
      first_problem = f.failure_message, first_ended_at = ${at}::timestamptz, rail = a.second_rail, second_rail = NULL
    FROM failed f WHERE a.item_id = f.id
  )
  UPDATE bulk_item i SET state = 'WAITING', intent_id = NULL, last4 = '', error_code = '', error_message = '',
    claimed_by = NULL, claimed_until = NULL, started_at = NULL, finished_at = NULL, attempts = 0, change = ${change}
  FROM failed f WHERE i.id = f.id RETURNING f.state::text AS from, 'WAITING' AS to`;
