import { DomainError } from "@countinghouse/api/errors";

/** The bytes that may be received at the same time. */
export interface Quota {
  /**
   * Reserves bytes for an admin, and returns the function that frees them. Throws LIMITED when too many bytes are reserved already, in total
   * or for this admin, who gets at most half.
   */
  take(bytes: number, who: string): () => void;
}

const RETRY_AFTER_SECONDS = 60;

/** Creates the quota of a process. A request above the quota is accepted when nothing else is reserved. */
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
