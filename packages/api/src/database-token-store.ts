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

/**
 * One vendor's access token for all processes on this database, sealed. Whoever changes it holds a lock of their
 * connection, not a transaction: a change asks the vendor. The lock goes with the connection when a process dies.
 */
export const createDatabaseTokenStore = (
  { pool }: Pick<Database, "pool">,
  vault: Vault,
  vendor: string,
): TokenStore => ({
  update: async (change) => {
    const client = await pool.connect();
    let isLocked = true;
    try {
      await client.query("SELECT pg_advisory_lock($1, hashtext($2))", [TOKEN_LOCK, vendor]);
      const changed = await change(await read(client, vault, vendor));
      await keep(client, vault, vendor, changed);
      await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", [TOKEN_LOCK, vendor]);
      isLocked = false;
      return changed;
    } finally {
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
