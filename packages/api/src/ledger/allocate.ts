import type { Tx } from "@countinghouse/db";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";

/** How a change of what a user owes goes to the instalments. */
export interface Allocation {
  /** Whose money it is: the payment itself, or the one that is taken back. */
  paymentId: string;
  /** The instalment it was meant for, which comes first. */
  scheduleId?: number | null;
  /** The application whose instalments come before those of others: what falls away with an advance is taken off its own. */
  applicationId?: number | null;
  /** Money pays what is due first; what is let off shortens the schedule at its end. */
  from: "oldest" | "newest";
}

/** What a transaction of the ledger changes of what a user owes, in cents: below zero they owe less. */
export interface Change {
  userId: number;
  transactionId: string;
  owedCents: number;
}

/**
 * Gives a change of what a user owes to the instalments of the advances paid out to them, in the transaction of the ledger that
 * posts it: less owed pays instalments as far as it goes, more owed takes back what that payment has paid, the newest instalment
 * first. What instalments have no room for is not allocated. The caller holds the user's balance.
 */
export const allocate = (tx: Tx, change: Change, allocation: Allocation): Promise<void> =>
  allocateAll(tx, [{ ...change, allocation }]);

/**
 * Gives several changes, of many users, to their instalments. Those of one user either all lower what is owed, for the same
 * instalment and application and from the same end, and come in this order, or it is one.
 */
export async function allocateAll(
  tx: Tx,
  changes: readonly (Change & { allocation: Allocation })[],
): Promise<void> {
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  await lockInstalments(tx, userIds);
  const sized = changes.map(({ owedCents, ...change }) => ({
    ...change,
    cents: Math.abs(owedCents),
    owedCents,
  }));
  await payInstalments(
    tx,
    sized.filter(({ owedCents }) => owedCents < 0),
  );
  await takeBack(
    tx,
    sized.filter(({ owedCents }) => owedCents > 0),
  );
}

/** In one order, and before they are read: a change of their amounts or days waits, or was made. */
export const lockInstalments = (tx: Tx, userIds: readonly number[]): Promise<number> =>
  tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE user_id = ANY(${[...userIds]}::int[]) ORDER BY id FOR UPDATE`;

interface Placing {
  userId: number;
  transactionId: string;
  cents: number;
  allocation: Allocation;
}

/** Of each user the instalments stand one after the other, and so do the payments: one pays of the other where they overlap. */
async function payInstalments(tx: Tx, payments: readonly Placing[]): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ userId, transactionId, cents, allocation }, nth) => ({
    nth,
    user_id: userId,
    transaction_id: transactionId,
    payment_id: allocation.paymentId,
    cents,
  }));
  const orders = new Map(payments.map(({ userId, allocation }) => [userId, allocation]));
  const order = Array.from(orders, ([user_id, { scheduleId = null, applicationId = null, from }]) => ({
    user_id,
    schedule_id: scheduleId,
    application_id: applicationId,
    is_oldest: from === "oldest",
  }));
  await tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT p.transaction_id, p.payment_id, i.id,
    least(i.before_cents + i.left_cents, p.before_cents + p.cents) - greatest(i.before_cents, p.before_cents)
  FROM (
    SELECT r.*, coalesce(sum(r.cents) OVER (
        PARTITION BY r.user_id ORDER BY r.nth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r (nth int, user_id int, transaction_id uuid, payment_id uuid, cents bigint)) p
  JOIN (
    SELECT s.user_id, s.id, s.amount_cents - s.paid_cents AS left_cents,
      coalesce(sum(s.amount_cents - s.paid_cents) OVER (
        PARTITION BY s.user_id ORDER BY (s.id = o.schedule_id) DESC NULLS LAST, (s.application_id = o.application_id) DESC NULLS LAST,
          CASE WHEN o.is_oldest THEN s.payment_date - current_date ELSE current_date - s.payment_date END, s.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(order)}::json) AS o (user_id int, schedule_id int, application_id int, is_oldest boolean)
    JOIN payment_schedule s ON s.user_id = o.user_id AND s.status = 'UNPAID'
    JOIN application a ON a.id = s.application_id
    WHERE a.funded_at IS NOT NULL OR s.id = o.schedule_id) i
  ON i.user_id = p.user_id AND i.before_cents < p.before_cents + p.cents AND p.before_cents < i.before_cents + i.left_cents
  ORDER BY p.nth, i.before_cents`;
}

