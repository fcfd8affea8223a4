import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./clock.ts";

/** A vendor that takes longer than this over one effect does not hold up whoever asks meanwhile. */
const LONGEST_WAIT_MS = 1000;

/** What takes effect some time after whoever ordered it was left without an answer. */
export interface LateEffects {
  /** Has `run` done once, `delayMs` from now in sandbox time. */
  add(delayMs: number, run: () => Promise<void>): void;
  /** Has done what is due: a clock that was set forward by others tells nobody. */
  catchUp(): Promise<void>;
  clear(): void;
}

/** Nothing is late yet. */
export function createLateEffects(clock: Clock): LateEffects {
  let waiting: { at: Date; run: () => Promise<void> }[] = [];
  const catchUp = async () => {
    const time = clock.now();
    const due = waiting.filter(({ at }) => at <= time);
    if (due.length === 0) return;
    waiting = waiting.filter(({ at }) => at > time);
    const done = Promise.all(due.map(({ run }) => run()));
    await Promise.race([done, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]);
  };
  return {
    add: (delayMs, run) => {
      const at = new Date(clock.now().getTime() + delayMs);
      waiting.push({ at, run });
      clock.whenReached(at, () => void catchUp());
    },
    catchUp,
    clear: () => {
      waiting = [];
    },
  };
}
