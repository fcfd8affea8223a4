import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type CsvTarget, copyCsv } from "./copy-csv.ts";
import { Prisma, PrismaClient } from "./generated/prisma/client.ts";

export * from "./generated/prisma/enums.ts";
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
  /** Runs `work` in one transaction; rolls back when it throws. */
  unsafeTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections for libraries that bring their own SQL (rate limits, jobs). */
  pool: pg.Pool;
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
 * `size` is the number of connections of each of the first two.
 */
export function connect(url: string, { size = 10 }: { size?: number } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: size });
  const readPool = new pg.Pool({
    connectionString: url,
    max: size,
    options: "-c default_transaction_read_only=on -c statement_timeout=30000",
  });
  const exportPool = new pg.Pool({
    connectionString: url,
    max: EXPORTS_AT_ONCE,
    connectionTimeoutMillis: EXPORT_WAIT_MS,
    // Kept for the next export: to connect takes longer than all else before the first byte.
    idleTimeoutMillis: 0,
  });
  const pools = [pool, readPool, exportPool];
  for (const each of pools) each.on("error", () => {}); // a lost idle connection is replaced on next use
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const sql = async <Row extends pg.QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> => (await readPool.query<Row>({ ...statement, values })).rows;
  return {
    read: readingClient(prisma, { sql, csv: (select, target) => copyCsv(exportPool, select, target) }),
    unsafeTransaction: (work) => prisma.$transaction(work, { maxWait: 20_000, timeout: 20_000 }),
    pool,
    url,
    close: async () => {
      await prisma.$disconnect();
      for (const each of pools) if (!each.ended) await each.end();
    },
  };
}

/** The Prisma client seen through the type that cannot write, with the ways of our own beside the models. */
const readingClient = (prisma: PrismaClient, own: Pick<ReadDb, "sql" | "csv">): ReadDb =>
  new Proxy(prisma, {
    get: (client, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(client, name)),
  }) as unknown as ReadDb;
