import { EXPORTS_AT_ONCE, SESSIONS_AT_ONCE, type Sizes } from "@countinghouse/db/pools";

export interface ConnectionBudget {
  /** The connections of screens and of all jobs except bulk jobs. */
  screens: Sizes;
  /** The connections of bulk jobs, apart so that no screen waits for them; null when this process runs none. */
  bulkJobs: Sizes | null;
  /** The connections to the database itself, without a pooler. */
  direct: { registration: number; listeners: number; exports: number; sessions: number };
}

type Role = "all" | "web" | "worker";

const LISTENERS = { all: 3, web: 2, worker: 1 } as const satisfies Record<Role, number>;

/** The share of the remaining connections that bulk jobs get. */
const BULK_SHARE = 0.4;

/** The fewest connections that allow reads and writes next to bulk jobs. */
export const LEAST_CONNECTIONS = 16;

/** Divides the connections of one process, at most `most` in total. */
export function connectionBudget(role: Role, most: number): ConnectionBudget {
  const direct = {
    registration: 1,
    // One for ends of sessions, one for bulk jobs that browsers follow, and one for wake-ups of jobs.
    listeners: LISTENERS[role],
    exports: EXPORTS_AT_ONCE,
    // Bulk jobs need no session.
    sessions: SESSIONS_AT_ONCE,
  };
  const left = most - total(direct);
  const bulk = role === "web" ? 0 : Math.floor(left * BULK_SHARE);
  const screens = left - bulk;
  const read = Math.floor(screens / 2);
  const bulkRead = Math.max(1, Math.floor(bulk / 3));
  return {
    screens: { write: screens - read, read },
    bulkJobs: bulk === 0 ? null : { write: bulk - bulkRead, read: bulkRead },
    direct,
  };
}

/** Returns the total of a budget, in connections. */
export const budgetTotal = ({ screens, bulkJobs, direct }: ConnectionBudget): number =>
  total(screens) + total(direct) + (bulkJobs === null ? 0 : total(bulkJobs));

const total = (numbers: object): number =>
  Object.values(numbers).reduce((sum: number, each: number) => sum + each, 0);
