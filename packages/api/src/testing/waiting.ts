import { expect, vi } from "vitest";
import type { Tables } from "./harness.ts";

/** Resolves once so many transactions wait for a lock of another. */
export const waitingForLocks = (api: Pick<Tables, "database">, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await api.database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBe(count);
    },
    { timeout: 60_000 },
  );
