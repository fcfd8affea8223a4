import { DomainError } from "@countinghouse/api/errors";

/** How many bytes may be taken in at the same time. */
export interface Quota {
  /**
   * Sets so many aside for somebody; returns what gives them back. Throws LIMITED when too many are taken already, by all
   * or by them: nobody has more than half.
   */
  take(bytes: number, who: string): () => void;
}

const RETRY_AFTER_SECONDS = 60;

/** A quota of a process; one that a single request fills is still taken while nothing else is. */
export function createQuota(mostBytes: number): Quota {
  const taken = new Map<string, number>();
  return {
    take: (bytes, who) => {
      const all = [...taken.values()].reduce((sum, bytesOfOne) => sum + bytesOfOne, 0);
      const own = taken.get(who) ?? 0;
      const isTooMuch = all > 0 && (all + bytes > mostBytes || (own > 0 && own + bytes > mostBytes / 2));
      if (isTooMuch)
        throw new DomainError("LIMITED", "Too much is being uploaded at the moment. Try again in a minute.", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      taken.set(who, own + bytes);
      return () => {
        const left = (taken.get(who) ?? 0) - bytes;
        if (left > 0) taken.set(who, left);
        else taken.delete(who);
      };
    },
  };
}
