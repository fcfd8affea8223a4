import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@countinghouse/db";

/** Lets calls to a vendor pass one after the other, so that all processes together keep its limit. */
export interface Pace {
  /** Waits until so many calls may be made. False where the work was stopped meanwhile. */
  turn(calls: number): Promise<boolean>;
}

const MINUTE_MS = 60_000;
/** Nobody books so far ahead: there the clock of the database was set back since, as on a machine that took over. */
const [FARTHEST_MS, FARTHEST_CALLS] = [15 * MINUTE_MS, 1_000];

/**
 * A pace of at most `perMinute` calls (0: no limit) under a name, until `stopped`. The next free moment stands in one
 * row: whoever books moves it on, by the clock of the database, so that processes need not agree on the time.
 */
export function createPace(
  { pool }: Pick<Database, "pool">,
  name: string,
  perMinute: number,
  stopped: AbortSignal,
): Pace {
  if (perMinute === 0) return { turn: () => Promise.resolve(!stopped.aborted) };
  const apartMs = MINUTE_MS / perMinute;
  const farthestMs = Math.max(FARTHEST_MS, FARTHEST_CALLS * apartMs);
  return {
    turn: async (calls) => {
      const { rows } = await pool.query<{ waitMs: number }>(BOOK, [name, calls * apartMs, farthestMs]);
      await pause(rows[0]?.waitMs ?? 0, undefined, { signal: stopped }).catch(() => {});
      return !stopped.aborted;
    },
  };
}

const BOOK = `
  INSERT INTO vendor_pace AS p (name, next_at) VALUES ($1, clock_timestamp() + $2 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET next_at = $2 * interval '1 ms' + CASE
    WHEN p.next_at BETWEEN clock_timestamp() AND clock_timestamp() + $3::float8 * interval '1 ms' THEN p.next_at
    ELSE clock_timestamp() END
  RETURNING greatest(0, extract(epoch FROM next_at - clock_timestamp()) * 1000 - $2)::float8 AS "waitMs"`;
