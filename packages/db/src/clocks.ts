/** By so much the clocks of processes and of the database may differ: leases, and what is read from a copy, reckon with it. */
export const CLOCKS_DIFFER_MS = 10_000;

/** Asks the database what time it is. */
type AskTime = () => Promise<Date | undefined>;

/**
 * Why this process may not work with the database, in words, or null: their clocks differ by more than they may. How long the answer
 * took is no difference. Throws what asking throws.
 */
export async function whyNotClock(ask: AskTime, now: () => number = Date.now): Promise<string | null> {
  const askedAt = now();
  const told = (await ask())?.getTime() ?? askedAt;
  const aheadMs = Math.max(askedAt - told, 0) || Math.min(now() - told, 0);
  if (Math.abs(aheadMs) <= CLOCKS_DIFFER_MS) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `The clock of this machine is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} that of the database. Set both by NTP.`;
}
