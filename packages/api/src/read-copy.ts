import { type Database, type ReadDb, WRITE_LIMITS } from "@countinghouse/db";
import { CLOCKS_DIFFER_MS } from "@countinghouse/db/clocks";
import { type Actor, actorKey } from "./actor.ts";

/** What is read from for a report, an export or a search: a copy that is a moment behind, and as of when. */
export interface Copy {
  db: ReadDb;
  asOf: Date;
}

/** A copy that may be read on behalf of this actor now; null where there is none, or where they would miss something. */
export type ChooseCopy = () => Promise<Copy | null>;

/** The header that says of an answer, or of each in a batch, as of when it was read, where that is a moment ago. */
const READ_AS_OF = "x-read-as-of";

/** Says in the answer that this was read from a copy. */
export const sayReadAsOf = (
  { answer }: { answer: Pick<Headers, "append"> },
  name: string,
  { asOf }: Copy,
): void => answer.append(READ_AS_OF, `${name}=${asOf.toISOString()}`);

/** A copy that did not answer is not asked again for so long: nobody else waits for it. */
const LEFT_ALONE_MS = 5_000;

const STANDING = {
  name: "copy.standing",
  text: `SELECT clock_timestamp() AS now, EXISTS (SELECT FROM command_request
      WHERE actor = $1 AND created_at > clock_timestamp() - $2::float8 * interval '1 ms') AS "hasWritten"`,
};

const CLOCK = { name: "copy.clock", text: "SELECT clock_timestamp() AS now" };

/**
 * Says from where reports, exports and searches read. The copy is taken while it is at most `mostMs` behind, and not by
 * whoever has just written: of what was begun longer ago than a transaction lasts and the copy may be behind, nothing is
 * missing there. A copy that does not answer is left alone for a while.
 */
export function createCopies(
  { read, replica }: Pick<Database, "read" | "replica">,
  mostMs: number,
): (actor: Actor) => ChooseCopy {
  let alone = 0;
  return (actor) => async () => {
    if (replica === null || performance.now() < alone) return null;
    const missedMs = mostMs + WRITE_LIMITS.transactionMs + CLOCKS_DIFFER_MS;
    const [[standing], asOf] = await Promise.all([
      read.sql<{ now: Date; hasWritten: boolean }>(STANDING, [actorKey(actor), missedMs]),
      replica.readAsOf().catch(() => {
        alone = performance.now() + LEFT_ALONE_MS;
        return null;
      }),
    ]);
    if (!standing || asOf === null || standing.hasWritten) return null;
    if (standing.now.getTime() - asOf.getTime() > mostMs) return null;
    return { db: replica.read, asOf };
  };
}

/** How a copy stands: how far it is behind the database, null where it does not answer, and whether it is read from. */
export interface CopyStanding {
  behindMs: number | null;
  mostMs: number;
}

export interface WithCopyStanding {
  /** Null where there is no copy. */
  copyStanding: () => Promise<CopyStanding | null>;
}

/** Says how the copy stands. By the beats of processes, two seconds apart, one that misses nothing is up to so much behind. */
export const createCopyStanding =
  ({ read, replica }: Pick<Database, "read" | "replica">, mostMs: number): WithCopyStanding["copyStanding"] =>
  async () => {
    if (replica === null) return null;
    const asOf = await replica.readAsOf().catch(() => null);
    if (asOf === null) return { behindMs: null, mostMs };
    const [clock] = await read.sql<{ now: Date }>(CLOCK, []);
    return { behindMs: clock ? Math.max(0, clock.now.getTime() - asOf.getTime()) : null, mostMs };
  };
