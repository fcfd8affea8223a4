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

const twoDigits = (value: number): string => String(value).padStart(2, "0");
