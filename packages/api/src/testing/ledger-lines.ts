import { ledgerLinesSql } from "@countinghouse/db/testing/ledger-lines";
import pg from "pg";
import type { TestApi } from "./harness.ts";

/** Adds `each` ledger lines to each of `users` new users, the first an advance and the others payments on it. */
export async function addLedgerLines(
  api: TestApi,
  { users, each }: { users: number; each: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: api.held.ownerUrl });
  await client.connect();
  try {
    for (const statement of ledgerLinesSql({ users, each })) await client.query(statement);
  } finally {
    await client.end();
  }
}
