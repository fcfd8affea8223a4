const WORDS = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "2-digit",
});

/** A day of the calendar (YYYY-MM-DD) as "Nov 05, 2026" (specification 2, section 9: MMM DD, YYYY). */
export const dayInWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`));

const TIME = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "11:06 ET": the time of day in New York, with the zone said. */
export const newYorkTime = (at: Date): string => `${TIME.format(at)} ET`;

/** "48s", "1m 52s", "2h 04m": how long something has taken. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

/** Milliseconds until all is done, if it goes on as it went so far; null while too little is done to tell. */
export function remainingMs(elapsedMs: number, done: number, total: number): number | null {
  if (done < 3 || elapsedMs <= 0 || done >= total) return null;
  return (elapsedMs / done) * (total - done);
}

/** "just now", "3 minutes ago", "2 days ago": how long ago something was. */
export function agoText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "just now";
  const [amount, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return `${amount.toLocaleString("en-US")} ${unit}${amount === 1 ? "" : "s"} ago`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
