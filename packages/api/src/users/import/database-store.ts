import { randomUUID } from "node:crypto";
import { type Database, Prisma, type Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { createCommand } from "../../command.ts";
import type { UserStore } from "./load-batch.ts";
import { newUserRow } from "./new-user-row.ts";

export interface StoreOptions {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** One import of one file, as the audit names it. */
  run: { id: string; file: string; source: string };
}

const FIND_TAKEN = {
  name: "import_taken",
  text: `SELECT id, import_key AS "importKey", email FROM users
         WHERE import_key = ANY($1::text[]) OR (email <> '' AND email = ANY($2::text[]))`,
};

/** Adds users to the database, each batch as one command with one audit event. */
export function createDatabaseStore({ db, vault, now, run }: StoreOptions): UserStore {
  const command = createCommand({ db, vault, now, wakeOutbox: () => {} }, { kind: "job", name: "import" });
  return {
    async taken(candidates) {
      const rows = await db.read.sql<{ id: number; importKey: string | null; email: string }>(FIND_TAKEN, [
        candidates.map(({ importKey }) => importKey),
        candidates.flatMap(({ user }) => user.email ?? []),
      ]);
      return {
        keys: new Set(rows.flatMap(({ importKey }) => importKey ?? [])),
        emails: new Map(rows.map(({ email, id }) => [email, id])),
      };
    },
    async add(candidates) {
      const spec = { action: "users.import", capability: null, input: { requestId: randomUUID() } } as const;
      const keys = await command(spec, async ({ tx, now: at }) => {
        const ids = await reserveIds(tx, candidates.length);
        const added = await insertUsers(
          tx,
          candidates.map((candidate, index) => newUserRow(vault, ids[index] ?? 0, candidate, at)),
        );
        return {
          result: added.map(({ import_key }) => import_key),
          audit: {
            subject: { type: "import", id: run.id },
            after: { file: run.file, source: run.source, users: added.map(({ id }) => id) },
          },
        };
      });
      return new Set(keys);
    },
  };
}

/** Ids are taken before the insert, because a secret is sealed to the id of its row. */
async function reserveIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

type NewUserRow = ReturnType<typeof newUserRow>;

async function insertUsers(tx: Tx, rows: NewUserRow[]): Promise<{ id: number; import_key: string }[]> {
  const columns = Prisma.raw(Object.keys(rows[0] ?? {}).join(", "));
  return tx.$queryRaw<{ id: number; import_key: string }[]>`
    INSERT INTO users (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::users, ${JSON.stringify(rows)}::json)
    ON CONFLICT DO NOTHING RETURNING id, import_key`;
}
