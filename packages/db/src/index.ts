import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
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

/**
 * Connects to PostgreSQL: one pool that writes through Prisma, one whose connections are read-only.
 * `size` is the number of connections of each.
 */
export function connect(url: string, { size = 10 }: { size?: number } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: size });
  const readPool = new pg.Pool({
    connectionString: url,
    max: size,
    options: "-c default_transaction_read_only=on -c statement_timeout=30000",
  });
  for (const each of [pool, readPool]) each.on("error", () => {}); // a lost idle connection is replaced on next use
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const sql = async <Row extends pg.QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> => (await readPool.query<Row>({ ...statement, values })).rows;
  return {
    read: readingClient(prisma, sql),
    unsafeTransaction: (work) => prisma.$transaction(work, { maxWait: 20_000, timeout: 20_000 }),
    pool,
    url,
    close: async () => {
      await prisma.$disconnect();
      for (const each of [pool, readPool]) if (!each.ended) await each.end();
    },
  };
}

/** The Prisma client seen through the type that cannot write, with `sql` beside the models. */
const readingClient = (prisma: PrismaClient, sql: ReadDb["sql"]): ReadDb =>
  new Proxy(prisma, {
    get: (client, name) => (name === "sql" ? sql : Reflect.get(client, name)),
  }) as unknown as ReadDb;
