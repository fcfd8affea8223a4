import { EXPORTS_AT_ONCE, SESSIONS_AT_ONCE, type Sizes } from "@countinghouse/db/pools";

export interface ConnectionBudget {
  /** What screens and the jobs that are not bulk jobs take. */
  screens: Sizes;
  /** What bulk jobs take beside them, so that they keep no screen waiting; null where this process works on none. */
  bulkJobs: Sizes | null;
  /** What goes to the database itself, whatever stands before it. */
  direct: { registration: number; listeners: number; exports: number; sessions: number };
}

type Role = "all" | "web" | "worker";

const LISTENERS = { all: 3, web: 2, worker: 1 } as const satisfies Record<Role, number>;

/** Bulk jobs get this part of what is left where a process does both. */
const BULK_SHARE = 0.4;

/** With fewer nobody could both read and write beside bulk jobs. */
export const LEAST_CONNECTIONS = 16;

/** How the connections of one process are shared out: never more than `most` together. */
export function connectionBudget(role: Role, most: number): ConnectionBudget {
  const direct = {
    registration: 1,
    // One for the ends of sessions and one for bulk jobs that browsers follow; one for what wakes jobs.
    listeners: LISTENERS[role],
    exports: EXPORTS_AT_ONCE,
    // Of bulk jobs nothing needs one.
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

/** What a budget comes to, in connections. */
export const budgetTotal = ({ screens, bulkJobs, direct }: ConnectionBudget): number =>
  total(screens) + total(direct) + (bulkJobs === null ? 0 : total(bulkJobs));

const total = (numbers: object): number =>
  Object.values(numbers).reduce((sum: number, each: number) => sum + each, 0);
