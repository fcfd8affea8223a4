import type { AccessToken } from "./bearer-access.ts";

/** What all processes know together of one vendor's access token. */
export interface SharedToken {
  token: AccessToken | null;
  /** When tokens were asked for lately, in ms since the epoch: vendors limit how often. */
  requestedAt: readonly number[];
}

/** Keeps a shared token. It is a secret: an implementation that writes it down seals it. */
export interface TokenStore {
  /**
   * Runs `change` on what is kept, nothing to begin with, and keeps and returns what it gives. No other `change` runs
   * meanwhile, in this process or another. Throws what `change` throws, and then keeps what was there.
   */
  update(change: (kept: SharedToken) => Promise<SharedToken>): Promise<SharedToken>;
}

/** A store for a vendor that one process alone speaks to. */
export function createMemoryTokenStore(): TokenStore {
  let kept: Promise<SharedToken> = Promise.resolve({ token: null, requestedAt: [] });
  return {
    update: (change) => {
      const before = kept;
      const changed = before.then(change);
      kept = changed.catch(() => before);
      return changed;
    },
  };
}
