import type { Statement } from "@countinghouse/db";
import { EXPLAIN_BALANCE_TEXTS } from "@countinghouse/validators/loans/balance";
import type { ExplainBalance } from "@countinghouse/validators/loans/schemas";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { DomainError } from "../errors.ts";
import { IMPORTED_KINDS } from "../ledger/discount.ts";

const IMPORTED = Object.values(IMPORTED_KINDS)
  .map((kind) => `'${kind}'`)
  .join(", ");

/**
 * What of the ledger transaction `t` counts by the day $2, whose end is $3: its date is up to it and it was posted by its end;
 * imported history was posted by the import. Null: all counts.
 */
export const COUNTS_BY = `$2::date IS NULL
  OR t.effective_on <= $2::date AND (t.created_at < $3::timestamptz OR t.kind IN (${IMPORTED}))`;

/** The day asked for and its end; null where all counts, as it does of today. Throws INVALID for a day that is still to come. */
export function dayAndEnd(now: Date, asOf: ExplainBalance["asOf"]): { day: string | null; end: Date | null } {
  const today = newYorkDate(now);
  if (asOf !== null && asOf > today) throw new DomainError("INVALID", EXPLAIN_BALANCE_TEXTS.future);
  const day = asOf === today ? null : asOf;
  return { day, end: day === null ? null : startOfDay(addDays(day, 1)) };
}

export interface ScheduledThen {
  id: number;
  paymentDate: string;
  amountCents: number;
  paidCents: number;
}

/** Terms of an application; cents. */
export interface TermsThen {
  applicationId: number;
  approvedCents: number | null;
  paybackCents: number | null;
  paymentCents: number | null;
  discountCents: number | null;
  disbursementCents: number | null;
  disbursementFeeCents: number | null;
  ofeeRate: string;
  firstPaymentDate: string | null;
  discountDate: string | null;
  lastPaymentDate: string | null;
  stage: string;
}

export interface ThenRow {
  schedule: ScheduledThen[] | null;
  terms: TermsThen | null;
}

/**
 * Schedule and terms of customer $1 by the end $3 of the day $2: each row as it stood before the first change that came later,
 * with what payments that count by then have paid of it.
 */
export const STANDING_THEN: Statement = {
  name: "loans.standing-then",
  text: `WITH was AS MATERIALIZED (
      SELECT DISTINCT ON (subject, row_id) subject, row_id, facts FROM past_terms
      WHERE user_id = $1 AND until >= $3::timestamptz ORDER BY subject, row_id, until, id),
    dates AS (
      SELECT coalesce(w.row_id, s.id) AS id,
        CASE WHEN w.row_id IS NULL THEN s.application_id ELSE (w.facts->>'applicationId')::int END AS application_id,
        CASE WHEN w.row_id IS NULL THEN s.payment_date ELSE (w.facts->>'paymentDate')::date END AS payment_date,
        CASE WHEN w.row_id IS NULL THEN s.amount_cents ELSE (w.facts->>'amountCents')::bigint END AS amount_cents,
        CASE WHEN w.row_id IS NULL THEN s.created_at ELSE (w.facts->>'createdAt')::timestamptz END AS created_at
      FROM (SELECT * FROM payment_schedule WHERE user_id = $1) s
      FULL JOIN (SELECT * FROM was WHERE subject = 'schedule') w ON w.row_id = s.id)
    SELECT (SELECT json_agg(json_build_object('id', d.id, 'paymentDate', d.payment_date, 'amountCents', d.amount_cents,
          'paidCents', coalesce((SELECT sum(p.amount_cents) FROM payment_allocation p
            JOIN ledger_transaction t ON t.id = p.transaction_id WHERE p.schedule_id = d.id AND (${COUNTS_BY})), 0))
        ORDER BY d.payment_date, d.id)
      FROM dates d WHERE $3::timestamptz IS NULL OR d.created_at IS NULL OR d.created_at < $3::timestamptz) AS schedule,
      (SELECT json_build_object('applicationId', a.id) :: jsonb
          || CASE WHEN w.row_id IS NULL THEN terms_of(a) ELSE w.facts END
        FROM application a LEFT JOIN was w ON w.subject = 'application' AND w.row_id = a.id
        WHERE a.user_id = $1 AND ($3::timestamptz IS NULL OR a.created_at < $3::timestamptz)
        ORDER BY a.id DESC LIMIT 1) AS terms
    FROM users owner WHERE owner.id = $1`,
};
