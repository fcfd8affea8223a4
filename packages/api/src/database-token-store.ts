import type { Database } from "@countinghouse/db";
import type { SealedPlace, Vault } from "@countinghouse/db/vault";
import type { SharedToken, TokenStore } from "@countinghouse/providers/token-store";
import type { PoolClient } from "pg";
import { z } from "zod";

const Kept = z.object({
  token: z.object({ authorization: z.string(), renewAt: z.number() }).nullable(),
  requestedAt: z.array(z.number()),
});

/** With the vendor's name, what locks one vendor's token. */
const TOKEN_LOCK = 4_817_203;

/** A holder that says nothing for so long is frozen: the database ends its connection, and the lock with it. */
const HOLDER_SILENT_MS = 8_000;
const HOLDER_SPEAKS_EVERY_MS = 2_000;
/** A vendor may take its time with the one before. */
const WAIT_MS = 60_000;

const HELD = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
  current_setting('idle_session_timeout') AS idle`;
const HOLD = `SELECT set_config('lock_timeout', '${WAIT_MS}', false), set_config('statement_timeout', '${WAIT_MS}', false),
  set_config('idle_session_timeout', '${HOLDER_SILENT_MS}', false)`;
const LET_GO = `SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_session_timeout', $3, false)`;

/** What a connection keeps to, as it was before it held the lock. */
interface Limits {
  lock: string;
  statement: string;
  idle: string;
}

/**
 * One vendor's access token for all processes on this database, sealed. Whoever changes it holds a lock of their
 * connection, not a transaction: a change asks the vendor. The lock goes with the connection when a process dies, or
 * is frozen: what it was told meanwhile is then not kept.
 */
export const createDatabaseTokenStore = (
  { session }: Pick<Database, "session">,
  vault: Vault,
  vendor: string,
): TokenStore => ({
  update: async (change) => {
    const client = await session.connect();
    let isLocked = true;
    let speaking: NodeJS.Timeout | undefined;
    try {
      const [before] = (await client.query<Limits>(HELD)).rows;
      await client.query(HOLD);
      await client.query("SELECT pg_advisory_lock($1, hashtext($2))", [TOKEN_LOCK, vendor]);
      speaking = setInterval(() => void client.query("SELECT 1").catch(() => {}), HOLDER_SPEAKS_EVERY_MS);
      const changed = await change(await read(client, vault, vendor));
      await keep(client, vault, vendor, changed);
      await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", [TOKEN_LOCK, vendor]);
      if (before) {
        await client.query(LET_GO, [before.lock, before.statement, before.idle]);
        isLocked = false;
      }
      return changed;
    } finally {
      clearInterval(speaking);
      // A connection that may hold the lock is closed, which gives the lock back.
      client.release(isLocked);
    }
  },
});

async function read(client: PoolClient, vault: Vault, vendor: string): Promise<SharedToken> {
  const { rows } = await client.query<{ sealed: Buffer }>(
    "SELECT sealed FROM vendor_token WHERE vendor = $1",
    [vendor],
  );
  const [row] = rows;
  if (!row) return { token: null, requestedAt: [] };
  return Kept.parse(JSON.parse(vault.open(place(vendor), row.sealed)));
}

async function keep(client: PoolClient, vault: Vault, vendor: string, shared: SharedToken): Promise<void> {
  await client.query(
    `INSERT INTO vendor_token (vendor, sealed) VALUES ($1, $2)
     ON CONFLICT (vendor) DO UPDATE SET sealed = excluded.sealed, updated_at = now()`,
    [vendor, vault.seal(place(vendor), JSON.stringify(shared))],
  );
}

const place = (vendor: string): SealedPlace => ({ table: "vendor_token", column: "sealed", rowId: vendor });
