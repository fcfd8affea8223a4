import type { Statement } from "@countinghouse/db";
import { codesOfRate, RATE_DAYS } from "@countinghouse/validators/debit-control/return-rates";
import type { ListCounted } from "@countinghouse/validators/debit-control/schemas";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { MOVED_STATES } from "@countinghouse/validators/payments/states";
import type { AdminCtx } from "../context.ts";
import { quotedList } from "../sql-text.ts";

/** What went out to the network, and what of it came back. RCC is no entry of the ACH network. */
const WENT_OUT = quotedList(MOVED_STATES);

/** Whose customer `u` is. */
export const SOURCE = "CASE WHEN u.partner_code IS NULL THEN 'LP' ELSE 'GF' END";

/**
 * What the return rates count from day $1 on, a row each: the debits by the day they went out, without a code, and what came back of
 * debits, by its day and with its code. Of one payment only the return that was first counts.
 */
export const COUNTED = `
  SELECT i.id AS payment_id, i.user_id, (i.created_at AT TIME ZONE 'America/New_York')::date AS day, NULL::text AS code
  FROM payment_intent i
  WHERE i.kind = 'DEBIT' AND i.state IN ${WENT_OUT}
    AND i.created_at >= $1::date::timestamp AT TIME ZONE 'America/New_York'
  UNION ALL
  SELECT e.intent_id, i.user_id, e.happened_on, e.code
  FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id AND i.kind = 'DEBIT'
  WHERE e.kind = 'RETURN' AND e.happened_on >= $1::date
    AND NOT EXISTS (SELECT FROM processor_event f WHERE f.intent_id = e.intent_id AND f.kind = 'RETURN'
      AND (f.happened_on, f.id) < (e.happened_on, e.id))`;

interface CountedRow {
  paymentId: string;
  /** YYYY-MM-DD in New York: of a debit when it went out, of a return when it came back. */
  day: string;
  userId: number;
  userName: string | null;
  source: "LP" | "GF";
  amountCents: number;
  /** Of a return; null of a debit. */
  code: string | null;
}

/** To day $2: debits ($3) or returns of the codes $4, of all without; of source $5; below day $6 and payment $7. */
const ROWS: Statement = {
  name: "debitControl.counted",
  text: `SELECT c.payment_id::text AS "paymentId", c.day::text AS day, u.id AS "userId",
      coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, '')) AS "userName",
      ${SOURCE} AS source, p.amount_cents::float8 AS "amountCents", c.code
    FROM (${COUNTED}) c JOIN users u ON u.id = c.user_id JOIN payment_intent p ON p.id = c.payment_id
    WHERE c.day <= $2::date AND (c.code IS NULL) = $3::boolean AND ($4::text[] IS NULL OR c.code = ANY ($4::text[]))
      AND ($5::text = 'All' OR ${SOURCE} = $5::text)
      AND ($6::date IS NULL OR (c.day, c.payment_id) < ($6::date, $7::uuid))
    ORDER BY c.day DESC, c.payment_id DESC LIMIT $8`,
};

/**
 * One page of what a number of the return rates counts now, the newest first, amounts in cents, and where the next one begins: as many
 * rows as the number says.
 */
export async function listCounted(ctx: AdminCtx, { source, count, cursor, limit }: ListCounted) {
  const today = newYorkDate(ctx.now());
  const isEntries = count === "entries";
  const found = await ctx.db.sql<CountedRow & Record<string, unknown>>(ROWS, [
    addDays(today, 1 - RATE_DAYS),
    today,
    isEntries,
    isEntries ? null : codesOfRate(count),
    source,
    cursor?.day ?? null,
    cursor?.paymentId ?? null,
    limit + 1,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: found.length > limit && last ? { day: last.day, paymentId: last.paymentId } : null,
  };
}
