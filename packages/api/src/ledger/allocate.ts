import type { Tx } from "@countinghouse/db";

/** How a change of what a user owes goes to the instalments. */
export interface Allocation {
  /** Whose money it is: the payment itself, or the one that is taken back. */
  paymentId: string;
  /** The instalment it was meant for, which comes first. */
  scheduleId?: number | null;
  /** Money pays what is due first; what is let off shortens the schedule at its end. */
  from: "oldest" | "newest";
}

/**
 * Gives a change of what a user owes (cents; below zero they owe less) to the instalments of the advances paid out to them,
 * in the transaction of the ledger that posts it: less owed pays instalments as far as it goes, more owed takes back what that
 * payment has paid, the newest instalment first. What instalments have no room for is not allocated. The caller holds the
 * user's balance.
 */
export async function allocate(
  tx: Tx,
  { userId, transactionId, owedCents }: { userId: number; transactionId: string; owedCents: number },
  allocation: Allocation,
): Promise<void> {
  // In one order, and before they are read: a change of their amounts or days waits, or was made.
  await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
  if (owedCents < 0) await payInstalments(tx, { userId, transactionId, cents: -owedCents }, allocation);
  if (owedCents > 0) await takeBack(tx, { userId, transactionId, cents: owedCents }, allocation);
}

interface Paying {
  userId: number;
  transactionId: string;
  cents: number;
}

const payInstalments = (
  tx: Tx,
  { userId, transactionId, cents }: Paying,
  { paymentId, scheduleId = null, from }: Allocation,
): Promise<number> => tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT ${transactionId}::uuid, ${paymentId}::uuid, id, least(left_cents, ${cents}::bigint - before_cents)
  FROM (
    SELECT s.id, s.amount_cents - s.paid_cents AS left_cents,
      coalesce(sum(s.amount_cents - s.paid_cents) OVER (
        ORDER BY (s.id = ${scheduleId}::int) DESC NULLS LAST,
          CASE WHEN ${from} = 'oldest' THEN s.payment_date - current_date ELSE current_date - s.payment_date END, s.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM payment_schedule s JOIN application a ON a.id = s.application_id
    WHERE s.user_id = ${userId} AND s.status = 'UNPAID'
      AND (a.funded_at IS NOT NULL OR s.id = ${scheduleId}::int)) unpaid
  WHERE before_cents < ${cents}::bigint`;

/** No more than leaves the instalments within what is owed: credit that nothing was due for pays the rest. */
async function takeBack(
  tx: Tx,
  { userId, transactionId, cents: owedCents }: Paying,
  { paymentId }: Allocation,
): Promise<void> {
  const cents = Math.min(owedCents, -(await excessCents(tx, userId)));
  if (cents <= 0) return;
  await tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT ${transactionId}::uuid, ${paymentId}::uuid, schedule_id, -least(paid_cents, ${cents}::bigint - before_cents)
  FROM (
    SELECT schedule_id, paid_cents, coalesce(sum(paid_cents) OVER (
        ORDER BY payment_date DESC, schedule_id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM (
      SELECT l.schedule_id, s.payment_date, sum(l.amount_cents) AS paid_cents
      FROM payment_allocation l JOIN payment_schedule s ON s.id = l.schedule_id
      WHERE l.intent_id = ${paymentId}::uuid GROUP BY 1, 2 HAVING sum(l.amount_cents) > 0) live) placed
  WHERE before_cents < ${cents}::bigint`;
}

/** How much more the instalments of a user come to than is owed, in cents; below zero what is owed and not scheduled. */
async function excessCents(tx: Tx, userId: number): Promise<number> {
  const [{ cents } = { cents: 0 }] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT (coalesce(sum(s.amount_cents - s.paid_cents), 0) - greatest(
      (SELECT coalesce(max(b.balance_cents), 0) FROM user_balance b WHERE b.user_id = ${userId}), 0))::float8 AS cents
    FROM payment_schedule s JOIN application a ON a.id = s.application_id
    WHERE s.user_id = ${userId} AND s.status = 'UNPAID' AND a.funded_at IS NOT NULL`;
  return cents;
}

/**
 * Where the instalments of a user come to more than is owed, as when dates are added for an advance of which credit paid a
 * part already, that much of them is paid by this transaction of the ledger.
 */
export async function allocateExcess(
  tx: Tx,
  { userId, transactionId }: Omit<Paying, "cents">,
  allocation: Allocation,
): Promise<void> {
  const cents = await excessCents(tx, userId);
  if (cents > 0) await payInstalments(tx, { userId, transactionId, cents }, allocation);
}
