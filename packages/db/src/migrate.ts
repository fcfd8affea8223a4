import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { lastingConnection } from "./connection-limits.ts";
import { assertFits } from "./fitness.ts";
import { findLocks } from "./migration-locks.ts";

export const MIGRATIONS_DIR = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

/** The lock Prisma's own `migrate deploy` takes, so that the two never run at once. */
const PRISMA_MIGRATE_LOCK = 72_707_369;

const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the migrations that the database has not seen, each in one transaction, in Prisma's format and
 * history table. Returns the names applied. Throws when an earlier one was left unfinished, when one fails,
 * or when an applied one was changed afterwards; and in a sentence when the
 * database is not fit for us (`assertFits`). A change of a large table takes its time, which nothing limits, and
 * others that start meanwhile wait; for what others hold it waits a little at a time. With `upTo` no others are applied than those, the state of a backup: it throws
 * where one of them is not ours or is another than it was.
 */
export async function migrate(
  url: string,
  upTo: readonly Pick<Migration, "name" | "checksum">[] | null = null,
): Promise<string[]> {
  const ours = migrations();
  const chosen = upTo === null ? ours : chooseMigrations(ours, upTo);
  await assertFits(url);
  return withMigrationLock(url, async (client) => {
    await client.query(CREATE_HISTORY);
    const pending = await findPending(client, chosen);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  });
}

/** The names of the migrations that the database has not seen. Throws as `migrate` does; changes nothing. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client(lastingConnection(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
    );
    const pending = rows[0]?.exists ? await findPending(client, migrations()) : migrations();
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Runs `work` on a connection of its own while nobody else migrates or grants. */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(lastingConnection(url));
  await client.connect();
  try {
    await takeLock(client);
    return await work(client);
  } finally {
    // Behind a pooler the connection that has the lock outlives ours.
    await client.query("SELECT pg_advisory_unlock($1)", [PRISMA_MIGRATE_LOCK]).catch(() => {});
    await client.end();
  }
}

const ASKS_AGAIN_AFTER_MS = 200;

/** Asks again and again: whoever waited in one statement would be waited for by an index that is built CONCURRENTLY. */
async function takeLock(client: pg.Client): Promise<void> {
  const isTaken = async () => {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      PRISMA_MIGRATE_LOCK,
    ]);
    return rows[0]?.taken ?? false;
  };
  while (!(await isTaken())) await pause(ASKS_AGAIN_AFTER_MS);
}

async function findPending(client: pg.Client, chosen: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{
    migration_name: string;
    checksum: string;
    finished_at: Date | null;
  }>("SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL");
  const unfinished = rows.filter((row) => row.finished_at === null).map((row) => row.migration_name);
  if (unfinished.length > 0) throw new Error(`Migration left unfinished: ${unfinished.join(", ")}`);
  const seen = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  return chosen.filter(({ name, checksum }) => {
    const known = seen.get(name);
    if (known !== undefined && known !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied.`);
    return known === undefined;
  });
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function migrations(): Migration[] {
  const folders = readdirSync(MIGRATIONS_DIR, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map((folder) => folder.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(`${MIGRATIONS_DIR}/${name}/migration.sql`, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

function chooseMigrations(
  ours: Migration[],
  wanted: readonly Pick<Migration, "name" | "checksum">[],
): Migration[] {
  return wanted.map(({ name, checksum }) => {
    const found = ours.find((each) => each.name === name);
    if (found === undefined)
      throw new Error(`The migration ${name} is of a newer release. Restore with that release.`);
    if (found.checksum !== checksum) throw new Error(`Migration ${name} was changed after it was applied.`);
    return found;
  });
}

/**
 * PostgreSQL looks for a deadlock when a statement has waited a second for a table. A migration takes all its tables within
 * less than a second, by the clock of the database, or lets go of them and tries again: so no statement of others is refused.
 */
const TAKES_TABLES_WITHIN_MS = 700;
const TRIES_AGAIN_AFTER_MS = 1_000;
const MOST_TRIES = 400;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const TOO_LATE = "57014";

/**
 * Applies a migration once its tables are free. A statement that runs CONCURRENTLY keeps nobody waiting, and itself waits as
 * long as it takes.
 */
async function applyOnceFree(client: pg.Client, sql: string): Promise<void> {
  if (/\bCONCURRENTLY\b/i.test(sql)) {
    await client.query(sql);
    return;
  }
  for (let tries = 1; ; tries++) {
    let hasTables = false;
    try {
      await client.query("BEGIN");
      await takeTables(client, sql);
      hasTables = true;
      await client.query(sql);
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const busy = hasTables ? [LOCK_NOT_AVAILABLE, DEADLOCK] : [LOCK_NOT_AVAILABLE, DEADLOCK, TOO_LATE];
      const isBusy = error instanceof pg.DatabaseError && busy.includes(error.code ?? "");
      if (!isBusy || tries === MOST_TRIES) throw error;
      await pause(TRIES_AGAIN_AFTER_MS);
    }
  }
}

async function takeTables(client: pg.Client, sql: string): Promise<void> {
  const locks = findLocks(sql);
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.relname AS "table" FROM pg_class c
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    [locks.map(({ table }) => table)],
  );
  const known = new Set(rows.map(({ table }) => table));
  const takes = locks
    .filter(({ table }) => known.has(table))
    .map(({ table, mode }) => `LOCK TABLE ${pg.escapeIdentifier(table)} IN ${mode} MODE;`);
  await client.query(`SET LOCAL lock_timeout = ${TAKES_TABLES_WITHIN_MS}`);
  await client.query(`SET LOCAL statement_timeout = ${TAKES_TABLES_WITHIN_MS}`);
  // One statement, so that the time between two of them counts as well.
  await client.query(`DO $take$ BEGIN ${takes.join(" ")} END $take$`);
  await client.query("SET LOCAL statement_timeout TO DEFAULT");
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)", [
    id,
    checksum,
    name,
  ]);
  try {
    await applyOnceFree(client, sql);
  } catch (error) {
    await client.query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, String(error)]);
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
  await client.query(
    "UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1",
    [id],
  );
}
