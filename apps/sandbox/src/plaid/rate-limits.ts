import type { Clock } from "../clock.ts";
import { limited } from "./errors.ts";
import type { RequestPath } from "./requests.ts";

const WINDOW_MS = 60_000;

interface Limit {
  /** Calls a minute about one link or report, and the error code for more. */
  perItem?: readonly [calls: number, code: string];
  perClient: readonly [calls: number, code: string];
}

/** Plaid's limits in production. */
const LIMITS: Partial<Record<RequestPath, Limit>> = {
  "/accounts/get": { perItem: [15, "ACCOUNTS_LIMIT"], perClient: [15_000, "ACCOUNTS_LIMIT"] },
  "/accounts/balance/get": {
    perItem: [5, "BALANCE_LIMIT"],
    perClient: [1_200, "ACCOUNTS_BALANCE_GET_LIMIT"],
  },
  "/auth/get": { perItem: [15, "AUTH_LIMIT"], perClient: [12_000, "AUTH_LIMIT"] },
  "/item/get": { perItem: [15, "ITEM_GET_LIMIT"], perClient: [5_000, "ITEM_GET_LIMIT"] },
  "/institutions/get": { perClient: [50, "INSTITUTIONS_GET_LIMIT"] },
  "/institutions/get_by_id": { perClient: [400, "INSTITUTIONS_GET_BY_ID_LIMIT"] },
  "/transactions/sync": {
    perItem: [50, "TRANSACTIONS_SYNC_LIMIT"],
    perClient: [2_500, "TRANSACTIONS_SYNC_LIMIT"],
  },
  "/asset_report/create": { perItem: [5, "RATE_LIMIT"], perClient: [50, "RATE_LIMIT"] },
  "/asset_report/get": { perItem: [15, "RATE_LIMIT"], perClient: [1_000, "RATE_LIMIT"] },
  "/asset_report/refresh": { perItem: [5, "RATE_LIMIT"], perClient: [50, "RATE_LIMIT"] },
  "/asset_report/pdf/get": { perItem: [15, "RATE_LIMIT"], perClient: [50, "RATE_LIMIT"] },
};

export interface RateLimits {
  /** Counts a call about these links or reports. Throws Plaid's error when it is one too many in a minute. */
  count(path: RequestPath, subjects: readonly string[]): void;
  clear(): void;
}

/** Counts calls by the sandbox's clock. */
export function createRateLimits(clock: Clock): RateLimits {
  const calls = new Map<string, number[]>();

  const take = (key: string, [most, code]: readonly [number, string]) => {
    const now = clock.now().getTime();
    const recent = (calls.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
    if (recent.length >= most) throw limited(code);
    calls.set(key, [...recent, now]);
  };

  return {
    count: (path, subjects) => {
      const limit = LIMITS[path];
      if (!limit) return;
      if (limit.perItem) for (const subject of subjects) take(`${path} ${subject}`, limit.perItem);
      take(path, limit.perClient);
    },
    clear: () => calls.clear(),
  };
}
