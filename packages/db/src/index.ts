import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import {
  keepTo,
  lastingConnection,
  READ_SETTINGS,
  WRITE_LIMITS,
  type WriteLimits,
  waitedFor,
  writingConnection,
} from "./connection-limits.ts";
import { type CsvTarget, copyCsv } from "./copy-csv.ts";
import { Prisma, PrismaClient } from "./generated/prisma/client.ts";
import { HeldUpError, isHeldUp } from "./held-up.ts";
import { type ObserveStatement, observedClient } from "./observed-client.ts";

export { writingConnection } from "./connection-limits.ts";
export * from "./generated/prisma/enums.ts";
export { HeldUpError } from "./held-up.ts";
export type { ObserveStatement } from "./observed-client.ts";
export { Prisma };

type ReadOperation =
  | "findMany"
  | "findFirst"
  | "findUnique"
  | "findFirstOrThrow"
  | "findUniqueOrThrow"
  | "count"
  | "aggregate"
  | "groupBy";

type ModelName = Uncapitalize<Prisma.ModelName>;

/** A statement of a hot path, prepared once a connection under its name. */
export interface Statement {
  name: string;
  text: string;
}

/** The client outside a command: it can only read. */
export type ReadDb = {
  [Model in ModelName]: Pick<PrismaClient[Model], ReadOperation & keyof PrismaClient[Model]>;
} & {
  /** Runs a prepared SELECT on a read-only connection. */
  sql<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** Writes the rows of a SELECT, however many, into a stream as CSV. Returns their number. */
  csv(select: string, target: CsvTarget): Promise<number>;
};

/** The writing client: handed out by `command` alone, inside its transaction. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  read: ReadDb;
  /**
   * Runs `work` in one transaction; rolls back when it throws. Throws HeldUpError when the limits of the connection ended
   * it before it was told to commit. What else it throws at the end, `work` done, leaves open whether it was written.
   */
  unsafeTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections for libraries that bring their own SQL (rate limits, jobs). */
  pool: pg.Pool;
  /** How many connections there are of each kind, how many of them are idle, and how many callers wait for one. */
  connections(): { name: string; total: number; idle: number; waiting: number }[];
  url: string;
  close(): Promise<void>;
}

/** Exports that run at once in a process; a further one waits for its turn. */
const EXPORTS_AT_ONCE = 2;

/** How long it waits. */
const EXPORT_WAIT_MS = 10_000;

/**
 * Connects to PostgreSQL: one pool that writes through Prisma, one whose connections are read-only, and a few
 * connections for exports, which may last as long as the browser takes to read them.
 * `size` is the number of connections of each of the first two; `limits` are those of whoever writes. `observe` is told of
 * each statement.
 */
export function connect(
  url: string,
  {
    size = 10,
    limits = WRITE_LIMITS,
    observe,
  }: { size?: number; limits?: WriteLimits; observe?: ObserveStatement | undefined } = {},
): Database {
  const observed = observe === undefined ? {} : { Client: observedClient(observe) };
  const pool = new pg.Pool({
    ...writingConnection(url, limits),
    ...observed,
    max: size,
    connectionTimeoutMillis: limits.connectionMs,
  });
  const readPool = new pg.Pool({
    ...lastingConnection(url),
    ...observed,
    max: size,
    onConnect: waitedFor((client) => keepTo(client, READ_SETTINGS)),
  });
  const exportPool = new pg.Pool({
    ...lastingConnection(url),
    max: EXPORTS_AT_ONCE,
    connectionTimeoutMillis: EXPORT_WAIT_MS,
    // Kept for the next export: to connect takes longer than all else before the first byte.
    idleTimeoutMillis: 0,
  });
  const pools = [pool, readPool, exportPool];
  for (const each of pools) {
    each.on("error", unheard); // a lost idle connection is replaced on next use
    // One that is lost in somebody's hands fails what they ask next; unheard, its own word of it would end the process.
    each.on("connect", (client) => client.on("error", unheard));
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const sql = async <Row extends pg.QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> => (await readPool.query<Row>({ ...statement, values })).rows;
  return {
    read: readingClient(prisma, { sql, csv: (select, target) => copyCsv(exportPool, select, target) }),
    unsafeTransaction: async (work) => {
      let isDone = false;
      const workOnce = async (tx: Tx) => {
        const result = await work(tx);
        isDone = true;
        return result;
      };
      try {
        return await prisma.$transaction(workOnce, {
          maxWait: limits.connectionMs,
          timeout: limits.transactionMs,
        });
      } catch (error) {
        throw !isDone && isHeldUp(error) ? new HeldUpError(error) : error;
      }
    },
    pool,
    connections: () =>
      Object.entries({ write: pool, read: readPool, export: exportPool }).map(([name, each]) => ({
        name,
        total: each.totalCount,
        idle: each.idleCount,
        waiting: each.waitingCount,
      })),
    url,
    close: async () => {
      await prisma.$disconnect();
      for (const each of pools) if (!each.ended) await each.end();
    },
  };
}

const unheard = (): void => {};

/** The Prisma client seen through the type that cannot write, with the ways of our own beside the models. */
const readingClient = (prisma: PrismaClient, own: Pick<ReadDb, "sql" | "csv">): ReadDb =>
  new Proxy(prisma, {
    get: (client, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(client, name)),
  }) as unknown as ReadDb;
