const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment `days` later, or earlier when negative. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Whole days from one moment to a later one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS);

const IN_NEW_YORK = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

/** The calendar date that a moment falls on in New York, YYYY-MM-DD. */
export const newYorkDay = (at: Date): string => IN_NEW_YORK.format(at);

/** Days that were written before: to write one anew costs more than all else that is done with it. */
const written = new Map<number, string>();

/** The calendar date as YYYY-MM-DD. */
export function isoDate(at: Date): string {
  const day = Math.floor(at.getTime() / DAY_MS);
  const known = written.get(day);
  if (known !== undefined) return known;
  const text = at.toISOString().slice(0, 10);
  written.set(day, text);
  return text;
}

/** A moment as `toISOString` writes it. */
export function isoMoment(at: Date): string {
  const ms = ((at.getTime() % DAY_MS) + DAY_MS) % DAY_MS;
  const hour = twoDigits(Math.floor(ms / 3_600_000));
  const minute = twoDigits(Math.floor(ms / 60_000) % 60);
  const second = twoDigits(Math.floor(ms / 1_000) % 60);
  return `${isoDate(at)}T${hour}:${minute}:${second}.${String(1_000 + (ms % 1_000)).slice(1)}Z`;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const twoDigits = (number: number): string => TWO_DIGITS[number] ?? "";
