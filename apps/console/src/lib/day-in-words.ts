const WORDS = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "2-digit",
});

/** A day of the calendar (YYYY-MM-DD) as "Nov 05, 2026" (specification 2, section 9: MMM DD, YYYY). */
export const dayInWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`));
