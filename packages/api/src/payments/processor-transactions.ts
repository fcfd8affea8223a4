import type { PaymentKind, PaymentState, PaymentType, Statement } from "@countinghouse/db";
import type { ListProcessorTransactions } from "@countinghouse/validators/processor-transactions/schemas";
import type { AdminCtx } from "../context.ts";
import { WAS_CALLED } from "./state.ts";

/** SQL source of the calls to payment processors. */
export const CALLS = "payment_attempt t JOIN payment_intent i ON i.id = t.intent_id";

/** Returns the SQL condition for calls that were made from here and meet all these conditions. */
export const callsCondition = (conditions: readonly string[]): string =>
  [WAS_CALLED, ...conditions].join(" AND ");

/**
 * Returns the SQL for the calls that meet `conditions` (on the attempt `t` and its intent `i`), the latest first, at most $1.
 * The columns in `more` may come from the call `c` or its user `u`. Manual and imported payments have no calls.
 */
export const callsWhere = (conditions: readonly string[], more = ""): string => `
  SELECT c.id::text AS id, c.sent_at AS "sentAt", c.provider, c.provider_reference AS reference,
    c.kind::text AS kind, c.payment_type::text AS "paymentType", c.amount_cents::float8 AS "amountCents",
    c.moved_cents::float8 AS "movedCents",
    c.sequence AS attempt, tried.attempts,
    CASE WHEN c.sequence = tried.last THEN c.state ELSE coalesce(c.outcome, 'UNKNOWN') END::text AS state
    ${more}
  FROM (SELECT t.*, i.user_id, i.kind, i.payment_type, i.amount_cents, i.moved_cents, i.state
    FROM ${CALLS} WHERE ${callsCondition(conditions)}
    ORDER BY t.sent_at DESC, t.id DESC LIMIT $1) c
  JOIN users u ON u.id = c.user_id
  JOIN LATERAL (SELECT count(*)::int AS attempts, max(sequence) AS last FROM payment_attempt
    WHERE intent_id = c.intent_id) tried ON true
  ORDER BY c.sent_at DESC, c.id DESC`;

const LIST: Statement = {
  name: "payments.processorTransactions",
  text: callsWhere(["i.user_id = $2", "($3::timestamptz IS NULL OR (t.sent_at, t.id) < ($3, $4::uuid))"]),
};

const TOTAL: Statement = {
  name: "payments.processorTransactionsTotal",
  text: `SELECT count(*)::int AS total FROM payment_intent i JOIN payment_attempt t ON t.intent_id = i.id
    WHERE i.user_id = $1 AND ${WAS_CALLED}`,
};

export interface ProcessorTransaction {
  id: string;
  sentAt: Date;
  provider: string;
  reference: string | null;
  kind: PaymentKind;
  paymentType: PaymentType;
  amountCents: number;
  /** The amount that moved when it is less than the ordered one, else null. */
  movedCents: number | null;
  /** The number of this attempt; `attempts` counts all attempts of the payment. */
  attempt: number;
  attempts: number;
  /** The state of the payment; for an attempt that another one followed, its own outcome. */
  state: PaymentState;
}

/**
 * Returns one page of a user's calls to payment processors, the latest first, with the total count and the cursor of the next
 * page. Amounts in cents.
 */
export async function listProcessorTransactions(
  ctx: AdminCtx,
  { userId, cursor, limit }: ListProcessorTransactions,
) {
  const [rows, [counted]] = await Promise.all([
    ctx.db.sql<ProcessorTransaction>(LIST, [limit + 1, userId, cursor?.sentAt ?? null, cursor?.id ?? null]),
    ctx.db.sql<{ total: number }>(TOTAL, [userId]),
  ]);
  return { ...toPage(rows, limit), total: counted?.total ?? 0 };
}

/** Returns the rows of one page and the cursor of the next. `rows` has one row more than the page when another page follows. */
export function toPage<Row extends ProcessorTransaction>(rows: Row[], limit: number) {
  const transactions = rows.slice(0, limit);
  const last = transactions.at(-1);
  return {
    transactions,
    nextCursor: rows.length > limit && last ? { sentAt: last.sentAt, id: last.id } : null,
  };
}
