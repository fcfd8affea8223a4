import { isBankingDay } from "../banking-days.ts";
import { formatCents } from "../money.ts";
import { addDays, newYorkDate, newYorkOffset, newYorkTimeOfDay } from "../new-york.ts";

/** A timed run begins so long after its time at the latest; later it was missed, and is not caught up. */
export const TIMED_RUN_GRACE_MS = 15 * 60_000;

/** Days that are looked back on for runs that nobody was there for. */
const TIMED_RUN_LOOK_BACK_DAYS = 10;

/** Time of day in New York, HH:MM. */
export const RUN_AT = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What staff decide of a run before its time. */
export const TIMED_RUN_DECISIONS = ["hold", "release", "cancel"] as const;
export type TimedRunDecision = (typeof TIMED_RUN_DECISIONS)[number];

export type TimedRunState = "PLANNED" | "HELD" | "CANCELLED" | "RUN" | "REFUSED" | "MISSED";

export const TIMED_RUN_WORDS: Readonly<Record<TimedRunState, string>> = {
  PLANNED: "Planned",
  HELD: "Held",
  CANCELLED: "Cancelled",
  RUN: "Ran",
  REFUSED: "Did not run",
  MISSED: "Missed",
};

export const TIMER_TEXTS = {
  saved: "The schedule was saved.",
  changed: "Someone else changed the schedule.",
  isOff: "Payment automation does not run on a schedule.",
  setterGone:
    "The admin who set the schedule has left or no longer has permission. A SUPERADMIN must set it again.",
  heldTooLong: "The run was on hold until after its scheduled time.",
  missed: (plannedFor: Date) =>
    `The ${newYorkTimeOfDay(plannedFor)} run was missed because no worker was running. It will not run late. Use Process Payments to collect due payments.`,
  decided: {
    hold: "The run is on hold.",
    release: "The run is scheduled again.",
    cancel: "The run is cancelled.",
  },
} as const;

/** The moment at which it is `runAt` in New York on a day (YYYY-MM-DD). */
export function timedRunAt(day: string, runAt: string): Date {
  const winter = new Date(`${day}T${runAt}:00-05:00`);
  return newYorkOffset(winter) === "-05:00" ? winter : new Date(`${day}T${runAt}:00-04:00`);
}

export interface Timer {
  isOn: boolean;
  runAt: string;
  /** A time that had passed by then is not run. */
  setAt: Date;
}

export interface NextRun {
  /** YYYY-MM-DD in New York. */
  day: string;
  plannedFor: Date;
}

/** Whether what came of a day is certain: it is not run again, also where its time is moved to later. */
export const isTimedRunOver = (state: TimedRunState): boolean => STANDS[state] === OVER;

/** The next run of a timer, on a banking day that is not over; null where it is off. `overDays` are those that are, YYYY-MM-DD. */
export function nextTimedRun(
  now: Date,
  { isOn, runAt }: Pick<Timer, "isOn" | "runAt">,
  overDays: readonly string[],
): NextRun | null {
  if (!isOn) return null;
  for (let day = newYorkDate(now); ; day = addDays(day, 1)) {
    const plannedFor = timedRunAt(day, runAt);
    if (isBankingDay(day) && plannedFor > now && !overDays.includes(day)) return { day, plannedFor };
  }
}

/** The runs whose time came since the timer was set, of TIMED_RUN_LOOK_BACK_DAYS up to now, the earliest first. */
export function pastTimedRuns(now: Date, { isOn, runAt, setAt }: Timer): NextRun[] {
  if (!isOn) return [];
  const today = newYorkDate(now);
  return Array.from({ length: TIMED_RUN_LOOK_BACK_DAYS + 1 }, (_, back) =>
    addDays(today, back - TIMED_RUN_LOOK_BACK_DAYS),
  )
    .filter(isBankingDay)
    .map((day) => ({ day, plannedFor: timedRunAt(day, runAt) }))
    .filter(({ plannedFor }) => plannedFor > setAt && plannedFor <= now);
}

const DECIDABLE: Readonly<Record<TimedRunDecision, readonly TimedRunState[]>> = {
  hold: ["PLANNED"],
  release: ["HELD"],
  cancel: ["PLANNED", "HELD"],
};

/** Why a run in this state can not be held, released or cancelled, or null. */
export const whyNotDecide = (state: TimedRunState, decision: TimedRunDecision): string | null =>
  DECIDABLE[decision].includes(state) ? null : STANDS[state];

const OVER = "The run has ended.";

const STANDS: Readonly<Record<TimedRunState, string>> = {
  PLANNED: "The run is scheduled.",
  HELD: "The run is on hold.",
  CANCELLED: "The run is cancelled.",
  RUN: OVER,
  REFUSED: OVER,
  MISSED: OVER,
};

/** Why a run does not begin by itself, or null: of one that takes more than the limit a person types the total. Cents. */
export const whyNotByItself = (totalCents: number, limitCents: number): string | null =>
  totalCents <= limitCents
    ? null
    : `The run would collect ${formatCents(totalCents)}, more than ${formatCents(limitCents)}. A person must type the total.`;
