import type { ClientConfig } from "pg";

/** How long the database, or we, wait for somebody who writes. All in ms. */
export interface WriteLimits {
  /** A transaction whose process asks for nothing more: it is rolled back and its connection ended. */
  idleInTransactionMs: number;
  /** A statement that waits for a lock. */
  lockMs: number;
  /** A statement with all that it waits for. */
  statementMs: number;
  /** A transaction with all its statements: ours gives it up then. */
  transactionMs: number;
  /** A connection of the pool that somebody waits for. */
  connectionMs: number;
}

/**
 * A process that was frozen, or whose network is gone, is thrown out within 10 s. Each number is told by the one before:
 * who waits for a lock outlasts one holder that was frozen (8 s), a statement has time for its work once it has waited
 * so long, a transaction for more than its slowest statement, and whoever waits for a connection outlasts a transaction.
 */
export const WRITE_LIMITS: WriteLimits = {
  idleInTransactionMs: 8_000,
  lockMs: 9_000,
  statementMs: 15_000,
  transactionMs: 18_000,
  connectionMs: 20_000,
};

/**
 * The database asks after a silent other end from 5 s on, every 2 s, and gives it up after two questions; and likewise
 * when it takes nothing of what it was sent: a frozen process whose answer is larger than the buffers holds its locks
 * while the database writes, which no other limit ends.
 */
const DEAD_PEER =
  "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2 -c tcp_user_timeout=9000";

/** How long a connection is silent before our own end asks whether the database is still there. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** What every connection that writes is opened with. */
export const writingConnection = (url: string, limits: WriteLimits = WRITE_LIMITS) =>
  ({
    ...lastingConnection(url),
    options: [
      `-c idle_in_transaction_session_timeout=${limits.idleInTransactionMs}`,
      `-c lock_timeout=${limits.lockMs}`,
      `-c statement_timeout=${limits.statementMs}`,
      DEAD_PEER,
    ].join(" "),
  }) satisfies ClientConfig;

/** What a connection is opened with that may be busy for as long as its work takes, and finds out when its other end is gone. */
export const lastingConnection = (url: string) =>
  ({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }) satisfies ClientConfig;
