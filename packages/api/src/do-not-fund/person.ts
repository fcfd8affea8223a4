import { Prisma, type ReadDb, type Tx } from "@countinghouse/db";
import { type FlaggedUser, whyDoNotFund } from "@countinghouse/validators/do-not-fund/rules";

/**
 * Of the person that a user `u` is, the user who is flagged Do Not Fund: the user, or one with the same SSN or EIN, or of the
 * same renewals. As jsonb, null where none is.
 */
export const FLAGGED_USER_SQL = Prisma.sql`(
  SELECT jsonb_build_object('userId', f.id, 'name',
    coalesce(nullif(trim(f.firstname || ' ' || f.lastname), ''), f.business_name))
  FROM users f WHERE f.do_not_fund AND (f.id = u.id OR f.ssn_index = u.ssn_index OR f.ein_index = u.ein_index
    OR f.id = u.ref_user_id OR f.ref_user_id = coalesce(u.ref_user_id, u.id))
  ORDER BY f.id <> u.id, f.id LIMIT 1)`;

/** Why nothing is paid out to a user, and nothing taken by automation: the person is flagged Do Not Fund. Null where not. */
export async function whyDoNotFundUser(db: Pick<ReadDb, "sql"> | Tx, userId: number): Promise<string | null> {
  const query = Prisma.sql`SELECT ${FLAGGED_USER_SQL} AS flagged FROM users u WHERE u.id = ${userId}`;
  const [row] =
    "sql" in db
      ? await db.sql<{ flagged: FlaggedUser | null }>(
          { name: "doNotFund.person", text: query.text },
          query.values,
        )
      : await db.$queryRaw<{ flagged: FlaggedUser | null }[]>(query);
  return whyDoNotFund(userId, row?.flagged ?? null);
}
