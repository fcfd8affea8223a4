import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "./json-body.ts";

const SECONDS_PER_DAY = 86_400;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time in the sandbox: real time, plus what it was advanced by. */
export interface Clock {
  /** Sandbox time; everything a vendor records or waits for goes by it. */
  now(): Date;
  /** Time as callers live it. Credentials are judged by it: advancing the clock must lock nobody out. */
  real(): Date;
  advance(seconds: number): void;
  /** Runs `run` once, when sandbox time reaches `at`: by itself, or because it is advanced. */
  whenReached(at: Date, run: () => void): void;
  /** Back to real time; what was waiting for a later time is forgotten. */
  reset(): void;
}

/** A clock that starts at real time; `real` may be replaced in tests. */
export function createClock(real: () => Date = () => new Date()): Clock {
  let advancedMs = 0;
  let waiting: { at: Date; run: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const now = () => new Date(real().getTime() + advancedMs);

  const runReached = () => {
    const time = now();
    const reached = waiting.filter(({ at }) => at <= time);
    waiting = waiting.filter(({ at }) => at > time);
    for (const { run } of reached.toSorted((one, other) => one.at.getTime() - other.at.getTime())) run();
    clearTimeout(timer);
    const [next] = waiting.map(({ at }) => at.getTime() - now().getTime()).toSorted((a, b) => a - b);
    if (next !== undefined) timer = setTimeout(runReached, Math.min(next, LONGEST_TIMER_MS)).unref();
  };

  return {
    now,
    real,
    advance: (seconds) => {
      advancedMs += seconds * 1000;
      runReached();
    },
    whenReached: (at, run) => {
      waiting.push({ at, run });
      runReached();
    },
    reset: () => {
      advancedMs = 0;
      waiting = [];
      clearTimeout(timer);
    },
  };
}

const advanceSchema = z
  .strictObject({
    advanceSeconds: z.number().int().positive().optional(),
    advanceDays: z.number().int().positive().max(3650).optional(),
  })
  .refine((body) => body.advanceSeconds !== undefined || body.advanceDays !== undefined, {
    message: "Give advanceSeconds or advanceDays.",
  });

/** GET tells the time, POST moves it forward; it never runs back, except by a reset. */
export function clockRoutes(clock: Clock): Hono {
  const told = () => ({
    now: clock.now().toISOString(),
    advancedSeconds: Math.round((clock.now().getTime() - clock.real().getTime()) / 1000),
  });
  return new Hono()
    .get("/", (c) => c.json(told()))
    .post("/", async (c) => {
      const { advanceSeconds = 0, advanceDays = 0 } = await readJson(c, advanceSchema);
      clock.advance(advanceSeconds + advanceDays * SECONDS_PER_DAY);
      return c.json(told());
    });
}
