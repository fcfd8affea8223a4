import type { Tx } from "@countinghouse/db";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { PAID_STATES } from "@countinghouse/validators/payments/states";
import { lockInstalments } from "./allocate.ts";
import { DISCOUNT_KIND, LOAN_RETURN_KIND } from "./discount.ts";

/**
 * Restores the instalments of an application for the advance that this ledger transaction pays out. Takes back the reductions, and the
 * payments from excess credit, that an earlier advance left. They are the allocations of its advances, of loan returns of advances that
 * came back too, and of a discount that is no longer waived. Payments of the customer stay. The caller holds the lock of the user's
 * balance, and allocates the excess afterwards (`settleInstalments`).
 */
export async function standAgain(
  tx: Tx,
  { userId, applicationId, transactionId }: { userId: number; applicationId: number; transactionId: string },
): Promise<void> {
  await lockInstalments(tx, [userId]);
  await tx.$executeRaw`
    INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
    SELECT ${transactionId}::uuid, intent_id, schedule_id, -least(taken_off_cents, live_cents)
    FROM (
      SELECT l.intent_id, l.schedule_id, sum(l.amount_cents) AS live_cents, sum(l.amount_cents) FILTER (WHERE
        (i.application_id = ${applicationId} AND i.kind::text = ANY(${[...FUNDING_MODES]}))
        OR (t.kind = ${LOAN_RETURN_KIND} AND EXISTS (
          SELECT FROM ledger_transaction r JOIN payment_intent f ON f.id = r.intent_id
          WHERE r.id = t.reverses_id AND f.application_id = ${applicationId} AND f.state::text <> ALL(${[...PAID_STATES]})))
        OR (t.kind = ${DISCOUNT_KIND} AND s.application_id = ${applicationId} AND 0 >= (
          SELECT sum(e.amount_cents) FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
          JOIN ledger_transaction d ON d.id = e.transaction_id
          WHERE a.code = 'discount:' || ${applicationId}::int AND d.intent_id = l.intent_id))) AS taken_off_cents
      FROM payment_schedule s
      JOIN payment_allocation l ON l.schedule_id = s.id
      JOIN payment_intent i ON i.id = l.intent_id
      JOIN ledger_transaction t ON t.id = l.transaction_id
      WHERE s.user_id = ${userId}
      GROUP BY 1, 2) of_each
    WHERE taken_off_cents > 0 AND live_cents > 0`;
}
