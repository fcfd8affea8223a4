import { createRandom, type Random } from "../../packages/db/src/seed/random.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { drawSettings, QUIET_FROM_MS, type Settings } from "./settings.ts";

/** What is paid in a schedule. */
export const SIMULATED_KINDS = ["SALE", "DEBIT", "FUND", "CREDIT", "RECREDIT", "REFUND"] as const;
export type SimulatedKind = (typeof SIMULATED_KINDS)[number];
export const isSimulated = (kind: string): kind is SimulatedKind =>
  (SIMULATED_KINDS as readonly string[]).includes(kind);

/** What happened in a schedule, so that one sees that it did something; by kind how often money moved. */
export interface Counts extends Record<SimulatedKind, number> {
  steps: number;
  kills: number;
  /** Workers that were held up past the end of their lease: ended there, or with `stalls` going on late. */
  stalls: number;
  faults: number;
  /** Payments that a worker handed back since it came too late to call. */
  givenBack: number;
  /** Calls that were not made, since nothing might be sent at that moment. */
  notSent: number;
  calls: number;
  lookUps: number;
  resends: number;
  captures: number;
  refusedPresses: number;
  cancelled: number;
  manual: number;
  reports: number;
  /** Calls that took effect after the effect window. */
  lateEffects: number;
  /** Payments that had ended without money having moved and were re-opened. */
  lateTruths: number;
  /** Times the database was set back to a copy. */
  restores: number;
}

/** One worker, or one press of a button. */
export interface Actor {
  name: string;
  /** When what it has taken is due for the next worker, in virtual ms. */
  until: number;
  /** How often the database had been set back when it began: it does not outlive the next time. */
  restores: number;
  /** Called when its process is noticed to be gone: dead for certain, or perhaps only frozen. */
  onGone?: (isDead: boolean) => void;
}

/** What all parts of one schedule share. */
export interface World {
  random: Random;
  scheduler: Scheduler;
  settings: Settings;
  counts: Counts;
  now: () => number;
  newActor(name: string): Actor;
  /** True with a chance of `probability`, but never in the quiet hours at the end. */
  befalls: (probability: number) => boolean;
  /** Lets others go on; the actor may be held up here, or die. */
  pause(actor: Actor, delayMs?: number): Promise<void>;
  /** The same for a moment between two steps that nothing can hold up: the actor may only die. */
  pauseBriefly(actor: Actor): Promise<void>;
  /** Ends the actor that runs unless it may go on late. */
  comesLate(actor: Actor): Promise<void>;
  /** Adds a line to the trace. */
  say: (line: () => string) => void;
  /** An invariant does not hold: the schedule ends here. The first one counts. */
  broken: (what: string) => void;
  whatBroke: () => string | null;
  trace: readonly string[];
}

export const newCounts = (): Counts => ({
  steps: 0,
  kills: 0,
  stalls: 0,
  faults: 0,
  givenBack: 0,
  notSent: 0,
  calls: 0,
  lookUps: 0,
  resends: 0,
  captures: 0,
  refusedPresses: 0,
  cancelled: 0,
  manual: 0,
  reports: 0,
  lateEffects: 0,
  lateTruths: 0,
  restores: 0,
  SALE: 0,
  DEBIT: 0,
  FUND: 0,
  CREDIT: 0,
  RECREDIT: 0,
  REFUND: 0,
});

export interface WorldOptions {
  seed: number;
  /** Whether a worker that was held up past its lease goes on, instead of having died. */
  stalls: boolean;
  trace: boolean;
}

/** The world of one schedule: everything that is left to chance in it comes from the seed. */
export function createWorld({ seed, stalls, trace: isTraced }: WorldOptions): World {
  const random = createRandom(seed);
  const settings = drawSettings(random);
  const scheduler = createScheduler(random);
  const counts = newCounts();
  const trace: string[] = [];
  let broke: string | null = null;
  const { now } = scheduler;
  const befalls = (probability: number): boolean => now() < QUIET_FROM_MS && random.chance(probability);
  const say = (line: () => string): void => {
    if (isTraced) trace.push(`${(now() / 1000).toFixed(3).padStart(12)} s  ${line()}`);
  };
  const die = (why: string, { name }: Actor): Promise<never> => {
    say(() => `${name} ${why}`);
    return scheduler.stop();
  };
  /** What it was doing is over by then. Of a process of another machine it is not certain that it is dead. */
  const noticeDeath = ({ onGone }: Actor, afterMs: number): void => {
    const isDead = random.chance(0.7);
    if (onGone) scheduler.after(afterMs + random.pick(NOTICED_WITHIN_MS), () => onGone(isDead));
  };
  /** It lives, and was held up for too long or has lost its connection. */
  const noticeAbsence = ({ onGone }: Actor, heldUpMs: number): void => {
    if (onGone === undefined) return;
    const noticed = (afterMs: number) =>
      scheduler.after(afterMs + random.pick(NOTICED_WITHIN_MS), () => onGone(false));
    if (heldUpMs > FROZEN_MS) noticed(FROZEN_MS);
    else if (befalls(settings.lossChance)) noticed(0);
  };
  const isKilled = (): boolean => {
    const kills = befalls(settings.killChance);
    if (kills) counts.kills++;
    return kills;
  };

  /** Whoever was at work when the database was set back is gone. */
  const wait = async (actor: Actor, ms: number): Promise<void> => {
    await scheduler.pause(ms);
    if (actor.restores < counts.restores) await die("is gone with the database it knew", actor);
  };

  return {
    random,
    scheduler,
    settings,
    counts,
    now,
    newActor: (name) => ({ name, until: Infinity, restores: counts.restores }),
    befalls,
    say,
    trace,
    pause: (actor, delayMs = random.pick(HANDOVERS_MS)) => {
      if (isKilled()) {
        noticeDeath(actor, delayMs);
        return die("is killed", actor);
      }
      const waitMs = befalls(settings.stallChance) ? delayMs + random.pick(settings.stallsMs) : delayMs;
      noticeAbsence(actor, waitMs - delayMs);
      if (now() + waitMs >= actor.until) {
        counts.stalls++;
        if (!stalls) return die("is held up until its lease runs out", actor);
        say(() => `${actor.name} is held up for ${waitMs / 1000} s`);
      }
      return wait(actor, waitMs);
    },
    pauseBriefly: (actor) => {
      if (!isKilled()) return wait(actor, random.pick(BRIEF_HANDOVERS_MS));
      noticeDeath(actor, 0);
      return die("is killed", actor);
    },
    comesLate: async (actor) => {
      counts.stalls++;
      if (!stalls) await die("comes too late to make its call", actor);
    },
    broken: (what) => {
      broke ??= what;
      say(() => `BROKEN: ${what}`);
    },
    whatBroke: () => broke,
  };
}

/** By the sweep that ends processes which are gone. */
const NOTICED_WITHIN_MS = [0, 1, 2_000, 4_000];
/** Whoever is held up for longer is declared gone. */
const FROZEN_MS = 15_000;
/** Mostly nothing, so that many stand at the same moment and any of them may be next. */
const HANDOVERS_MS = [0, 0, 0, 0, 1, 5, 50, 400];
const BRIEF_HANDOVERS_MS = [0, 0, 1, 50];
