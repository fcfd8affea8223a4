import { Prisma, type Tx } from "@countinghouse/db";
import { CHARGED_LINE_ITEMS, OPENING_BALANCE } from "@countinghouse/validators/manual-payments/rules";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { LOAN_RETURN_KIND } from "./discount.ts";
import { TAKES_MONEY_SQL } from "./takes-money.ts";

/** How a change of a user's debt is allocated to instalments. */
export interface Allocation {
  /** The payment that the money belongs to: the payment itself, or the payment that is taken back */
  paymentId: string;
  /** The instalment that the payment was meant for; it comes first */
  scheduleId?: number | null;
  /** The application whose instalments come before others: an amount that falls away with an advance reduces its own instalments */
  applicationId?: number | null;
  /** Money pays the oldest instalment first; a waived amount shortens the schedule at its end */
  from: "oldest" | "newest";
}

/** The change of a user's debt by a ledger transaction, in cents; negative lowers the debt. */
export interface Change {
  userId: number;
  transactionId: string;
  owedCents: number;
}

/**
 * Allocates a change of a user's debt to the instalments of the advances paid out, in the ledger transaction that posts it. A lower debt
 * pays instalments as far as it goes. A higher debt, as after a return, makes instalments due again, the newest first. Amounts without
 * room in the instalments are not allocated. The caller holds the lock of the user's balance.
 */
export const allocate = (tx: Tx, change: Change, allocation: Allocation): Promise<void> =>
  allocateAll(tx, [{ ...change, allocation }]);

/**
 * Allocates several changes of many users. A user has either one change, or several that all lower the debt and are allocated in this
 * order. The several changes of a user have the same instalment, application and end of the schedule.
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
  const lowering = sized.filter(({ owedCents }) => owedCents < 0);
  if (lowering.length > 0) await payInstalments(tx, lowering, await excessCents(tx, userIds));
  await takeBack(
    tx,
    sized.filter(({ owedCents }) => owedCents > 0),
  );
}

/**
 * Locks the instalments of users in the order of their ids, before they are read. So a concurrent change of amounts or days waits, or is
 * already committed.
 */
export const lockInstalments = (tx: Tx, userIds: readonly number[]): Promise<number> =>
  tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE user_id = ANY(${[...userIds]}::int[]) ORDER BY id FOR UPDATE`;

interface Placing {
  userId: number;
  transactionId: string;
  cents: number;
  allocation: Allocation;
}

/**
 * Lines up the instalments of each user and the payments of each user: a payment pays an instalment where the two overlap. Except for the
 * instalment that they were meant for, payments pay at most `excess` (cents by user).
 */
async function payInstalments(
  tx: Tx,
  payments: readonly Placing[],
  excess: ReadonlyMap<number, number>,
): Promise<void> {
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
    excess_cents: excess.get(user_id) ?? 0,
  }));
  await tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT p.transaction_id, p.payment_id, i.id,
    least(i.upto_cents, p.before_cents + p.cents) - greatest(i.before_cents, p.before_cents)
  FROM (
    SELECT r.*, coalesce(sum(r.cents) OVER (
        PARTITION BY r.user_id ORDER BY r.nth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r (nth int, user_id int, transaction_id uuid, payment_id uuid, cents bigint)) p
  JOIN (
    SELECT n.user_id, n.id, n.before_cents,
      CASE WHEN n.is_own THEN n.before_cents + n.left_cents ELSE least(n.before_cents + n.left_cents, n.excess_cents) END AS upto_cents
    FROM (SELECT s.user_id, s.id, s.amount_cents - s.paid_cents AS left_cents, s.id IS NOT DISTINCT FROM o.schedule_id AS is_own, o.excess_cents,
      coalesce(sum(s.amount_cents - s.paid_cents) OVER (
        PARTITION BY s.user_id ORDER BY (s.id = o.schedule_id) DESC NULLS LAST, (s.application_id = o.application_id) DESC NULLS LAST,
          CASE WHEN o.is_oldest THEN s.payment_date - current_date ELSE current_date - s.payment_date END, s.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${JSON.stringify(order)}::json) AS o (user_id int, schedule_id int, application_id int, is_oldest boolean, excess_cents bigint)
    JOIN payment_schedule s ON s.user_id = o.user_id AND s.status = 'UNPAID'
    JOIN application a ON a.id = s.application_id
    WHERE a.funded_at IS NOT NULL OR s.id = o.schedule_id) n) i
  ON i.user_id = p.user_id AND i.before_cents < i.upto_cents AND i.before_cents < p.before_cents + p.cents
    AND p.before_cents < i.upto_cents
  ORDER BY p.nth, i.before_cents`;
}

/** Takes back allocations after a payment came back, until the rest of the instalments is correct (`excessCents`). */
async function takeBack(tx: Tx, changes: readonly Placing[]): Promise<void> {
  if (changes.length === 0) return;
  await takeBackOfAway(tx, changes);
  const excess = await excessCents(
    tx,
    changes.map(({ userId }) => userId),
  );
  await reopen(
    tx,
    changes.map((change) => ({
      ...change,
      cents: Math.min(change.cents, -(excess.get(change.userId) ?? 0)),
    })),
  );
}

const placedRows = (changes: readonly Placing[]): string =>
  JSON.stringify(
    changes
      .filter(({ cents }) => cents > 0)
      .map(({ userId, transactionId, cents, allocation }) => ({
        user_id: userId,
        transaction_id: transactionId,
        payment_id: allocation.paymentId,
        cents,
      })),
  );

