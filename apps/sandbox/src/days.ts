const MS_PER_DAY = 86_400_000;

const newYork = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" });

/** A calendar day, counted from 1 January 1970. */
export type Day = number;

/** The bank's calendar day at a moment. */
export function dayAt(moment: Date): Day {
  return Date.parse(newYork.format(moment)) / MS_PER_DAY;
}

/** The moment at which the day begins for the bank. */
export function dayStart(day: Day): Date {
  const inSummer = new Date(day * MS_PER_DAY + 4 * 3_600_000);
  return dayAt(inSummer) === day ? inSummer : new Date(day * MS_PER_DAY + 5 * 3_600_000);
}

/** A moment at which the day has begun, wherever in the United States. */
export function dayNoon(day: Day): Date {
  return new Date(day * MS_PER_DAY + 17 * 3_600_000);
}

/** "2026-03-01". */
export function isoDay(day: Day): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function dayWeekday(day: Day): number {
  return new Date(day * MS_PER_DAY).getUTCDay();
}

/** A calendar month, counted from January of the year 0. */
export type Month = number;

/** The month a day lies in. */
export function dayMonth(day: Day): Month {
  const date = new Date(day * MS_PER_DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first and the last day of a month. */
export function monthDays(month: Month): { first: Day; last: Day } {
  const firstDay = (index: Month) => Date.UTC(Math.floor(index / 12), index % 12) / MS_PER_DAY;
  return { first: firstDay(month), last: firstDay(month + 1) - 1 };
}
