const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment `days` later, or earlier when negative. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Whole days from one moment to a later one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS);

/** The calendar date as YYYY-MM-DD. */
export const isoDate = (at: Date): string => at.toISOString().slice(0, 10);
