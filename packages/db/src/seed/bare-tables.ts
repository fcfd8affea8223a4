import type pg from "pg";

/** Every index that backs no constraint, with the statement that makes it again. */
const FIND_INDEXES = `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index i
  WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint
    WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY 1`;

/** Keys of the tables, and every reference from them or to them. */
const FIND_CONSTRAINTS = `SELECT conrelid::regclass::text AS of, quote_ident(conname) AS name, contype = 'f' AS "isReference",
    pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype IN ('p', 'u', 'f') AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[]))
  ORDER BY contype = 'f', 1, 2`;

/** What rows that are added set off, but for what the references themselves do. */
const FIND_TRIGGERS = `SELECT tgrelid::regclass::text AS of, quote_ident(tgname) AS name
  FROM pg_trigger
  WHERE tgrelid = ANY($1::regclass[]) AND NOT tgisinternal AND tgenabled = 'O' AND tgtype & 4 = 4
  ORDER BY 1, 2`;

interface Constraint {
  of: string;
  name: string;
  isReference: boolean;
  definition: string;
}

/**
 * Loads into empty `tables` that have neither indexes nor keys nor references meanwhile, and nothing that added rows set off;
 * then brings all of these back from their own definitions. One sorted build is much cheaper than a million insertions, and one
 * join than a million look-ups. What the triggers would have done is the caller's; with `withTriggers` they do it. The tables are
 * emptied within the transaction, so that rows can be loaded frozen. Must run inside one: a load that fails leaves all as it was.
 */
export async function intoBareTables(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
  { withTriggers, onRebuild }: { withTriggers: boolean; onRebuild: (done: number, total: number) => void },
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(FIND_INDEXES, [tables]);
  const { rows: constraints } = await client.query<Constraint>(FIND_CONSTRAINTS, [tables]);
  const { rows: triggers } = await client.query<{ of: string; name: string }>(FIND_TRIGGERS, [tables]);
  const switched = withTriggers ? [] : triggers;
  // References first: each rests on a key, or on an index that is none.
  for (const { of, name } of constraints.toReversed())
    await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const { of, name } of switched) await client.query(`ALTER TABLE ${of} DISABLE TRIGGER ${name}`);
  await empty(client, tables);
  await load();
  // A table can not be indexed while something of it waits for the end of the transaction.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await client.query("SET CONSTRAINTS ALL DEFERRED");
  await client.query("SET LOCAL maintenance_work_mem = '512MB'");
  const adding = constraints.map(({ of, name, isReference, definition }) => ({
    isReference,
    statement: `ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`,
  }));
  const statements = [
    ...adding.filter(({ isReference }) => !isReference).map(({ statement }) => statement),
    ...indexes.map(({ definition }) => definition),
    ...adding.filter(({ isReference }) => isReference).map(({ statement }) => statement),
    ...switched.map(({ of, name }) => `ALTER TABLE ${of} ENABLE TRIGGER ${name}`),
  ];
  for (const [done, statement] of statements.entries()) {
    onRebuild(done, statements.length);
    await client.query(statement);
  }
  onRebuild(statements.length, statements.length);
}

/** Throws where there is a row. */
async function empty(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rows.length > 0) throw new Error(`The table ${table} is not empty.`);
    await client.query(`TRUNCATE ${table}`);
  }
}