/** Takes back the allocations of these payments to advances that came back, the newest instalment first. */
const takeBackOfAway = (tx: Tx, changes: readonly Placing[]): Promise<number> => tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT transaction_id, payment_id, schedule_id, -least(paid_cents, cents - before_cents)
  FROM (
    SELECT r.transaction_id, r.payment_id, r.cents, live.schedule_id, live.paid_cents, coalesce(sum(live.paid_cents) OVER (
        PARTITION BY r.transaction_id ORDER BY live.payment_date DESC, live.schedule_id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${placedRows(changes)}::json) AS r (transaction_id uuid, payment_id uuid, cents bigint)
    JOIN LATERAL (
      SELECT l.schedule_id, s.payment_date, sum(l.amount_cents) AS paid_cents
      FROM payment_allocation l
      JOIN payment_schedule s ON s.id = l.schedule_id
      JOIN application a ON a.id = s.application_id AND a.funded_at IS NULL
      WHERE l.intent_id = r.payment_id GROUP BY 1, 2 HAVING sum(l.amount_cents) > 0) live ON true) placed
  WHERE before_cents < cents`;

/**
 * Makes instalments of the advances paid out due again, by these amounts. Takes back the allocations of the payment itself first, then
 * those of other money, then the rest. The newest instalment comes first.
 */
async function reopen(tx: Tx, changes: readonly Placing[]): Promise<void> {
  if (!changes.some(({ cents }) => cents > 0)) return;
  await tx.$executeRaw`
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT transaction_id, intent_id, schedule_id, -least(paid_cents, cents - before_cents)
  FROM (
    SELECT r.transaction_id, r.cents, live.intent_id, live.schedule_id, live.paid_cents, coalesce(sum(live.paid_cents) OVER (
        PARTITION BY r.transaction_id
        ORDER BY live.intent_id = r.payment_id DESC, live.is_money DESC, live.payment_date DESC, live.schedule_id DESC, live.intent_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM json_to_recordset(${placedRows(changes)}::json) AS r (user_id int, transaction_id uuid, payment_id uuid, cents bigint)
    JOIN LATERAL (
      SELECT l.intent_id, l.schedule_id, s.payment_date, i.payment_type = 'DEBIT' AND ${Prisma.raw(TAKES_MONEY_SQL)} AS is_money,
        sum(l.amount_cents) AS paid_cents
      FROM payment_schedule s
      JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
      JOIN payment_allocation l ON l.schedule_id = s.id
      JOIN payment_intent i ON i.id = l.intent_id
      WHERE s.user_id = r.user_id GROUP BY l.intent_id, l.schedule_id, s.payment_date, i.id HAVING sum(l.amount_cents) > 0) live
    ON true) placed
  WHERE before_cents < cents`;
}

const list = (values: readonly string[]): Prisma.Sql => Prisma.join([...values]);

/**
 * Returns the rest of each user's instalments less the correct rest, in cents; negative means that the rest is too low. The correct rest
 * is the sum of the instalments less all payments. It is at most the debt without unscheduled charges, and at least zero. It follows from
 * sums, so the order of the entries does not matter.
 */
async function excessCents(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.$queryRaw<{ userId: number; cents: number }[]>`
    SELECT u.id AS "userId", (i.left_cents
      - greatest(0, least(i.cents - e.paid_cents, coalesce(b.balance_cents, 0) - e.unscheduled_cents)))::float8 AS cents
    FROM unnest(${[...userIds]}::int[]) AS u (id)
    LEFT JOIN user_balance b ON b.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(s.amount_cents), 0) AS cents, coalesce(sum(s.amount_cents - s.paid_cents), 0) AS left_cents
      FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
      WHERE s.user_id = u.id) i
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(e.amount_cents) FILTER (WHERE c.moves = 'payment'), 0) AS paid_cents,
        coalesce(sum(e.amount_cents) FILTER (WHERE c.moves = 'charge'), 0) AS unscheduled_cents
      FROM ledger_account k
      JOIN ledger_entry e ON e.account_id = k.id
      JOIN ledger_transaction t ON t.id = e.transaction_id
      JOIN payment_intent p ON p.id = t.intent_id
      LEFT JOIN manual_payment m ON m.intent_id = p.id
      CROSS JOIN LATERAL (SELECT CASE
        WHEN t.kind = ${LOAN_RETURN_KIND} OR p.kind::text IN (${list(FUNDING_MODES)}) THEN 'advance'
        WHEN p.payment_type = 'DEBIT' OR p.kind <> 'MANUAL' THEN 'payment'
        WHEN m.line_item_type IN (${list(CHARGED_LINE_ITEMS)}) THEN 'charge'
        WHEN m.line_item_type <> ${OPENING_BALANCE} THEN 'payment' END AS moves) c
      WHERE k.code = 'receivable:' || u.id) e`;
  return new Map(rows.map(({ userId, cents }) => [userId, cents]));
}

/**
 * Corrects the instalments of a user when an advance is paid out or comes back. This ledger transaction pays an excess, for example where
 * credit covers a part, and makes a missing amount due again.
 */
export async function settleInstalments(
  tx: Tx,
  { userId, transactionId }: Omit<Change, "owedCents">,
  allocation: Allocation,
): Promise<void> {
  const cents = (await excessCents(tx, [userId])).get(userId) ?? 0;
  const placing = { userId, transactionId, cents: Math.abs(cents), allocation };
  if (cents > 0) await payInstalments(tx, [placing], new Map([[userId, cents]]));
  if (cents < 0) await reopen(tx, [placing]);
}
