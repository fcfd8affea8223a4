import type { Random } from "../../packages/db/src/seed/random.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** From then on nothing goes wrong any more, and what is left over has to come to an end. */
export const QUIET_FROM_MS = 36 * HOUR;
export const LAST_PRESS_MS = 2 * HOUR;
export const END_MS = LAST_PRESS_MS + 48 * HOUR;
export const SWEEP_MS = 15 * SECOND;
/** What took effect stands in the reports this long after the last call for it: longer than any call is late. */
export const DAY_REPORT_MS = 4 * HOUR;

/** How unkind one schedule is. */
export interface Settings {
  /** How long after it was taken a call may begin. */
  callWithinMs: number;
  /** How long a call may take at the most. */
  callMs: number;
  /** How long a worker has an intent to itself, for beginning a call and making it. */
  leaseMs: number;
  /** How long the processor may still act on a call that is over. */
  effectWindowMs: number;
  /** Chances of dying and of being held up, for each hand-over. */
  killChance: number;
  stallChance: number;
  stallsMs: readonly number[];
  /** Chance of a lost connection, for each transaction. */
  databaseFaultChance: number;
  /** Chance that a process that lives loses the connection by which others know that, for each hand-over. */
  lossChance: number;
  /** Chance of something wrong, for each call or look-up. */
  processorFaultChance: number;
  wrongAmountChance: number;
  /** Chance that the processor itself never knows what became of a payment. */
  neverKnownChance: number;
  /** How long after the effect window a call may still take effect. */
  lateEffectMs: number;
  /** Whether the processor has reports of each day that hold all that took effect. */
  hasDayReports: boolean;
  /** Chance that the database is set back to a copy once. */
  restoreChance: number;
  wakeLostChance: number;
  /** Chance that a call may not be made after all, for each. */
  notSentChance: number;
}

/** What lies between the decision to call and the call. */
const HANDOVER_MS = SECOND;

/** Draws them; about one schedule in five is without any fault of one sort. */
export function drawSettings(random: Random): Settings {
  const callWithinMs = 10 * SECOND;
  const callMs = random.pick([5 * SECOND, 30 * SECOND]);
  const effectWindowMs = random.pick([2 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]);
  const leaseMs = callWithinMs + HANDOVER_MS + callMs;
  const whole = leaseMs + effectWindowMs;
  return {
    callWithinMs,
    callMs,
    leaseMs,
    effectWindowMs,
    killChance: random.pick([0, 0.01, 0.05, 0.15, 0.3]),
    stallChance: random.pick([0, 0.01, 0.03, 0.1]),
    stallsMs: [callWithinMs, callMs, effectWindowMs, whole, whole + 1, 2 * whole, HOUR],
    databaseFaultChance: random.pick([0, 0.01, 0.05]),
    lossChance: random.pick([0, 0.05, 0.3]),
    processorFaultChance: random.pick([0, 0.1, 0.3, 0.6, 0.9]),
    wrongAmountChance: random.pick([0, 0.02, 0.2]),
    neverKnownChance: random.pick([0, 0, 0, 0.4]),
    lateEffectMs: random.pick([0, 0, 10 * MINUTE, 2 * HOUR]),
    hasDayReports: random.chance(0.5),
    restoreChance: random.pick([0, 0, 0.5]),
    wakeLostChance: random.pick([0, 0.1, 1]),
    notSentChance: random.pick([0, 0, 0.3]),
  };
}
