import type pg from "pg";
import type { ClientConfig, PoolConfig } from "pg";

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
const DEAD_PEER: Settings = {
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "2",
  tcp_user_timeout: "9000",
};

/** Settings of a connection by their names, in the units in which PostgreSQL counts each. */
export type Settings = Readonly<Record<string, string>>;

/** What a connection keeps to that only reads. */
export const READ_SETTINGS: Settings = { default_transaction_read_only: "on", statement_timeout: "30000" };

/** The same for a transaction of its own that was begun READ ONLY. */
export const READ_TRANSACTION: Settings = { statement_timeout: READ_SETTINGS.statement_timeout ?? "" };

/** What a connection keeps to that writes. */
export const writeSettings = (limits: WriteLimits): Settings => ({
  idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
  lock_timeout: String(limits.lockMs),
  statement_timeout: String(limits.statementMs),
  ...DEAD_PEER,
});

/**
 * Sets what a connection keeps to, and looks whether it does: as statements, since a pooler refuses such settings at the start
 * of a connection, or takes them and forgets them. Throws when one is not kept. Where connections are shared between
 * transactions each says it anew (`beginEachWith`).
 */
export async function keepTo(client: pg.ClientBase, settings: Settings): Promise<void> {
  const names = Object.keys(settings);
  const places = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  await client.query(`SELECT ${places.join(", ")}`, Object.entries(settings).flat());
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name = ANY($1)",
    [names],
  );
  const kept = new Map(rows.map(({ name, setting }) => [name, setting]));
  // Over a socket of the same machine there is no network to watch, and these are always 0.
  const lost = names.filter(
    (name) => kept.get(name) !== settings[name] && !(name in DEAD_PEER && kept.get(name) === "0"),
  );
  if (lost.length > 0) throw new Error(`The connection to PostgreSQL does not keep ${lost.join(", ")}.`);
}

/** How long a connection is silent before our own end asks whether the database is still there. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** The pool hands a connection out once this is done, and drops it where it fails; its types do not say so. */
export const waitedFor = (
  work: (client: pg.ClientBase) => Promise<void>,
): NonNullable<PoolConfig["onConnect"]> => work;

/** What every pool of connections that write is opened with. */
export const writingConnection = (url: string, limits: WriteLimits = WRITE_LIMITS) =>
  ({
    ...lastingConnection(url),
    onConnect: waitedFor((client) => keepToWriteLimits(client, limits)),
  }) satisfies PoolConfig;

/** The same for one connection by itself, once it is there. */
export const keepToWriteLimits = (client: pg.ClientBase, limits: WriteLimits = WRITE_LIMITS): Promise<void> =>
  keepTo(client, writeSettings(limits));

/** What a connection is opened with that may be busy for as long as its work takes, and finds out when its other end is gone. */
export const lastingConnection = (url: string) =>
  ({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }) satisfies ClientConfig;