/**
 * All that was paid of advances that came back, and of others no more than leaves their instalments within what is owed: credit
 * that nothing was due for pays the rest. Where such credit has paid instalments in the name of an advance, they are due again.
 */
async function takeBack(tx: Tx, changes: readonly Placing[]): Promise<void> {
  if (changes.length === 0) return;
  const taken = await takeBackOwn(tx, changes);
  const left = changes
    .map((change) => ({ ...change, cents: change.cents - (taken.get(change.transactionId) ?? 0) }))
    .filter(({ cents }) => cents > 0);
  if (left.length > 0) await takeBackCredit(tx, left);
}

/**
 * What the payments themselves have paid. Returns how much each transaction of the ledger has taken back of advances paid out, in
 * cents.
 */
async function takeBackOwn(tx: Tx, changes: readonly Placing[]): Promise<ReadonlyMap<string, number>> {
  const excess = await excessCents(
    tx,
    changes.map(({ userId }) => userId),
  );
  const rows = changes.map(({ userId, transactionId, cents, allocation }) => ({
    transaction_id: transactionId,
    payment_id: allocation.paymentId,
    cents,
    owed_cents: Math.max(0, -(excess.get(userId) ?? 0)),
  }));
  const taken = await tx.$queryRaw<{ transactionId: string; cents: number }[]>`
  WITH taken AS (INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT transaction_id, payment_id, schedule_id, -least(paid_cents, upto_cents - before_cents)
  FROM (
    SELECT r.transaction_id, r.payment_id, live.schedule_id, live.paid_cents,
      CASE WHEN live.is_paid_out THEN least(r.cents, r.owed_cents + coalesce(sum(live.paid_cents)
        FILTER (WHERE NOT live.is_paid_out) OVER (PARTITION BY r.payment_id), 0)) ELSE r.cents END AS upto_cents,
      coalesce(sum(live.paid_cents) OVER (
        PARTITION BY r.payment_id ORDER BY live.is_paid_out, live.payment_date DESC, live.schedule_id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r (transaction_id uuid, payment_id uuid, cents bigint, owed_cents bigint)
    JOIN LATERAL (
      SELECT l.schedule_id, s.payment_date, a.funded_at IS NOT NULL AS is_paid_out, sum(l.amount_cents) AS paid_cents
      FROM payment_allocation l JOIN payment_schedule s ON s.id = l.schedule_id JOIN application a ON a.id = s.application_id
      WHERE l.intent_id = r.payment_id GROUP BY 1, 2, 3 HAVING sum(l.amount_cents) > 0) live ON true) placed
  WHERE before_cents < upto_cents
  RETURNING transaction_id, schedule_id, amount_cents)
  SELECT t.transaction_id::text AS "transactionId", -sum(t.amount_cents)::float8 AS cents
  FROM taken t JOIN payment_schedule s ON s.id = t.schedule_id JOIN application a ON a.id = s.application_id
  WHERE a.funded_at IS NOT NULL GROUP BY 1`;
  return new Map(taken.map(({ transactionId, cents }) => [transactionId, cents]));
}

/**
 * What credit has paid as an advance was paid out or came back, and what stands as paid by payments that came back while others had paid
 * too much, as far as instalments come to less than is owed.
 */
