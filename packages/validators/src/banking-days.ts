import { addDays, dayNumber, newYorkDate, startOfDay } from "./new-york.ts";

/** When the ACH entries of a day are handed over at the latest, in New York; what comes later goes with the next banking day. */
const ACH_CUT_OFF_HOUR = 18;

/** Banking days from when it goes out until the processor of bank transfers reports it as settled. */
const ACH_SETTLES_AFTER = 2;

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** 0 is Sunday; the first of January 1970 was a Thursday. */
const weekdayNumber = (day: string): number => (((dayNumber(day) + THURSDAY) % 7) + 7) % 7;

const dayIn = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The nth weekday of a month. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = dayIn(year, month, 1);
  return addDays(first, ((weekday - weekdayNumber(first) + 7) % 7) + 7 * (nth - 1));
}

function lastMonday(year: number, month: number): string {
  const last = addDays(month === 12 ? dayIn(year + 1, 1, 1) : dayIn(year, month + 1, 1), -1);
  return addDays(last, -((weekdayNumber(last) - MONDAY + 7) % 7));
}

/** A holiday on a Sunday is kept on the Monday; on one that falls on a Saturday the banks are open the day before. */
const kept = (day: string): string => (weekdayNumber(day) === SUNDAY ? addDays(day, 1) : day);

/** The days of a year on which the Federal Reserve Banks are closed, beside weekends (their holiday schedules). */
export const federalReserveHolidays = (year: number): string[] => [
  kept(dayIn(year, 1, 1)),
  nthWeekday(year, 1, MONDAY, 3),
  nthWeekday(year, 2, MONDAY, 3),
  lastMonday(year, 5),
  kept(dayIn(year, 6, 19)),
  kept(dayIn(year, 7, 4)),
  nthWeekday(year, 9, MONDAY, 1),
  nthWeekday(year, 10, MONDAY, 2),
  kept(dayIn(year, 11, 11)),
  nthWeekday(year, 11, THURSDAY, 4),
  kept(dayIn(year, 12, 25)),
];

/** Whether the Federal Reserve Banks are open on a day (YYYY-MM-DD): money moves by ACH on no other. */
export function isBankingDay(day: string): boolean {
  const weekday = weekdayNumber(day);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return !federalReserveHolidays(Number(day.slice(0, 4))).includes(day);
}

/** The day itself where it is a banking day, else the next one. */
export const bankingDayOnOrAfter = (day: string): string =>
  isBankingDay(day) ? day : bankingDayOnOrAfter(addDays(day, 1));

/** The banking day so many banking days after a day, which need not be one itself. */
export function bankingDaysAfter(day: string, days: number): string {
  let after = day;
  for (let left = days; left > 0; left--) after = bankingDayOnOrAfter(addDays(after, 1));
  return after;
}

/** The banking day so many banking days before a day, which need not be one itself. */
export function bankingDaysBefore(day: string, days: number): string {
  let before = day;
  for (let left = days; left > 0; left--) {
    do before = addDays(before, -1);
    while (!isBankingDay(before));
  }
  return before;
}

export interface AchTimes {
  /** Until when it may be sent to go out with that day's entries. */
  cutOff: Date;
  /** YYYY-MM-DD: when it goes out, and when it settles. */
  sentOn: string;
  settlesOn: string;
}

/** When a bank transfer that is sent at `now` goes out and settles, as far as its processor keeps its times. */
export function achTimes(now: Date): AchTimes {
  const today = newYorkDate(now);
  const isInTime = isBankingDay(today) && now < cutOffTime(today);
  const sentOn = isInTime ? today : bankingDayOnOrAfter(addDays(today, 1));
  return { cutOff: cutOffTime(sentOn), sentOn, settlesOn: bankingDaysAfter(sentOn, ACH_SETTLES_AFTER) };
}

/** Counted from the next midnight: clocks change at two in the morning. */
const cutOffTime = (day: string): Date =>
  new Date(startOfDay(addDays(day, 1)).getTime() - (24 - ACH_CUT_OFF_HOUR) * 3_600_000);

/** What a button that moves money by ACH says of when it settles. */
export function achSentence(now: Date): string {
  const { sentOn, settlesOn } = achTimes(now);
  const hour = ACH_CUT_OFF_HOUR - 12;
  return `Goes out on ${sentOn} if sent before ${hour}:00 PM ET that day; expected to settle on ${settlesOn}.`;
}

/** Which day an instalment of a day is taken, where that is another one; null where it is the same. */
export const takenOnInstead = (day: string): string | null => {
  const taken = bankingDayOnOrAfter(day);
  return taken === day ? null : taken;
};
