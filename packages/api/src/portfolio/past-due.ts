import { PAST_DUE_BUCKETS } from "@countinghouse/validators/portfolio/rules";
import { paidOutSql } from "../ledger/paid-out.ts";

const BUCKET = PAST_DUE_BUCKETS.toReversed()
  .map(({ key, from }) => `WHEN d.days >= ${from} THEN '${key}'`)
  .join(" ");

/**
 * The customers something of whose advances is past due on day $1, each once: how much, since when, and the bucket of the
 * oldest unpaid instalment. Only instalments of days before are read, by the index on their day, which holds all that is asked of
 * them. They are added up before it is asked which advances were paid out, one by one (`paidOutSql`): these are few among
 * all that ever were.
 */
export const PAST_DUE_CUSTOMERS = `SELECT d.*, CASE ${BUCKET} END AS bucket
  FROM (SELECT p.user_id, sum(p.cents) AS cents, min(p.oldest) AS oldest, $1::date - min(p.oldest) AS days,
      sum(p.instalments)::int AS instalments
    FROM (SELECT s.user_id, s.application_id, sum(s.amount_cents - s.paid_cents) AS cents, min(s.payment_date) AS oldest,
        count(*) AS instalments
      FROM payment_schedule s WHERE s.status = 'UNPAID' AND s.payment_date < $1::date GROUP BY 1, 2) p
    WHERE ${paidOutSql("p")}
    GROUP BY p.user_id) d`;
