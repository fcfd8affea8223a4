import { PAST_DUE_BUCKETS } from "@countinghouse/validators/portfolio/rules";

const BUCKET = PAST_DUE_BUCKETS.toReversed()
  .map(({ key, from }) => `WHEN d.days >= ${from} THEN '${key}'`)
  .join(" ");

/**
 * The customers something of whose advances is past due on day $1, each once: how much, since when, and the bucket of the
 * oldest unpaid instalment.
 */
export const PAST_DUE_CUSTOMERS = `SELECT d.*, CASE ${BUCKET} END AS bucket
  FROM (SELECT s.user_id, sum(s.amount_cents - s.paid_cents) AS cents, min(s.payment_date) AS oldest,
      $1::date - min(s.payment_date) AS days, count(*)::int AS instalments
    FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
    WHERE s.status = 'UNPAID' AND s.payment_date < $1::date GROUP BY s.user_id) d`;
