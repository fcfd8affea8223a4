/** What a storm is made of. */
export interface StormPlan {
  /** Payments, or due items of bulk jobs. */
  payments: number;
  /** Whether they are ordered by bulk jobs, which two admins start and reset. */
  bulk: boolean;
  /** Workers killed at the least. */
  kills: number;
  /** Times PostgreSQL is struck down and started again. */
  restarts: number;
  /** Decides who is killed when, and the customers. */
  seed: number;
  /** Does not wait for rows of the ledger sheet that a killed worker still holds. */
  quick: boolean;
  /** A mistake of the storm's own: it takes money once more behind our books, which has to be found. */
  plantDouble: boolean;
  /** Aborted when the storm has to be over, finished or not. */
  signal: AbortSignal;
  say: (text: string) => void;
}
