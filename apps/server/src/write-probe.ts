import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@countinghouse/db";

/** The longest time until an answer, also without an answer of the database. */
const WITHIN_MS = 3_000;

const WRITE = `INSERT INTO write_probe (written_at) VALUES (now())
  ON CONFLICT (only_row) DO UPDATE SET written_at = excluded.written_at`;

/** Returns the reason why writes fail, in words, or null after a successful write. */
export type WriteProbe = () => Promise<string | null>;

/**
 * Writes a row over the same connections as all other writes. At most one such write runs at a time, and simultaneous callers share it, so
 * that they do not queue behind a blocked write.
 */
export function createWriteProbe({ pool }: Pick<Database, "pool">, withinMs = WITHIN_MS): WriteProbe {
  let underWay: Promise<string | null> | null = null;
  const write = async (): Promise<string | null> => {
    try {
      await pool.query(WRITE);
      return null;
    } catch {
      return "The database does not answer, or takes no writes.";
    } finally {
      underWay = null;
    }
  };
  return async () => {
    underWay ??= write();
    const waited = new AbortController();
    const late = pause(withinMs, `The database took no write within ${withinMs} ms.`, {
      signal: waited.signal,
    });
    // The later of the two is ignored.
    late.catch(() => {});
    try {
      return await Promise.race([underWay, late]);
    } finally {
      waited.abort();
    }
  };
}
