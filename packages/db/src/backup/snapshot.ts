import type { Readable } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { lastingConnection } from "../connection-limits.ts";

/** A migration as the database's history names it, with the SHA-256 of its statements. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

export interface SnapshotTable {
  name: string;
  /** In their order; what the database computes itself is left out. */
  columns: string[];
}

/** Where a sequence stands. The value is a decimal number: it may be larger than a double holds. */
export interface SequencePlace {
  name: string;
  value: string;
  isCalled: boolean;
}

/** Everything there is in a database, as of one moment. */
export interface Snapshot {
  takenAt: Date;
  migrations: AppliedMigration[];
  tables: SnapshotTable[];
  sequences: SequencePlace[];
  /** Hands on the rows of a table in COPY's text format, one table at a time. Returns what was made of them, and how many there were. */
  copy<Made>(
    table: SnapshotTable,
    take: (rows: Readable) => Promise<Made>,
  ): Promise<{ made: Made; rows: number }>;
}

/**
 * Reads the whole database in one REPEATABLE READ transaction: all tables are of the same moment, and nobody who writes
 * meanwhile waits. Nothing limits how long it may take. The address has to be the database's own, not a pooler's.
 */
export async function withSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...lastingConnection(url), application_name: "backup" });
  client.on("error", () => {}); // what cuts the connection fails the query, which tells
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Times and bytes are written the same whatever the server is set to.
    await client.query("SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL bytea_output = 'hex'");
    const { rows: moments } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    const { rows: migrations } = await client.query<AppliedMigration>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    );
    const { rows: tables } = await client.query<SnapshotTable>(TABLES);
    return await work({
      takenAt: moments[0]?.at ?? new Date(Number.NaN),
      migrations,
      tables,
      sequences: await readSequences(client),
      copy: async ({ name, columns }, take) => {
        const rows = client.query(copyTo(`COPY ${listed(name, columns)} TO STDOUT`));
        const made = await take(rows);
        // The number of rows comes after the last of them: it is there once the next statement is answered.
        await client.query("SELECT 1");
        return { made, rows: rows.rowCount };
      },
    });
  } finally {
    await client.end();
  }
}

/** A table with its columns, as COPY takes them. */
export const listed = (table: string, columns: readonly string[]): string =>
  `public.${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;

/** The history of migrations is written by migrating. */
const TABLES = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  GROUP BY c.relname ORDER BY c.relname`;

/** Asked after the snapshot was taken: a sequence stands at or behind every number that the snapshot holds. */
async function readSequences(client: pg.Client): Promise<SequencePlace[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'S' ORDER BY 1`,
  );
  const places: SequencePlace[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM public.${pg.escapeIdentifier(name)}`,
    );
    places.push(...found.map((place) => ({ name, ...place })));
  }
  return places;
}
