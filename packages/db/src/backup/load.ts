import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { lastingConnection } from "../connection-limits.ts";
import { migrate } from "../migrate.ts";
import { type AppliedMigration, listed, type SequencePlace, type SnapshotTable } from "./snapshot.ts";

/** What is loaded: the rows of a table are asked for when it is its turn. */
export interface LoadedSnapshot {
  migrations: AppliedMigration[];
  tables: (SnapshotTable & { rows: number })[];
  sequences: SequencePlace[];
  read: (table: SnapshotTable) => Readable;
}

/**
 * Fills an empty database with a snapshot: the migrations it had, then the rows with guards and foreign keys aside, in one
 * transaction, then the migrations that came since. Foreign keys are checked again as they are put back. Returns the number
 * of rows. Throws where the database holds anything, where a migration is not one of ours, or where a table has another
 * number of rows than was read. The database is then empty again, or the error says that it is not.
 */
export async function loadSnapshot(url: string, snapshot: LoadedSnapshot): Promise<number> {
  await assertEmpty(url);
  await migrate(url, snapshot.migrations);
  const client = new pg.Client({ ...lastingConnection(url), application_name: "restore" });
  client.on("error", () => {}); // what cuts the connection fails the query, which tells
  await client.connect();
  try {
    const rows = await fillOrEmpty(client, snapshot);
    await client.query("ANALYZE");
    await migrate(url);
    return rows;
  } finally {
    await client.end();
  }
}

/** Throws in a sentence where the database holds a table, a view or a sequence already. */
export async function assertEmpty(url: string): Promise<void> {
  const client = new pg.Client(lastingConnection(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       ORDER BY 1`,
    );
    const [first] = rows;
    if (first)
      throw new Error(
        `The database is not empty: it has ${rows.length} tables and sequences, "${first.name}" among them. Restore into a new one.`,
      );
  } finally {
    await client.end();
  }
}

async function fillOrEmpty(client: pg.Client, snapshot: LoadedSnapshot): Promise<number> {
  try {
    await client.query("BEGIN");
    const rows = await fill(client, snapshot);
    await client.query("COMMIT");
    return rows;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isEmpty = await dropTables(client).catch(() => false);
    const state = isEmpty
      ? "The database is empty again."
      : "The database has empty tables now: restore into a new one.";
    throw new Error(`${why} ${state}`, { cause: error });
  }
}

/** Takes away what the migrations made. */
async function dropTables(client: pg.Client): Promise<true> {
  await client.query("ROLLBACK");
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public AUTHORIZATION pg_database_owner");
  await client.query("GRANT USAGE ON SCHEMA public TO PUBLIC");
  return true;
}

async function fill(client: pg.Client, { tables, sequences, read }: LoadedSnapshot): Promise<number> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(FOREIGN_KEYS);
  const { rows: triggers } = await client.query<{ disable: string; enable: string }>(TRIGGERS);
  for (const { drop } of keys) await client.query(drop);
  for (const { disable } of triggers) await client.query(disable);
  // Migrations write rows of their own, which the snapshot holds as well.
  const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(", ");
  if (names !== "") await client.query(`TRUNCATE ${names}`);
  let loaded = 0;
  for (const table of tables) {
    const copy = client.query(copyFrom(`COPY ${listed(table.name, table.columns)} FROM STDIN`));
    await pipeline(read(table), copy);
    if (copy.rowCount !== table.rows)
      throw new Error(`${table.name} has ${copy.rowCount} rows in the backup, and had ${table.rows}.`);
    loaded += copy.rowCount;
  }
  for (const { name, value, isCalled } of sequences)
    await client.query("SELECT setval(format('public.%I', $1::text)::regclass, $2::bigint, $3)", [
      name,
      value,
      isCalled,
    ]);
  for (const { enable } of triggers) await client.query(enable);
  for (const { add } of keys) await client.query(add);
  return loaded;
}

const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

/** Each is put back as it was: for everybody, for replicas, or off. */
const TRIGGERS = `
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS disable,
    format('ALTER TABLE %s %s TRIGGER %I', tgrelid::regclass,
      CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END, tgname) AS enable
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT tgisinternal AND tgenabled <> 'D' AND c.relnamespace = 'public'::regnamespace`;
