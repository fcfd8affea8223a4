/** What every storm is made of. */
export interface StormPlan {
  /** Payments that are wanted, or due items of bulk jobs. */
  payments: number;
  /** Decides what befalls whom when, and the customers. */
  seed: number;
  /** The smallest of its kind, in a minute. */
  quick: boolean;
  /** A mistake of the storm's own: it takes money once more behind our books, which has to be found. */
  plantDouble: boolean;
  /** Aborted when the storm has to be over, finished or not. */
  signal: AbortSignal;
  say: (text: string) => void;
}

/** Workers are killed, and the database is struck down. */
export interface KillPlan extends StormPlan {
  /** Whether the payments are ordered by bulk jobs, which two admins start and reset. */
  bulk: boolean;
  /** Whether each bulk job waits for a second person. */
  approvals: boolean;
  /** Workers killed at the least. */
  kills: number;
  /** Times PostgreSQL is struck down and started again. */
  restarts: number;
}

/** Processes are stopped for a while, and go on as if nothing had happened. */
export interface FreezePlan extends StormPlan {
  freezes: number;
}

/** The database is set back to a copy of itself. */
export interface RestorePlan extends StormPlan {
  rounds: number;
}

/** What a storm comes to, in words; what is wrong, a sentence each. */
export interface StormReport {
  problems: string[];
  lines: string[];
}
