import type { Tx } from "@countinghouse/db";
import { changesThatEndBans, watchBans } from "../../do-not-fund/keep-bans.ts";

interface AtRisk {
  userId: number;
  isMade: boolean;
  /** The indexes that stood before, of what the import changed. */
  before: Record<string, unknown>;
}

/**
 * Of customers of an import, those without whom, or with whose earlier SSN or EIN, somebody may be funded who is not to be, while
 * the rules have a second person lift a ban. `former` are the numbers of before as columns. Changes nothing.
 */
export async function bansThatWouldEnd(
  tx: Tx,
  runId: string,
  ids: readonly number[],
  former: ReadonlyMap<number, Record<string, unknown>>,
): Promise<number[]> {
  const atRisk = await tx.$queryRaw<AtRisk[]>`
    SELECT c.user_id AS "userId", c.is_made AS "isMade",
      coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(c.before) WHERE key IN ('ssn_index', 'ein_index')), '{}') AS before
    FROM import_customer c JOIN users u ON u.id = c.user_id
    WHERE c.run_id = ${runId}::uuid AND c.user_id = ANY(${[...ids]}::int[])
      AND CASE WHEN c.is_made
        THEN u.do_not_fund OR EXISTS (SELECT FROM derogatory_remark r WHERE r.user_id = u.id AND r.stops_debits AND r.ended_at IS NULL)
        ELSE jsonb_exists_any(c.before, ARRAY['ssn_index', 'ein_index']) OR EXISTS (SELECT FROM derogatory_remark r
          WHERE r.user_id = u.id AND r.import_run_id = c.run_id AND r.stops_debits AND r.ended_at IS NULL) END
    ORDER BY c.user_id`;
  const watch = await watchBans(
    tx,
    atRisk.map(({ userId }) => userId),
  );
  if (watch === null) return [];
  const gone = await tx.$queryRaw<{ userId: number }[]>`
    SELECT user_id AS "userId" FROM import_customer
    WHERE run_id = ${runId}::uuid AND user_id = ANY(${[...ids]}::int[]) AND is_made`;
  const kept = await changesThatEndBans(
    tx,
    watch,
    atRisk,
    ({ userId, isMade, before }) =>
      isMade
        ? takeAway(tx, userId)
        : setBack(tx, runId, userId, { ...before, ...findIndexes(former.get(userId)) }),
    gone.map(({ userId }) => userId),
  );
  return kept.map(({ userId }) => userId);
}

const findIndexes = (columns: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([column]) => column.endsWith("_index")));

/** What of a customer makes others not to be funded. */
async function takeAway(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`UPDATE derogatory_remark SET stops_debits = false WHERE user_id = ${userId}`;
  await tx.$executeRaw`UPDATE users SET do_not_fund = false, ssn_index = NULL, ein_index = NULL WHERE id = ${userId}`;
}

/** The numbers of before, and without the remarks of the import. */
async function setBack(
  tx: Tx,
  runId: string,
  userId: number,
  indexes: Record<string, unknown>,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE derogatory_remark SET stops_debits = false WHERE user_id = ${userId} AND import_run_id = ${runId}::uuid`;
  await tx.$executeRaw`
    UPDATE users u SET (ssn_index, ein_index) = (
      SELECT r.ssn_index, r.ein_index FROM jsonb_populate_record(u, ${JSON.stringify(indexes)}::jsonb) r)
    WHERE u.id = ${userId}`;
}
