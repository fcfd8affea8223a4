import { Prisma, type Tx } from "@countinghouse/db";
import { type FlaggedUser, whyDoNotFund } from "@countinghouse/validators/do-not-fund/rules";
import { type StoppingRemark, whyStopped } from "@countinghouse/validators/remarks/rules";
import { type Readable, readPrepared } from "../read-prepared.ts";

/** Selects the ids of the person that the user $1 is: of the same SSN or EIN, or of the same renewals. */
export const SAME_PERSON = `SELECT u.id FROM users u WHERE u.id = $1
  UNION SELECT f.id FROM users u JOIN users f ON f.ssn_index = u.ssn_index WHERE u.id = $1
  UNION SELECT f.id FROM users u JOIN users f ON f.ein_index = u.ein_index WHERE u.id = $1
  UNION SELECT u.ref_user_id FROM users u WHERE u.id = $1 AND u.ref_user_id IS NOT NULL
  UNION SELECT f.id FROM users u JOIN users f ON f.ref_user_id = coalesce(u.ref_user_id, u.id) WHERE u.id = $1`;

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

/**
 * Of the person that a user `u` is, the remark that stops debits, the user's own first; the same person is told as above. As
 * jsonb, null where none does.
 */
export const STOPPING_REMARK_SQL = Prisma.sql`(
  SELECT jsonb_build_object('userId', f.id, 'name',
    coalesce(nullif(trim(f.firstname || ' ' || f.lastname), ''), f.business_name),
    'category', r.category, 'on', r.remark_date::text)
  FROM derogatory_remark r JOIN users f ON f.id = r.user_id
  WHERE r.stops_debits AND r.ended_at IS NULL AND r.user_id IN (
    SELECT u.id
    UNION ALL SELECT id FROM users WHERE ssn_index = u.ssn_index
    UNION ALL SELECT id FROM users WHERE ein_index = u.ein_index
    UNION ALL SELECT u.ref_user_id
    UNION ALL SELECT id FROM users WHERE ref_user_id = coalesce(u.ref_user_id, u.id))
  ORDER BY f.id <> u.id, r.id LIMIT 1)`;

/** Why nothing is paid out to a user: the person is flagged Do Not Fund, or a remark of theirs stops it. Null where not. */
export async function whyDoNotFundUser(db: Readable, userId: number): Promise<string | null> {
  type Row = { flagged: FlaggedUser | null; stopping: StoppingRemark | null };
  const query = Prisma.sql`SELECT ${FLAGGED_USER_SQL} AS flagged, ${STOPPING_REMARK_SQL} AS stopping
    FROM users u WHERE u.id = ${userId}`;
  const [row] = await readPrepared<Row>(db, "doNotFund.person", query);
  return whyDoNotFund(userId, row?.flagged ?? null) ?? whyStopped(userId, row?.stopping ?? null);
}

/** Of these users, those whose person is flagged Do Not Fund, with the reason of the flag. */
export async function doNotFundReasons(tx: Tx, userIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.$queryRaw<{ userId: number; reason: string }[]>`
    SELECT s.id AS "userId", b.do_not_fund_reason AS reason
    FROM (SELECT u.id, ${FLAGGED_USER_SQL} AS flagged FROM users u WHERE u.id = ANY(${[...userIds]}::int[])) s
    JOIN users b ON b.id = (s.flagged->>'userId')::int`;
  return new Map(rows.map(({ userId, reason }) => [userId, reason]));
}

/** Whether a user `u` is not to be funded: the person is flagged, or a remark of theirs stops it. */
export const STOPPED_SQL = Prisma.sql`(${FLAGGED_USER_SQL} IS NOT NULL OR ${STOPPING_REMARK_SQL} IS NOT NULL)`;
