import pg from "pg";
import { lastingConnection } from "./connection-limits.ts";
import { INDEX_TAG_BYTES } from "./vault.ts";

/** Columns of blind indexes; a test holds the list against the database. */
export const INDEX_COLUMNS = [
  ["users", "ssn_index"],
  ["users", "ein_index"],
  ["bank_account", "number_index"],
  ["card", "token_index"],
  ["debit_cure", "number_index"],
  ["debit_cure", "token_index"],
] as const;

/** How an index key is proven in `key_canary`, and the other one. */
export interface SwitchedProofs {
  former: Uint8Array;
  current: Uint8Array;
}

const DEADLOCK = "40P01";
const MOST_TRIES = 5;

const changeAll = (table: string, column: string): string =>
  `UPDATE ${table} t SET ${column} = m.current FROM index_mapping m WHERE t.${column} = m.former`;

/**
 * Puts every blind index under the new key in one transaction, so that at each moment all are under the same one: whoever writes
 * one waits meanwhile. `map` is asked again within it for what came last, and returns how many indexes nobody can make anew: then
 * nothing is switched. Runs as the owner of the tables, since what was recorded of debits is changed by nobody else. Returns how
 * many were changed by column, or null where some are unknown. Does nothing a second time.
 */
export async function switchIndexes(
  ownerUrl: string,
  { former, current }: SwitchedProofs,
  map: () => Promise<number>,
): Promise<Record<string, number> | null> {
  const client = new pg.Client(lastingConnection(ownerUrl));
  await client.connect();
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await switchOnce(client, { former, current }, map);
      } catch (error) {
        await client.query("ROLLBACK");
        if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK) || tries === MOST_TRIES)
          throw error;
      }
    }
  } finally {
    await client.end();
  }
}

async function switchOnce(
  client: pg.Client,
  { former, current }: SwitchedProofs,
  map: () => Promise<number>,
): Promise<Record<string, number> | null> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ proof: Buffer }>(
    "SELECT proof FROM key_canary WHERE key = 'INDEX_KEY' FOR UPDATE",
  );
  const proof = rows[0]?.proof;
  const isSwitched = proof?.equals(current) === true;
  if (!isSwitched && proof?.equals(former) !== true)
    throw new Error("The database is under neither of the two index keys.");
  const unknown = isSwitched ? 0 : await map();
  const changed = unknown > 0 ? null : await changeIndexes(client);
  if (changed !== null && !isSwitched)
    await client.query("UPDATE key_canary SET proof = $1, since = now() WHERE key = 'INDEX_KEY'", [
      Buffer.from(current),
    ]);
  await client.query(changed === null ? "ROLLBACK" : "COMMIT");
  return changed;
}

async function changeIndexes(client: pg.Client): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  await client.query("ALTER TABLE debit_cure DISABLE TRIGGER debit_cure_append_only");
  for (const [table, column] of INDEX_COLUMNS) {
    const { rowCount } = await client.query(changeAll(table, column));
    changed[`${table}.${column}`] = rowCount ?? 0;
  }
  await client.query("ALTER TABLE debit_cure ENABLE TRIGGER debit_cure_append_only");
  return changed;
}

/** What names a key of the indexes, by its proof. */
export const indexTag = (proof: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(proof.subarray(0, INDEX_TAG_BYTES));
