const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment `days` later, or earlier when negative. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Whole days from one moment to a later one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS);

const IN_NEW_YORK = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

/** The calendar date that a moment falls on in New York, YYYY-MM-DD. */
export const newYorkDay = (at: Date): string => IN_NEW_YORK.format(at);

/** The calendar date as YYYY-MM-DD. */
export const isoDate = (at: Date): string => at.toISOString().slice(0, 10);
