import type pg from "pg";

/** Indexes that back no constraint, nor what a reference points at, with the statement that makes each again. */
const FIND_INDEXES = `SELECT indexname AS name, indexdef AS definition
  FROM pg_indexes
  WHERE schemaname = current_schema() AND tablename = ANY($1)
    AND format('%I.%I', schemaname, indexname)::regclass NOT IN (SELECT conindid FROM pg_constraint)
  ORDER BY indexname`;

/**
 * Loads into `tables` without their secondary indexes, and builds these again from their own definitions: one
 * sorted build is much cheaper than a million insertions. Must run inside a transaction, so that a load that
 * fails leaves the indexes as they were.
 */
export async function withoutSecondaryIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
  onRebuild: (done: number, total: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(FIND_INDEXES, [tables]);
  for (const { name } of rows) await client.query(`DROP INDEX ${pgIdentifier(name)}`);
  await load();
  // A table can not be indexed while something of it waits for the end of the transaction.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await client.query("SET CONSTRAINTS ALL DEFERRED");
  await client.query("SET LOCAL maintenance_work_mem = '512MB'");
  for (const [done, { definition }] of rows.entries()) {
    onRebuild(done, rows.length);
    await client.query(definition);
  }
  onRebuild(rows.length, rows.length);
}

const pgIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
