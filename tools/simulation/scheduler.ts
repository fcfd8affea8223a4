import type { Random } from "../../packages/db/src/seed/random.ts";

/** Runs actors and events one at a time in virtual time: who goes on among those that could is drawn by the seed. */
export interface Scheduler {
  /** Virtual time in ms. */
  now: () => number;
  /** Adds something that happens in one go, `delayMs` from now. */
  after(delayMs: number, event: () => void): void;
  /** Adds an actor that begins `delayMs` from now. It may wait for nothing but `pause`. */
  begin(delayMs: number, actor: () => Promise<void>): void;
  /** Called by the actor that runs: lets others go on, and returns `delayMs` later at the earliest. */
  pause(delayMs: number): Promise<void>;
  /** Called by the actor that runs: it never goes on. */
  stop(): Promise<never>;
  /** Goes on until `endMs`, or until `isOver`, asked after each step, says so. */
  run(endMs: number, isOver: () => boolean): Promise<void>;
}

interface Waiting {
  at: number;
  /** Whether it runs until it pauses, stops or ends, instead of in one go. */
  isActor: boolean;
  goOn: () => void;
}

/** An empty scheduler at virtual time 0. */
export function createScheduler(random: Random): Scheduler {
  const waiting: Waiting[] = [];
  let now = 0;
  let handBack = (): void => {};
  const add = (delayMs: number, isActor: boolean, goOn: () => void): void => {
    waiting.push({ at: now + delayMs, isActor, goOn });
  };

  /** One of those whose time has come; time moves on only when there is none. */
  const takeNext = (): Waiting | undefined => {
    const earliest = waiting.reduce((least, { at }) => Math.min(least, at), Infinity);
    now = Math.max(now, earliest);
    const ready = waiting.flatMap(({ at }, index) => (at <= now ? [index] : []));
    if (ready.length === 0) return undefined;
    const index = ready.length === 1 ? ready[0] : random.pick(ready);
    return waiting.splice(index ?? 0, 1)[0];
  };

  return {
    now: () => now,
    after: (delayMs, event) => add(delayMs, false, event),
    begin: (delayMs, actor) => add(delayMs, true, () => void actor().finally(() => handBack())),
    pause: (delayMs) =>
      new Promise((resolve) => {
        add(delayMs, true, resolve);
        handBack();
      }),
    stop: () =>
      new Promise<never>(() => {
        handBack();
      }),
    run: async (endMs, isOver) => {
      for (;;) {
        const next = takeNext();
        if (next === undefined || now >= endMs) return;
        const { isActor, goOn } = next;
        if (!isActor) goOn();
        else
          await new Promise<void>((resolve) => {
            handBack = resolve;
            goOn();
          });
        if (isOver()) return;
      }
    },
  };
}
