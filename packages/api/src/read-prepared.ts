import { Prisma, preparedText, type ReadDb, type Tx } from "@countinghouse/db";

/** Whoever can be asked: a read-only connection, or a transaction. */
export type Readable = Pick<ReadDb, "sql"> | Tx;

/**
 * Reads what both pages and transactions ask for, by one statement whose plan the database keeps: to plan such a one takes several
 * times as long as to run it. `query` has the same text each time, whatever its values.
 */
export function readPrepared<Row extends object>(
  db: Readable,
  name: string,
  query: Prisma.Sql,
): Promise<Row[]> {
  if ("sql" in db) return db.sql<Row & Record<string, unknown>>({ name, text: query.text }, query.values);
  return db.$queryRaw<Row[]>(Prisma.sql`${Prisma.raw(preparedText(name, ""))}${query}`);
}
