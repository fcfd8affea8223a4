import { PAST_DUE_BUCKETS } from "@countinghouse/validators/portfolio/rules";
import { paidOutSql } from "./paid-out.ts";

const BUCKET = PAST_DUE_BUCKETS.toReversed()
  .map(({ key, from }) => `WHEN d.days >= ${from} THEN '${key}'`)
  .join(" ");

/**
 * The customers something of whose advances is past due on day $1, each once: how much (no more than they owe), since when, and the
 * bucket of the oldest unpaid instalment. `of` is a further condition on instalments `s`. Only instalments of days before are read, by the index on their day, which holds all that is asked of
 * them. They are added up before it is asked which advances were paid out, one by one (`paidOutSql`): these are few among
 * all that ever were.
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
