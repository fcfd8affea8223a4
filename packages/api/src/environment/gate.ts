import { type EnvironmentState, Prisma, type ReadDb, type Tx } from "@countinghouse/db";
import { type RecoveryStanding, whyNotSendNow } from "@countinghouse/validators/recovery/standing";
import { refuseWhen } from "../errors.ts";

/** No processor is asked about an older payment, and no backup is restored that is older. */
export const LOOK_BACK_DAYS = 60;

/**
 * Whether the database was released from a recovery so lately that what was done in the time it has lost may be ordered once more,
 * when a processor tells again what it told then.
 */
export async function mayRepeatWhatIsLost(db: ReadDb, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * 24 * 60 * 60_000);
  return (await db.environment.count({ where: { releasedAt: { gte: since } } })) > 0;
}

/** In SQL: whether this database, as it is now, is known to know all that was sent. */
export const MAY_GO_OUT = Prisma.sql`EXISTS (SELECT 1 FROM environment
  WHERE state = 'NORMAL' AND verified_instance = database_instance())`;

/** What the environment's row says, and whether it says it of the database as it is now. */
interface Gate {
  environmentId: string;
  state: EnvironmentState;
  isVerified: boolean;
}

/** Null where this database was never started on. */
export async function readGate(db: Tx): Promise<Gate | null> {
  const [row] = await db.$queryRaw<Gate[]>`
    SELECT id::text AS "environmentId", state::text AS state, verified_instance = database_instance() AS "isVerified"
    FROM environment`;
  return row ?? null;
}

/** The same as a statement of a screen's path. */
export async function readStanding(db: ReadDb): Promise<RecoveryStanding> {
  const [row] = await db.sql<{ state: EnvironmentState; isVerified: boolean }>(STANDING, []);
  return recoveryStanding(row ?? null);
}

const STANDING = {
  name: "recovery.standing",
  text: `SELECT state::text AS state, verified_instance = database_instance() AS "isVerified" FROM environment`,
};

export function recoveryStanding(gate: Pick<Gate, "state" | "isVerified"> | null): RecoveryStanding {
  if (gate?.state === "RECOVERY") return "RECOVERY";
  return gate?.isVerified ? "NORMAL" : "VERIFYING";
}

/** While the database is in recovery nothing is ordered that would move money. Throws RULE. */
export async function refuseInRecovery(tx: Tx): Promise<void> {
  refuseWhen(whyNotSendNow(recoveryStanding(await readGate(tx))));
}
