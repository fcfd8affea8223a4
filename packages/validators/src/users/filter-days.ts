import { addDays } from "../new-york.ts";
import type { LastPaymentFilter, NextDueFilter, PastDueFilter } from "./filters.ts";

/** YYYY-MM-DD, both days included; null is an open end. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

const PAST_DUE_DAYS: Readonly<Record<PastDueFilter, [number, number | null]>> = {
  any: [1, null],
  "1-7": [1, 7],
  "8-30": [8, 30],
  "31-60": [31, 60],
  "61-90": [61, 90],
  "91+": [91, null],
};

/** Returns the due dates that the filter counts as past due on `today`. */
export function pastDueRange(filter: PastDueFilter, today: string): DayRange {
  const [least, most] = PAST_DUE_DAYS[filter];
  return { from: most === null ? null : addDays(today, -most), to: addDays(today, -least) };
}

/** Returns the next due dates that the filter accepts. */
export function nextDueRange(filter: Exclude<NextDueFilter, "none">, today: string): DayRange {
  if (filter === "today") return { from: today, to: today };
  if (filter === "week") return { from: today, to: addDays(today, 7) };
  return { from: addDays(today, 8), to: null };
}

/** Returns the days of the last payment that the filter accepts. */
export function lastPaymentRange(filter: Exclude<LastPaymentFilter, "never">, today: string): DayRange {
  if (filter === "week") return { from: addDays(today, -7), to: null };
  if (filter === "month") return { from: addDays(today, -30), to: addDays(today, -8) };
  return { from: null, to: addDays(today, -31) };
}

/** Returns the number of days since `dueOn`; 0 when it is null or not before `today`. */
export const daysPastDue = (dueOn: string | null, today: string): number =>
  dueOn === null || dueOn >= today
    ? 0
    : Math.round((Date.parse(today) - Date.parse(dueOn)) / (24 * 60 * 60 * 1_000));
