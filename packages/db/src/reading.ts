import type pg from "pg";
import type { CsvTarget } from "./copy-csv.ts";
import type { Prisma, PrismaClient } from "./generated/prisma/client.ts";

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

/** The Prisma client seen through the type that cannot write, with the ways of our own beside the models. */
export const readingClient = (prisma: PrismaClient, own: Pick<ReadDb, "sql" | "csv">): ReadDb =>
  new Proxy(prisma, {
    get: (client, name) => (Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(client, name)),
  }) as unknown as ReadDb;

/** Statements over the connections of this pool. */
export const sqlBy =
  (pool: pg.Pool): ReadDb["sql"] =>
  async <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) =>
    (await pool.query<Row>({ ...statement, values })).rows;