async function takeBackCredit(tx: Tx, changes: readonly Placing[]): Promise<void> {
  const excess = await excessCents(
    tx,
    changes.map(({ userId }) => userId),
  );
  const rows = changes
    .map(({ userId, transactionId, cents, allocation }) => ({
      user_id: userId,
      transaction_id: transactionId,
      payment_id: allocation.paymentId,
      cents: Math.min(cents, -(excess.get(userId) ?? 0)),
    }))
    .filter(({ cents }) => cents > 0);
  if (rows.length === 0) return;
  await tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT transaction_id, intent_id, schedule_id, -least(free_cents, cents - before_cents)
  FROM (
    SELECT r.transaction_id, r.cents, live.intent_id, live.schedule_id, live.free_cents, coalesce(sum(live.free_cents) OVER (
        PARTITION BY r.transaction_id ORDER BY live.payment_date DESC, live.schedule_id DESC, live.intent_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (user_id int, transaction_id uuid, payment_id uuid, cents bigint)
    JOIN LATERAL (
      SELECT n.intent_id, n.schedule_id, n.payment_date, least(n.paid_cents, n.over_cents - n.newer_cents) AS free_cents
      FROM (
        SELECT p.*, coalesce(sum(p.paid_cents) FILTER (WHERE p.is_paid_out) OVER (PARTITION BY p.intent_id
            ORDER BY p.payment_date DESC, p.schedule_id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer_cents,
          sum(p.paid_cents) OVER (PARTITION BY p.intent_id) + CASE WHEN p.is_advance THEN 0 ELSE (
            SELECT coalesce(sum(e.amount_cents), 0)
            FROM (SELECT p.intent_id AS id UNION ALL SELECT id FROM payment_intent WHERE parent_id = p.intent_id) own
            JOIN ledger_transaction t ON t.intent_id = own.id
            JOIN ledger_entry e ON e.transaction_id = t.id
            JOIN ledger_account k ON k.id = e.account_id AND k.user_id = r.user_id) END AS over_cents
        FROM (
          SELECT l.intent_id, l.schedule_id, s.payment_date, a.funded_at IS NOT NULL AS is_paid_out,
            i.kind::text = ANY(${[...FUNDING_MODES]}) AS is_advance, sum(l.amount_cents) AS paid_cents
          FROM payment_schedule s
          JOIN application a ON a.id = s.application_id
          JOIN payment_allocation l ON l.schedule_id = s.id
          JOIN payment_intent i ON i.id = l.intent_id
          WHERE s.user_id = r.user_id GROUP BY 1, 2, 3, 4, 5 HAVING sum(l.amount_cents) > 0) p) n
      WHERE n.is_paid_out AND n.over_cents > n.newer_cents AND (n.is_advance OR n.intent_id <> r.payment_id)) live ON true) placed
  WHERE before_cents < cents`;
}

/** How much more the instalments of each user come to than is owed, in cents; below zero what is owed and not scheduled. */
async function excessCents(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.$queryRaw<{ userId: number; cents: number }[]>`
    SELECT u.id AS "userId", (i.cents - greatest(coalesce(b.balance_cents, 0), 0))::float8 AS cents
    FROM unnest(${[...userIds]}::int[]) AS u (id)
    LEFT JOIN user_balance b ON b.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(s.amount_cents - s.paid_cents), 0) AS cents
      FROM payment_schedule s JOIN application a ON a.id = s.application_id
      WHERE s.user_id = u.id AND s.status = 'UNPAID' AND a.funded_at IS NOT NULL) i`;
  return new Map(rows.map(({ userId, cents }) => [userId, cents]));
}

/**
 * Where the instalments of a user come to more than is owed, as when dates are added for an advance of which credit paid a
 * part already, that much of them is paid by this transaction of the ledger.
 */
export async function allocateExcess(
  tx: Tx,
  { userId, transactionId }: Omit<Change, "owedCents">,
  allocation: Allocation,
): Promise<void> {
  const cents = (await excessCents(tx, [userId])).get(userId) ?? 0;
  if (cents > 0) await payInstalments(tx, [{ userId, transactionId, cents, allocation }]);
}
