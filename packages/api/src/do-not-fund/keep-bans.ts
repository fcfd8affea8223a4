import type { Tx } from "@countinghouse/db";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { readRules } from "../approval-gate/facts.ts";
import { refuseWhen } from "../errors.ts";
import { STOPPED_SQL } from "./person.ts";

/** Who was not to be funded before the numbers of some users change, or these go. */
export interface BanWatch {
  /** Whether one of them may be funded now; nobody counts who is gone. */
  hasEnded(gone?: readonly number[]): Promise<boolean>;
}

/** The ban of one person may hang on two numbers: changes that could end one are made one after the other. */
const LOCK = "bans of persons";

/**
 * Looks who is not to be funded among these users and whoever is the same person, before their SSN or EIN is another one. Every
 * door that writes these asks it. Null where no ban can end, or the rules let one person lift it.
 */
export async function watchBans(tx: Tx, userIds: readonly number[]): Promise<BanWatch | null> {
  if (userIds.length === 0 || !(await readRules(tx)).rules.LIFT_BAN.always) return null;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${LOCK}))`;
  const stopped = await tx.$queryRaw<{ id: number }[]>`
    WITH changed AS (SELECT id, ssn_index, ein_index, ref_user_id FROM users WHERE id = ANY(${[...userIds]}::int[]))
    SELECT u.id FROM users u WHERE u.id IN (
      SELECT id FROM changed
      UNION SELECT s.id FROM changed c JOIN users s ON s.ssn_index = c.ssn_index
      UNION SELECT s.id FROM changed c JOIN users s ON s.ein_index = c.ein_index
      UNION SELECT ref_user_id FROM changed
      UNION SELECT s.id FROM changed c JOIN users s ON s.ref_user_id = coalesce(c.ref_user_id, c.id)) AND ${STOPPED_SQL}`;
  if (stopped.length === 0) return null;
  return {
    async hasEnded(gone = []) {
      const ids = stopped.map(({ id }) => id).filter((id) => !gone.includes(id));
      const still = await tx.$queryRaw<{ id: number }[]>`
        SELECT u.id FROM users u WHERE u.id = ANY(${ids}::int[]) AND ${STOPPED_SQL}`;
      return still.length < ids.length;
    },
  };
}

/**
 * Which of several changes would end a ban, after those before them that do not. Each is tried; nothing is changed by it in the end.
 * `gone` are users whom nobody counts, whatever becomes of the changes.
 */
export async function changesThatEndBans<Change>(
  tx: Tx,
  watch: BanWatch,
  changes: readonly Change[],
  make: (change: Change) => Promise<unknown>,
  gone: readonly number[] = [],
): Promise<Change[]> {
  const ending: Change[] = [];
  await tx.$executeRawUnsafe("SAVEPOINT before_changes");
  for (const change of changes) {
    await tx.$executeRawUnsafe("SAVEPOINT before_change");
    await make(change);
    if (!(await watch.hasEnded(gone))) continue;
    await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before_change");
    ending.push(change);
  }
  await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before_changes");
  return ending;
}

/**
 * Changes the EIN of a user, and refuses where somebody who was not to be funded by it may be afterwards, while the rules have a
 * second person lift a ban. Throws RULE.
 */
export async function changeEinKeepingBans(
  tx: Tx,
  userId: number,
  change: () => Promise<void>,
): Promise<void> {
  const watch = await watchBans(tx, [userId]);
  await change();
  if (await watch?.hasEnded()) refuseWhen(DO_NOT_FUND_MESSAGES.einEndsBan);
}
