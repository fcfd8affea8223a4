import type { Statement } from "@countinghouse/db";
import type { NamedUser } from "@countinghouse/validators/do-not-fund/rules";
import type { DoNotFundEffect } from "@countinghouse/validators/do-not-fund/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

interface EffectRow {
  samePerson: NamedUser[];
  unpaidDates: number;
  unpaidCents: number;
}

/** $1 is the user. The same person: the same SSN or EIN, or of the same renewals (person.ts). */
const EFFECT: Statement = {
  name: "doNotFund.effect",
  text: `WITH same AS (
      SELECT u.id FROM users u WHERE u.id = $1
      UNION SELECT f.id FROM users u JOIN users f ON f.ssn_index = u.ssn_index WHERE u.id = $1
      UNION SELECT f.id FROM users u JOIN users f ON f.ein_index = u.ein_index WHERE u.id = $1
      UNION SELECT u.ref_user_id FROM users u WHERE u.id = $1 AND u.ref_user_id IS NOT NULL
      UNION SELECT f.id FROM users u JOIN users f ON f.ref_user_id = coalesce(u.ref_user_id, u.id) WHERE u.id = $1)
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', f.id, 'name',
          coalesce(nullif(trim(f.firstname || ' ' || f.lastname), ''), f.business_name)) ORDER BY f.id), '[]')
        FROM same JOIN users f USING (id) WHERE f.id <> $1) AS "samePerson",
      count(s.id)::int AS "unpaidDates", coalesce(sum(s.amount_cents - s.paid_cents), 0)::float8 AS "unpaidCents"
    FROM users u LEFT JOIN same ON true
      LEFT JOIN payment_schedule s ON s.user_id = same.id AND s.status = 'UNPAID'
    WHERE u.id = $1 GROUP BY u.id`,
};

/**
 * What Do Not Fund of a user reaches beside the flag: who is the same person, and the unpaid payment dates of that person, which
 * payment automation leaves from then on (amount in cents). Throws NOT_FOUND.
 */
export async function doNotFundEffect({ db }: AdminCtx, { userId }: DoNotFundEffect): Promise<EffectRow> {
  const [row] = await db.sql<EffectRow>(EFFECT, [userId]);
  return found(row, unknownUser(userId));
}
