const NEW_YORK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "longOffset",
});

export type NewYorkStyle = "dateTime" | "balance" | "date";

/** What day it was last asked for is: New York is whole hours from UTC, so that no day begins within an hour. */
let known = { hour: Number.NaN, date: "" };

/** The calendar date it is in New York at `at`: "2026-11-21". Throws a RangeError on an invalid Date. */
export function newYorkDate(at: Date): string {
  const hour = Math.floor(at.getTime() / 3_600_000);
  if (hour !== known.hour) known = { hour, date: formatNewYork(at, "date") };
  return known.date;
}

/**
 * A moment on the clock of New York. dateTime: "2026-11-21 15:04:05"; balance, the format of balance timestamps:
 * "21/11/2026 03:04:05 pm"; date: "2026-11-21". Throws a RangeError on an invalid Date.
 */
export function formatNewYork(at: Date, style: NewYorkStyle): string {
  const { year, month, day, hour, minute, second } = clock(at);
  const date = `${year}-${month}-${day}`;
  if (style === "date") return date;
  if (style === "dateTime") return `${date} ${hour}:${minute}:${second}`;
  const hour12 = String(Number(hour) % 12 || 12).padStart(2, "0");
  return `${day}/${month}/${year} ${hour12}:${minute}:${second} ${Number(hour) < 12 ? "am" : "pm"}`;
}

/** The time of day in New York with its zone: "3:04 PM EST". */
export function newYorkTimeOfDay(at: Date): string {
  const { hour, minute, timeZoneName } = clock(at);
  const zone = timeZoneName === "GMT-04:00" ? "EDT" : "EST";
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "AM" : "PM"} ${zone}`;
}

/** The offset of New York from UTC at `at`: "-05:00" in winter, "-04:00" in summer. */
export const newYorkOffset = (at: Date): string => clock(at).timeZoneName.replace("GMT", "");

/** When days began that were asked for: what an import brings lies on few days, and the clock of a place is slow to ask. */
const beginnings = new Map<string, number>();
const MOST_KEPT = 5_000;

/** The moment a day (YYYY-MM-DD) begins in New York. Clocks change at two in the morning, never at midnight. */
export function startOfDay(day: string): Date {
  const kept = beginnings.get(day);
  if (kept !== undefined) return new Date(kept);
  const summer = new Date(`${day}T00:00:00-04:00`);
  const begin = newYorkOffset(summer) === "-04:00" ? summer : new Date(`${day}T00:00:00-05:00`);
  if (beginnings.size >= MOST_KEPT) beginnings.clear();
  beginnings.set(day, begin.getTime());
  return begin;
}

/** The moment the New York day began that it is at `at`. */
export const newYorkMidnight = (at: Date): Date => startOfDay(newYorkDate(at));

export const INVALID_DATE = "Enter a date as YYYY-MM-DD.";

/** Whether the text is a day of the calendar written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return day !== undefined && calendarDate(Number(year), Number(month) - 1, Number(day)) === text;
}

/** The date `months` later (or earlier), on the last day of the month when it has no such day. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = dateParts(date);
  const lastDay = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return calendarDate(year, month + months, Math.min(day, lastDay));
}

/** The date `days` later (or earlier). */
export function addDays(date: string, days: number): string {
  const { year, month, day } = dateParts(date);
  return calendarDate(year, month, day + days);
}

/** Days since 1970: the difference of two is the days between them. Throws a RangeError on what is no date. */
export function dayNumber(date: string): number {
  const { year, month, day } = dateParts(date);
  return Date.UTC(year, month, day) / 86_400_000;
}

function clock(at: Date) {
  const parts = NEW_YORK.formatToParts(at);
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? "";
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
    timeZoneName: part("timeZoneName"),
  };
}

/** `month` counts from 0; months and days past their end run over into the next. */
const calendarDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

function dateParts(date: string) {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${date}`);
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return { year, month: month - 1, day };
}
