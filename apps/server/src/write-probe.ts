import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@countinghouse/db";

/** Whoever asks is answered within this time, whatever the database does. */
const WITHIN_MS = 3_000;

const WRITE = `INSERT INTO write_probe (written_at) VALUES (now())
  ON CONFLICT (only_row) DO UPDATE SET written_at = excluded.written_at`;

/** Why writes do not go through, in words, or null when one just did. */
export type WriteProbe = () => Promise<string | null>;

/**
 * Asks the database to write something, over the connections that all writes go through. At most one such write is under
 * way; whoever asks meanwhile is answered with it, so that they do not pile up behind what holds it up.
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
    // Whichever is first: the other one's end is nobody's concern.
    late.catch(() => {});
    try {
      return await Promise.race([underWay, late]);
    } finally {
      waited.abort();
    }
  };
}
