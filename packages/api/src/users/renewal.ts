import type { Statement } from "@countinghouse/db";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { GetRenewal } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";

const RENEWAL: Statement = {
  name: "users.renewal",
  text: `SELECT r.id AS "userIdNew", a.init_high_risk AS "hasHighRisk", f.funded_at AS "fundedDate"
    FROM users u CROSS JOIN LATERAL (SELECT ${RENEWAL_ID_SQL} AS id) r
    LEFT JOIN LATERAL (SELECT init_high_risk FROM application WHERE user_id = r.id
      ORDER BY id DESC LIMIT 1) a ON true
    LEFT JOIN LATERAL (SELECT funded_at FROM application WHERE user_id = r.id AND stage = 'funded'
      ORDER BY id DESC LIMIT 1) f ON true
    WHERE u.id = $1`,
};

interface RenewalRow {
  userIdNew: number | null;
  hasHighRisk: boolean | null;
  fundedDate: Date | null;
}

/**
 * Returns the latest renewal of a customer, for any user of that customer, or null (specification 1, sections 3 and 7). `hasHighRisk` is
 * null while the risk is unknown; `fundedDate` is null while the renewal is not funded. Throws NOT_FOUND.
 */
export async function getRenewal(ctx: AdminCtx, { userId }: GetRenewal) {
  const [row] = await ctx.db.sql<RenewalRow>(RENEWAL, [userId]);
  const { userIdNew, ...facts } = found(row, unknownUser(userId));
  return userIdNew === null ? null : { userIdNew, ...facts };
}
