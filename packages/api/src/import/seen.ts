import type { Database } from "@countinghouse/db";
import type { Candidate } from "./candidate.ts";
import type { RealStore } from "./database-store.ts";
import type { ImportContext } from "./import-users.ts";
import { withoutKept } from "./keep-numbers.ts";
import type { KnownUser } from "./match-users.ts";
import { changedKey, type UserStore } from "./user-store.ts";

const CREATE = `
  CREATE TEMP TABLE import_seen (import_key text PRIMARY KEY, email text NOT NULL, content text NOT NULL, line int NOT NULL);
  CREATE INDEX ON import_seen (email)`;

const ADD = `INSERT INTO import_seen (import_key, email, content, line)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int[])
  ON CONFLICT DO NOTHING RETURNING import_key AS "importKey"`;

const FIRST = `SELECT import_key AS "importKey", content, line FROM import_seen WHERE import_key = ANY($1::text[])`;

const FIND = `SELECT import_key AS "importKey", email FROM import_seen
  WHERE email <> '' AND email = ANY($1::text[]) AND NOT import_key = ANY($2::text[])`;

/**
 * Makes a whole store of one that reads and writes users: it knows the rows before, in a table of its own connection, since a
 * file may be larger than memory. On a trial nothing is written, and the rows before hold their e-mail addresses all the same.
 */
export async function withSeenRows(
  db: Database,
  real: RealStore,
  dryRun: boolean,
  onWouldWrite: ImportContext["onWouldWrite"],
): Promise<{ store: UserStore; close: () => void }> {
  const client = await db.session.connect();
  await client.query(CREATE);
  const importKeys = (candidates: readonly Candidate[]) => candidates.map(({ importKey }) => importKey);
  async function readFirst(later: readonly Candidate[]) {
    if (later.length === 0) return new Map<string, { content: string; line: number }>();
    const { rows } = await client.query<{ importKey: string; content: string; line: number }>(FIRST, [
      importKeys(later),
    ]);
    return new Map(rows.map((row) => [row.importKey, row]));
  }
  const store: UserStore = {
    async divide(candidates) {
      const { rows } = await client.query<{ importKey: string }>(ADD, [
        importKeys(candidates),
        candidates.map(({ user }) => user.email ?? ""),
        candidates.map(({ content }) => content),
        candidates.map(({ record }) => record.line),
      ]);
      const fresh = new Set(rows.map(({ importKey }) => importKey));
      const isFirst = new Set(candidates.filter(({ importKey }) => fresh.delete(importKey)));
      const later = candidates.filter((candidate) => !isFirst.has(candidate));
      const before = await readFirst(later);
      const others = later.filter(({ importKey, content }) => before.get(importKey)?.content !== content);
      return {
        first: [...isFirst],
        repeated: later.filter((candidate) => !others.includes(candidate)),
        others: others.map((candidate) => ({ candidate, line: before.get(candidate.importKey)?.line ?? 0 })),
      };
    },
    async find(candidates) {
      const users = await real.find(candidates);
      if (!dryRun) return users;
      const emails = candidates.flatMap(({ user }) => user.email ?? []);
      const { rows } = await client.query<{ importKey: string; email: string }>(FIND, [
        emails,
        importKeys(candidates),
      ]);
      return [...rows.map(ofTrial), ...users];
    },
    async write(fresh, changes) {
      if (!dryRun) return real.write(fresh, changes);
      await onWouldWrite?.([
        ...fresh.map(({ importKey, user }) => ({ key: importKey, dob: user.dob ?? "" })),
        ...changes.map((change) => ({ key: changedKey(change.id), dob: change.changed.dob ?? "" })),
      ]);
      const kept = await real.findKept(changes);
      const changed = withoutKept(changes, kept).map(({ id }) => id);
      return { added: new Set(importKeys(fresh)), changed: new Set(changed), kept };
    },
  };
  return { store, close: () => client.release(true) }; // the connection ends, and its table with it
}

const ofTrial = ({ importKey, email }: { importKey: string; email: string }): KnownUser => ({
  id: null,
  version: 1,
  importKey,
  texts: { email },
  ssnIndex: "",
  einIndex: "",
});
