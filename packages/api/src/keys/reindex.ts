import { randomUUID } from "node:crypto";
import type { Statement } from "@countinghouse/db";
import { indexTag } from "@countinghouse/db/index-key";
import type { IndexedField } from "@countinghouse/db/vault";
import type { Core } from "../core.ts";
import { coordinate, writeAsJob } from "../job-writes.ts";

type ReindexServices = Pick<Core, "db" | "vault" | "now">;

/** A blind index, and the sealed value that it is made of. */
interface IndexedColumn {
  table: "users" | "bank_account" | "card";
  column: string;
  sealed: string;
  field: IndexedField;
}

/** A test holds the list against the database. */
export const INDEXED: readonly IndexedColumn[] = [
  { table: "users", column: "ssn_index", sealed: "ssn_sealed", field: "ssn" },
  { table: "users", column: "ein_index", sealed: "ein_sealed", field: "ein" },
  { table: "bank_account", column: "number_index", sealed: "number_sealed", field: "bankAccountNumber" },
  { table: "card", column: "token_index", sealed: "token_sealed", field: "cardToken" },
];

const AT_ONCE = 500;

/**
 * Writes down what each blind index is under the newest key, while servers run: nothing is looked up by it yet. What was done
 * stays done, so that it goes on where it was broken off. Returns how many indexes are unknown: made of something else than
 * what is sealed beside them, or recorded of a number that nobody has; `tell` hears of each column how far it is.
 */
export async function mapIndexes(
  services: ReindexServices,
  tell: (column: string, done: number) => void = () => undefined,
): Promise<number> {
  let unknown = 0;
  for (const column of INDEXED) {
    let last = 0;
    let done = 0;
    for (;;) {
      const rows: UnmappedRow[] = await services.db.read.sql<UnmappedRow>(selectUnmapped(column), [
        last,
        AT_ONCE,
      ]);
      if (rows.length === 0) break;
      last = rows.at(-1)?.id ?? last;
      const mapped = rows.flatMap((row) => mapRow(services, column, row));
      unknown += mapped.filter((row) => row === null).length;
      const known = mapped.filter((row) => row !== null && row !== "current");
      await keep(services, known);
      done += known.length;
      tell(`${column.table}.${column.column}`, done);
    }
  }
  const [recorded] = await services.db.read.sql<{ count: number }>(COUNT_UNMAPPED_CURES, []);
  return unknown + (recorded?.count ?? 0);
}

interface UnmappedRow {
  id: number;
  index: Buffer;
  sealed: Buffer | null;
}

interface Mapped {
  former: string;
  current: string;
}

/** What an index is under the newest key; null where nobody knows. */
function mapRow(
  { vault }: ReindexServices,
  { table, sealed: column, field }: IndexedColumn,
  { id, index, sealed }: UnmappedRow,
): Mapped | "current" | null {
  if (sealed === null || sealed.length === 0) return null;
  const value = vault.open({ table, column, rowId: id }, sealed);
  // What stands in a seal may be written with other signs than what is looked up.
  for (const written of new Set([value, value.replace(/\D/g, "")])) {
    const [current, ...former] = vault.blindIndexes(field, written).map((each) => Buffer.from(each));
    if (current?.equals(index)) return "current";
    if (current && former.some((each) => each.equals(index)))
      return { former: index.toString("hex"), current: current.toString("hex") };
  }
  return null;
}

const keep = ({ db, vault }: ReindexServices, rows: readonly Mapped[]): Promise<number> =>
  coordinate({ db }, (tx) =>
    tx.$executeRawUnsafe(
      `INSERT INTO index_mapping (former, current, tag)
       SELECT decode(v.former, 'hex'), decode(v.current, 'hex'), $3
       FROM unnest($1::text[], $2::text[]) v(former, current) ON CONFLICT (former) DO NOTHING`,
      rows.map(({ former }) => former),
      rows.map(({ current }) => current),
      Buffer.from(indexTag(vault.indexProofs[0] ?? new Uint8Array())),
    ),
  );

const selectUnmapped = ({ table, column, sealed }: IndexedColumn): Statement => ({
  name: `keys.unmapped-${table}-${column}`,
  text: `SELECT t.id, t.${column} AS index, t.${sealed} AS sealed FROM ${table} t
         WHERE t.id > $1 AND t.${column} IS NOT NULL
           AND NOT EXISTS (SELECT FROM index_mapping m WHERE m.former = t.${column}) ORDER BY t.id LIMIT $2`,
});

/** What was recorded of a number that is of no account and no card any longer. */
const COUNT_UNMAPPED_CURES: Statement = {
  name: "keys.unmapped-cures",
  text: `SELECT count(*)::int AS count FROM debit_cure c
         WHERE NOT EXISTS (SELECT FROM index_mapping m WHERE m.former IN (c.number_index, c.token_index))
           AND NOT EXISTS (SELECT FROM bank_account a WHERE a.number_index = c.number_index)
           AND NOT EXISTS (SELECT FROM card k WHERE k.token_index = c.token_index)`,
};

/** Leaves the event that the indexes were put under another key. */
export const recordReindex = (services: ReindexServices, changed: Record<string, number>): Promise<void> =>
  writeAsJob(services, "keys", async () => ({
    result: undefined,
    audit: {
      action: "system.reindex",
      requestId: randomUUID(),
      events: [{ subject: { type: "index_key", id: "INDEX_KEY" }, after: changed }],
    },
  }));

/** Forgets what the indexes were under the former key: whoever has that one could find the numbers by it. */
export const forgetMapping = ({ db }: Pick<Core, "db">): Promise<number> =>
  coordinate({ db }, async (tx) => (await tx.indexMapping.deleteMany({})).count);
