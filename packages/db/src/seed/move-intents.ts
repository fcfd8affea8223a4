import type pg from "pg";

/**
 * The states a past payment went through, in order: the database lets an intent move along these edges only.
 * What went to the bank settles; what went by card or was recorded by staff has succeeded, unless it was declined.
 */
const MOVES = [
  "UPDATE payment_intent SET state = 'READY' WHERE state = 'CREATED'",
  "UPDATE payment_intent SET state = 'SENDING' WHERE state = 'READY'",
  `UPDATE payment_intent SET state = CASE WHEN failure_code <> '' THEN 'FAILED' WHEN kind IN ('DEBIT', 'CREDIT') THEN 'SUBMITTED' ELSE 'SUCCEEDED'
     END::"PaymentState" WHERE state = 'SENDING'`,
  "UPDATE payment_intent SET state = 'SETTLED' WHERE state = 'SUBMITTED'",
] as const;

/** Walks every new payment intent to where a past payment ends. */
export async function moveIntents(client: pg.ClientBase): Promise<void> {
  for (const move of MOVES) await client.query(move);
}
