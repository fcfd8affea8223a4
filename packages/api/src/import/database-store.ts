import { randomUUID } from "node:crypto";
import { type Database, Prisma, type Statement, type Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { createCommand } from "../command.ts";
import { writeAsJob } from "../job-writes.ts";
import { lockUsers } from "../locks.ts";
import { type Candidate, UNNAMED } from "./candidate.ts";
import { inHalves } from "./in-halves.ts";
import { numbersToKeep, type PersonNumber, withoutKept } from "./keep-numbers.ts";
import type { KnownUser } from "./match-users.ts";
import { changedUserRow, newUserRow } from "./new-user-row.ts";
import { noteCustomers } from "./undo/note-customers.ts";
import type { UserStore, UserWrite, Written } from "./user-store.ts";

export interface StoreOptions {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** One import, as the audit names it. */
  run: { id: string; file: string; source: string };
}

interface FoundRow {
  id: number;
  version: number;
  importKey: string | null;
  ssnIndex: string;
  einIndex: string;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  dob: string | null;
  currentAddress: string;
  city: string;
  state: string;
  zipcode: string;
  companyName: string;
  businessName: string;
  businessType: string;
  businessCategory: string;
  naicsCode: string;
  businessStartDate: string | null;
  occupation: string;
  platform: string;
  zohoId: string;
  isDoNotFund: boolean;
}

const FIND: Statement = {
  name: "import.find-users",
  text: `SELECT u.id, u.version, u.import_key AS "importKey",
      coalesce(encode(u.ssn_index, 'hex'), '') AS "ssnIndex", coalesce(encode(u.ein_index, 'hex'), '') AS "einIndex",
      u.firstname, u.lastname, u.email, u.phone, u.dob::text AS dob, u.current_address AS "currentAddress", u.city, u.state,
      u.zipcode, u.company_name AS "companyName", u.business_name AS "businessName", u.business_type AS "businessType",
      u.business_category AS "businessCategory", u.naics_code AS "naicsCode",
      u.business_start_date::text AS "businessStartDate", u.occupation, u.platform, u.zoho_id AS "zohoId",
      u.do_not_fund AS "isDoNotFund"
    FROM users u WHERE u.id IN (
      SELECT id FROM users WHERE import_key = ANY($1::text[])
      UNION SELECT id FROM users WHERE email <> '' AND email = ANY($2::text[])
      UNION SELECT id FROM users WHERE ssn_index = ANY($3::bytea[]) AND starts_with(import_key, $6)
        AND import_run_id IS DISTINCT FROM $7::uuid
      UNION SELECT id FROM users WHERE ein_index = ANY($4::bytea[]) AND starts_with(import_key, $6)
        AND import_run_id IS DISTINCT FROM $7::uuid
      UNION SELECT id FROM users WHERE phone <> '' AND phone = ANY($5::text[]) AND starts_with(import_key, $6)
        AND import_run_id IS DISTINCT FROM $7::uuid)
    ORDER BY u.id`,
};

/** The store without what stood in the file before. */
export interface RealStore extends Omit<UserStore, "divide"> {
  /** Which numbers a write of these would leave as they are. */
  findKept(changes: readonly UserWrite[]): Promise<Written["kept"]>;
}

/** Adds users to the database and completes them, each batch as one command with one audit event for each of the two. */
export function createDatabaseStore(options: StoreOptions): RealStore {
  const { db, vault, now, run } = options;
  const command = createCommand({ db, vault, now, wakeOutbox: () => {} }, { kind: "job", name: "import" });
  const subject = { type: "import", id: run.id };
  const writeTogether = (fresh: readonly Candidate[], changes: readonly UserWrite[]) => {
    const spec = { action: "users.import", capability: null, input: { requestId: randomUUID() } } as const;
    return command(spec, async ({ tx, now: at }) => {
      const added = await insertUsers(tx, vault, fresh, { runId: run.id, now: at });
      await lockChanged(tx, changes);
      const kept = await numbersToKeep(tx, vault, changes);
      const writes = withoutKept(changes, kept);
      const changed = await updateUsers(tx, vault, writes, at);
      await noteCustomers(tx, run.id, [
        ...added.map(({ id, import_key: importKey }) => ({ userId: id, importKey, isMade: true })),
        ...changed.map(({ id, ...former }) => ({ userId: id, isMade: false, ...former })),
      ]);
      const changedIds = changed.map(({ id }) => id);
      const completed = writes
        .filter(({ id }) => changedIds.includes(id))
        .map(({ id, changed: fields }) => ({ id, fields: Object.keys(fields) }));
      return {
        result: { added: added.map(({ import_key }) => import_key), changed: changedIds, kept: [...kept] },
        audit: {
          subject,
          after: {
            file: run.file,
            source: run.source,
            users: added.map(({ id }) => id),
            ...(completed.length > 0 ? { completed } : {}),
          },
        },
      };
    });
  };
  return {
    async find(candidates) {
      const rows = await db.read.sql<FoundRow>(FIND, [
        candidates.map(({ importKey }) => importKey),
        candidates.flatMap(({ user }) => user.email ?? []),
        candidates.flatMap(({ ssnIndexes }) => ssnIndexes.map((index) => Buffer.from(index, "hex"))),
        candidates.flatMap(({ einIndexes }) => einIndexes.map((index) => Buffer.from(index, "hex"))),
        candidates.flatMap(({ user }) => user.phone ?? []),
        UNNAMED,
        run.id,
      ]);
      return rows.map(toKnownUser);
    },
    findKept: (changes) => {
      const numbered = changes.filter(({ changed }) => changed.ssn || changed.ein);
      if (numbered.length === 0) return Promise.resolve(new Map());
      return writeAsJob(options, "import", async ({ tx }) => {
        await lockChanged(tx, numbered);
        return { result: await numbersToKeep(tx, vault, numbered), audit: null };
      });
    },
    async write(fresh, changes) {
      const written = {
        added: new Set<string>(),
        changed: new Set<number>(),
        kept: new Map<number, PersonNumber[]>(),
      };
      const writes = [...fresh.map((user) => ({ user })), ...changes.map((change) => ({ change }))];
      if (writes.length === 0) return written;
      await inHalves<{ user?: Candidate; change?: UserWrite }>(writes, async (some) => {
        const done = await writeTogether(
          some.flatMap(({ user }) => user ?? []),
          some.flatMap(({ change }) => change ?? []),
        );
        for (const key of done.added) written.added.add(key);
        for (const id of done.changed) written.changed.add(id);
        for (const [id, fields] of done.kept) written.kept.set(id, fields);
      });
      return written;
    },
  };
}

function toKnownUser({
  id,
  version,
  importKey,
  ssnIndex,
  einIndex,
  isDoNotFund,
  ...texts
}: FoundRow): KnownUser {
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return {
    id,
    version,
    importKey: importKey ?? "",
    texts: { ...Object.fromEntries(filled), doNotFund: String(isDoNotFund) },
    ssnIndex,
    einIndex,
  };
}

/** Ids are taken before the insert, because a secret is sealed to the id of its row. */
async function reserveIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

async function insertUsers(
  tx: Tx,
  vault: Vault,
  fresh: readonly Candidate[],
  made: { runId: string; now: Date },
): Promise<{ id: number; import_key: string }[]> {
  if (fresh.length === 0) return [];
  const ids = await reserveIds(tx, fresh.length);
  const rows = fresh.map((candidate, index) => newUserRow(vault, ids[index] ?? 0, candidate, made));
  const columns = Prisma.raw(Object.keys(rows[0] ?? {}).join(", "));
  return tx.$queryRaw<{ id: number; import_key: string }[]>`
    INSERT INTO users (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::users, ${JSON.stringify(rows)}::json)
    ON CONFLICT DO NOTHING RETURNING id, import_key`;
}

/** A user that was changed, and how it stood before: the columns that are others now, with those that go with them. */
interface ChangedUser {
  id: number;
  importKey: string;
  before: Record<string, unknown>;
  versionBefore: number;
}

/** Locks all users of a batch at once, so that two imports never wait for each other. */
async function lockChanged(tx: Tx, changes: readonly UserWrite[]): Promise<void> {
  if (changes.length > 0)
    await lockUsers(
      tx,
      changes.map(({ id }) => id),
    );
}

/**
 * Changes what stands in the rows, of users that nobody else has changed since they were read; returns these. The caller has locked
 * the users.
 */
async function updateUsers(
  tx: Tx,
  vault: Vault,
  changes: readonly UserWrite[],
  now: Date,
): Promise<ChangedUser[]> {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => changedUserRow(vault, change, change.changed, now));
  const json = JSON.stringify(rows);
  const former = await tx.$queryRaw<{ id: number; importKey: string; row: Record<string, unknown> }[]>`
    SELECT id, coalesce(import_key, '') AS "importKey", to_jsonb(users) AS row FROM users
    WHERE id = ANY(${rows.map(({ id }) => id)}::int[]) ORDER BY id`;
  const changed = await tx.$queryRaw<{ id: number }[]>`
    UPDATE users u SET version = u.version + 1, updated_at = r.updated_at,
      firstname = coalesce(r.firstname, u.firstname), lastname = coalesce(r.lastname, u.lastname),
      email = coalesce(r.email, u.email), phone = coalesce(r.phone, u.phone),
      verification_phone = coalesce(nullif(u.verification_phone, ''), r.phone, ''),
      dob = coalesce(r.dob, u.dob), current_address = coalesce(r.current_address, u.current_address),
      city = coalesce(r.city, u.city), state = coalesce(r.state, u.state), zipcode = coalesce(r.zipcode, u.zipcode),
      ssn_sealed = coalesce(r.ssn_sealed, u.ssn_sealed), ssn_index = coalesce(r.ssn_index, u.ssn_index),
      ssn_last4 = coalesce(r.ssn_last4, u.ssn_last4), ein_sealed = coalesce(r.ein_sealed, u.ein_sealed),
      ein_index = coalesce(r.ein_index, u.ein_index), occupation = coalesce(r.occupation, u.occupation),
      business_category = coalesce(r.business_category, u.business_category),
      business_type = coalesce(r.business_type, u.business_type),
      business_name = coalesce(r.business_name, u.business_name),
      company_name = coalesce(r.company_name, u.company_name),
      business_start_date = coalesce(r.business_start_date, u.business_start_date),
      naics_code = coalesce(r.naics_code, u.naics_code), platform = coalesce(r.platform, u.platform),
      zoho_id = coalesce(r.zoho_id, u.zoho_id)
    FROM json_populate_recordset(NULL::users, ${json}::json) r
    WHERE u.id = r.id AND u.version = r.version RETURNING u.id`;
  const changedIds = new Set(changed.map(({ id }) => id));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return former
    .filter(({ id }) => changedIds.has(id))
    .map(({ id, importKey, row }) => ({
      id,
      importKey,
      before: formerColumns(row, rowById.get(id) ?? {}),
      versionBefore: Number(row.version),
    }));
}

/** What stood in the columns that a change names. */
function formerColumns(row: Record<string, unknown>, change: object): Record<string, unknown> {
  const names = Object.entries(change)
    .filter(([column, value]) => value !== null && !NOT_KEPT.includes(column))
    .map(([column]) => column);
  if (names.includes("phone")) names.push("verification_phone");
  return Object.fromEntries(names.map((column) => [column, row[column]]));
}

const NOT_KEPT: readonly string[] = ["id", "version", "updated_at"];
