import { PAST_DUE_BUCKETS } from "@countinghouse/validators/portfolio/rules";
import { paidOutSql } from "./paid-out.ts";

const BUCKET = PAST_DUE_BUCKETS.toReversed()
  .map(({ key, from }) => `WHEN d.days >= ${from} THEN '${key}'`)
  .join(" ");

/**
 * Returns SQL for the customers with past-due instalments on day $1, one row each: the amount (at most the debt), the oldest unpaid day
 * and its bucket. `of` is a further condition on instalments `s`. The statement reads only instalments of earlier days, from an index on
 * the day that has all columns it needs. It sums them before it checks one by one which advances were paid out (`paidOutSql`), because
 * few advances are past due.
 */
export const pastDueCustomers = (of = "true"): string => `SELECT d.*, CASE ${BUCKET} END AS bucket
  FROM (SELECT p.user_id, least(sum(p.cents), b.balance_cents) AS cents, min(p.oldest) AS oldest, $1::date - min(p.oldest) AS days,
      sum(p.instalments)::int AS instalments
    FROM (SELECT s.user_id, s.application_id, sum(s.amount_cents - s.paid_cents) AS cents, min(s.payment_date) AS oldest,
        count(*) AS instalments
      FROM payment_schedule s WHERE s.status = 'UNPAID' AND s.payment_date < $1::date AND ${of} GROUP BY 1, 2) p
    JOIN user_balance b ON b.user_id = p.user_id AND b.balance_cents > 0
    WHERE ${paidOutSql("p")}
    GROUP BY p.user_id, b.balance_cents) d`;
