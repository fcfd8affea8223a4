import type { Database } from "@countinghouse/db";
import type { Candidate } from "./candidate.ts";
import type { UserStore } from "./load-batch.ts";

const CREATE_TRIAL = `
  CREATE TEMP TABLE import_trial (import_key text PRIMARY KEY, email text NOT NULL);
  CREATE INDEX ON import_trial (email)`;

const FIND_TAKEN = `SELECT import_key AS "importKey", email FROM import_trial
  WHERE import_key = ANY($1::text[]) OR (email <> '' AND email = ANY($2::text[]))`;

const ADD = `INSERT INTO import_trial (import_key, email) SELECT * FROM unnest($1::text[], $2::text[])
  ON CONFLICT DO NOTHING RETURNING import_key AS "importKey"`;

/** A store that changes nothing, and yet knows the rows before: they stay in a table of its own connection. */
export async function createTrialStore(
  db: Database,
  real: UserStore,
): Promise<{ store: UserStore; close: () => void }> {
  const client = await db.pool.connect();
  await client.query(CREATE_TRIAL);
  const keysOf = (candidates: readonly Candidate[]) => candidates.map(({ importKey }) => importKey);
  const emailsOf = (candidates: readonly Candidate[]) => candidates.map(({ user }) => user.email ?? "");
  const store: UserStore = {
    async taken(candidates) {
      const { keys, emails } = await real.taken(candidates);
      const { rows } = await client.query<{ importKey: string; email: string }>(FIND_TAKEN, [
        keysOf(candidates),
        emailsOf(candidates),
      ]);
      for (const { importKey, email } of rows) {
        keys.add(importKey);
        if (email && !emails.has(email)) emails.set(email, null);
      }
      return { keys, emails };
    },
    async add(candidates) {
      const { rows } = await client.query<{ importKey: string }>(ADD, [
        keysOf(candidates),
        emailsOf(candidates),
      ]);
      return new Set(rows.map(({ importKey }) => importKey));
    },
  };
  return { store, close: () => client.release(true) }; // the connection ends, and its table with it
}
