import { dayNumber } from "@countinghouse/validators/new-york";
import { PAST_DUE_KEYS, pastDueBucket } from "@countinghouse/validators/portfolio/rules";
import type { TestApi } from "./harness.ts";

/**
 * What is past due on `today` by bucket, in cents, and of how many customers, put together customer by customer from what the
 * ledger's allocations leave unpaid of each instalment.
 */
export async function pastDueOfLedger(api: TestApi, today: string) {
  const { rows } = await api.database.pool.query<{ userId: number; day: string; left: string }>(
    `SELECT s.user_id AS "userId", s.payment_date::text AS day,
      s.amount_cents - coalesce((SELECT sum(l.amount_cents) FROM payment_allocation l WHERE l.schedule_id = s.id), 0) AS left
     FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL`,
  );
  const late = rows.filter(({ day, left }) => day < today && Number(left) > 0);
  const customers = [...Map.groupBy(late, ({ userId }) => userId).values()].map((own) => ({
    bucket: pastDueBucket(dayNumber(today) - Math.min(...own.map(({ day }) => dayNumber(day)))),
    cents: own.reduce((sum, { left }) => sum + Number(left), 0),
  }));
  return PAST_DUE_KEYS.map((bucket) => {
    const own = customers.filter((each) => each.bucket === bucket);
    return { bucket, cents: own.reduce((sum, { cents }) => sum + cents, 0), users: own.length };
  });
}
