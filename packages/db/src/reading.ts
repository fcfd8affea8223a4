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

/** A plan that was made before a migration changed what the statement answers. */
const OUTDATED_PLAN = "cached plan must not change result type";

/**
 * Statements over the connections of this pool. One that a migration has changed under way is prepared anew, on every connection
 * and in a pooler, which tells statements apart by their text: nobody is refused for it.
 */
export function sqlBy(pool: pg.Pool): ReadDb["sql"] {
  const renewals = new Map<string, number>();
  const prepared = ({ name, text }: Statement) => {
    const times = renewals.get(name) ?? 0;
    return { times, statement: times === 0 ? { name, text } : named({ name, text }, times) };
  };
  return async <Row extends pg.QueryResultRow>(asked: Statement, values: unknown[]): Promise<Row[]> => {
    const { times, statement } = prepared(asked);
    try {
      return (await pool.query<Row>({ ...statement, values })).rows;
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      if ((renewals.get(asked.name) ?? 0) === times) renewals.set(asked.name, times + 1);
      return (await pool.query<Row>({ ...prepared(asked).statement, values })).rows;
    }
  };
}

const named = ({ name, text }: Statement, times: number): Statement => ({
  name: `${name}.${times}`,
  text: `${text} /* ${times} */`,
});

const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message === OUTDATED_PLAN;
