import pg from "pg";
import {
  keepTo,
  lastingConnection,
  READ_SETTINGS,
  READ_TRANSACTION,
  type WriteLimits,
  waitedFor,
  writeSettings,
  writingConnection,
} from "./connection-limits.ts";
import { beginEachWith, beginWith, prepareNothing } from "./shared-pool.ts";

/** Where a database is. */
export interface Addresses {
  url: string;
  /** The database itself, where at `url` stands a pooler that gives a connection to somebody else after each transaction. */
  directUrl?: string | undefined;
  /** Whether statements are prepared under their names; a pooler has to keep those of each client. */
  isPrepared?: boolean | undefined;
}

/** How many connections there may be of each kind. */
export interface Sizes {
  write: number;
  read: number;
}

/** Exports that run at once in a process; a further one waits for its turn. */
export const EXPORTS_AT_ONCE = 2;

/** Those who hold a connection for longer than a transaction: whoever renews a vendor's token, an import. */
export const SESSIONS_AT_ONCE = 3;

/** How long an export waits. */
const EXPORT_WAIT_MS = 10_000;

/** The connections of one process to one database. Those of exports and sessions never go through a pooler. */
export function createPools(
  { url, directUrl = url, isPrepared = true }: Addresses,
  sizes: Sizes,
  limits: WriteLimits,
  /** What the connections of whoever writes and reads are made by, where each statement is told. */
  clientClass?: new () => pg.Client,
): Record<"write" | "read" | "export" | "session", pg.Pool> {
  const isShared = directUrl !== url;
  const write = new pg.Pool({
    ...(isShared ? lastingConnection(url) : writingConnection(url, limits)),
    ...(clientClass && { Client: clientClass }),
    max: sizes.write,
    connectionTimeoutMillis: limits.connectionMs,
  });
  const pools = {
    write,
    read: createReadPool(url, sizes.read, isShared, clientClass),
    export: new pg.Pool({
      ...lastingConnection(directUrl),
      max: EXPORTS_AT_ONCE,
      connectionTimeoutMillis: EXPORT_WAIT_MS,
      // Kept for the next export: to connect takes longer than all else before the first byte.
      idleTimeoutMillis: 0,
    }),
    session: new pg.Pool({
      ...writingConnection(directUrl, limits),
      max: SESSIONS_AT_ONCE,
      connectionTimeoutMillis: limits.connectionMs,
    }),
  };
  if (isShared) beginEachWith(write, beginWith(writeSettings(limits)));
  if (!isPrepared) for (const each of [write, pools.read]) prepareNothing(each);
  for (const each of Object.values(pools)) outlastLoss(each);
  return pools;
}

/** Connections that can only read; behind a pooler each transaction says that it does. */
function createReadPool(
  url: string,
  size: number,
  isShared: boolean,
  clientClass: (new () => pg.Client) | undefined,
): pg.Pool {
  const lasting = { ...lastingConnection(url), ...(clientClass && { Client: clientClass }), max: size };
  if (!isShared)
    return new pg.Pool({ ...lasting, onConnect: waitedFor((client) => keepTo(client, READ_SETTINGS)) });
  const pool = new pg.Pool(lasting);
  beginEachWith(pool, beginWith(READ_TRANSACTION, " READ ONLY"));
  return pool;
}

/** What is lost is replaced, and ends no process. */
export function outlastLoss(pool: pg.Pool): void {
  pool.on("error", unheard); // a lost idle connection is replaced on next use
  // One that is lost in somebody's hands fails what they ask next; unheard, its own word of it would end the process.
  pool.on("connect", (client) => client.on("error", unheard));
}

const unheard = (): void => {};
