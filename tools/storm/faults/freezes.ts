import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../packages/db/src/index.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import type { FreezePlan } from "../plan.ts";
import type { ServerProcess } from "../processes.ts";

export interface Freezes {
  freezes: number;
  /** Those that caught a process in the middle of a transaction. */
  inTransaction: number;
  longestSeconds: number;
}

type Span = readonly [leastMs: number, mostMs: number];
/** Most are shorter than what others wait for, some longer than any time-out; a few are as long as a machine that is moved. */
const SPANS: readonly (readonly [Span, number])[] = [
  [[500, 8_000], 5],
  [[8_000, 30_000], 3],
  [[30_000, 90_000], 1.5],
  [[90_000, 300_000], 0.5],
];
const SPANS_IN_HASTE: readonly (readonly [Span, number])[] = [
  [[500, 5_000], 2],
  [[11_000, 15_000], 1],
];
const PAUSE_MS: Span = [200, 1_500];
/** To catch one in the middle of a write it is stopped and looked at, so often. */
const TRIES = 12;
const LOOK_AFTER_MS = 60;
const LOOK_AGAIN_AFTER_MS = 400;

interface Surroundings {
  /** Of its own: the connections of others wait for those who are frozen. */
  database: Database;
  processes: readonly ServerProcess[];
  random: Random;
}

/**
 * Freezes one process after the other, sometimes two at a time, never all of them, mostly in the middle of a write, and
 * counts in `done`. Ends when all have woken again.
 */
export async function freezeNowAndThen(
  { freezes: wanted, quick, signal }: FreezePlan,
  { database, processes, random }: Surroundings,
  done: Freezes,
): Promise<void> {
  const asleep = new Set<Promise<void>>();
  while (done.freezes < wanted && !signal.aborted) {
    await pause(random.int(...PAUSE_MS));
    const awake = processes.filter((each) => !each.isFrozen());
    if (awake.length < 2) {
      await Promise.race(asleep);
      continue;
    }
    const victim = random.pick(awake);
    if (await freezeInTransaction(database, victim)) done.inTransaction++;
    done.freezes++;
    const sleepMs = random.int(...random.weighted(quick ? SPANS_IN_HASTE : SPANS));
    done.longestSeconds = Math.max(done.longestSeconds, sleepMs / 1000);
    const sleep = pause(sleepMs, undefined, { signal })
      .catch(() => {})
      .then(() => {
        victim.wake();
        asleep.delete(sleep);
      });
    asleep.add(sleep);
  }
  await Promise.all(asleep);
}

/** Freezes it, if possible while it holds something; returns whether it does. */
async function freezeInTransaction(database: Database, victim: ServerProcess): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    victim.freeze();
    await pause(LOOK_AFTER_MS);
    if (await isAnybodyIdle(database, LOOK_AFTER_MS * 0.7)) {
      // On a busy machine somebody else may have been meant.
      await pause(LOOK_AGAIN_AFTER_MS);
      if (await isAnybodyIdle(database, LOOK_AGAIN_AFTER_MS)) return true;
    }
    if (tries < TRIES - 1) victim.wake();
    await pause(tries * 3);
  }
  return false;
}

/** Whether a transaction has lain for as long; nobody who is awake lets it. */
async function isAnybodyIdle({ pool }: Database, ms: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND state_change < now() - $1 * interval '1 ms'",
    [ms],
  );
  return (rowCount ?? 0) > 0;
}
