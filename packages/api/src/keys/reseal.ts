import { randomUUID } from "node:crypto";
import type { Statement } from "@countinghouse/db";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import { columnName, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

type ResealServices = Pick<Core, "db" | "vault" | "now">;

const AT_ONCE = 500;

/** How many sealed values there are by the id of the key that sealed them. */
export type ValuesByKey = Record<string, number>;

export interface Resealed {
  /** Values that were sealed anew. */
  resealed: number;
  /** Values that none of our keys opens; they are left as they are. */
  unopened: number;
}

/**
 * Seals again with the first sealing key what another one sealed, in small transactions, while servers run: a value that is
 * changed meanwhile is left to the next round. What was done stays done, so that it goes on where it was broken off. Leaves an
 * event for each transaction; `tell` hears of each column how far it is.
 */
export async function resealColumns(
  services: ResealServices,
  tell: (column: string, done: number) => void = () => undefined,
): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unopened: 0 };
  for (const column of SEALED_COLUMNS) {
    let last: string | null = null;
    let done = 0;
    for (;;) {
      const rows: SealedRow[] = await services.db.read.sql<SealedRow>(selectOthers(column), [
        services.vault.currentSealingKey,
        last,
        AT_ONCE,
      ]);
      if (rows.length === 0) break;
      last = rows.at(-1)?.id ?? null;
      const anew = rows.flatMap((row) => sealAnew(services, column, row));
      total.unopened += rows.length - anew.length;
      done += await store(services, column, anew);
      tell(columnName(column), done);
    }
    total.resealed += done;
  }
  return total;
}

interface SealedRow {
  id: string;
  sealed: Buffer;
}

interface Anew {
  id: string;
  before: string;
  after: string;
}

function sealAnew(
  { vault }: ResealServices,
  { table, column }: SealedColumn,
  { id, sealed }: SealedRow,
): Anew[] {
  const place = { table, column, rowId: id };
  try {
    const after = Buffer.from(vault.seal(place, vault.open(place, sealed))).toString("hex");
    return [{ id, before: sealed.toString("hex"), after }];
  } catch {
    return [];
  }
}

const store = (services: ResealServices, column: SealedColumn, anew: readonly Anew[]): Promise<number> =>
  anew.length === 0
    ? Promise.resolve(0)
    : writeAsJob(services, "keys", async ({ tx }) => {
        const count = await tx.$executeRawUnsafe(
          updateAnew(column),
          anew.map(({ id }) => id),
          anew.map(({ before }) => before),
          anew.map(({ after }) => after),
        );
        const keyId = services.vault.currentSealingKey;
        const subject = { type: "sealed_column", id: columnName(column) };
        const audit = {
          action: "system.reseal" as const,
          requestId: randomUUID(),
          events: [{ subject, after: { count, keyId } }],
        };
        return { result: count, audit: count === 0 ? null : audit };
      });

/** Of a column: how many values each key has sealed. */
export async function countByKey({ db }: Pick<Core, "db">): Promise<ValuesByKey> {
  const counts: ValuesByKey = {};
  for (const column of SEALED_COLUMNS) {
    for (const { key, count } of await db.read.sql<{ key: string; count: number }>(countKeys(column), []))
      counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}

/** A value has a key, a nonce and a tag; what is shorter was emptied. */
const SHORTEST = 32;

const selectOthers = ({ table, column, id, idType }: SealedColumn): Statement => ({
  name: `keys.others-${table}-${column}`,
  text: `SELECT ${id}::text AS id, ${column} AS sealed FROM ${table}
         WHERE octet_length(${column}) >= ${SHORTEST} AND substring(${column} FROM 1 FOR 4) <> convert_to($1, 'LATIN1')
           AND ($2::${idType} IS NULL OR ${id} > $2::${idType}) ORDER BY ${table}.${id} LIMIT $3`,
});

const updateAnew = ({ table, column, id, idType }: SealedColumn): string =>
  `UPDATE ${table} t SET ${column} = decode(v.after, 'hex')
   FROM unnest($1::text[], $2::text[], $3::text[]) v(id, before, after)
   WHERE t.${id} = v.id::${idType} AND t.${column} = decode(v.before, 'hex')`;

const countKeys = ({ table, column }: SealedColumn): Statement => ({
  name: `keys.count-${table}-${column}`,
  text: `SELECT convert_from(substring(${column} FROM 1 FOR 4), 'LATIN1') AS key, count(*)::int AS count FROM ${table}
         WHERE octet_length(${column}) >= ${SHORTEST} GROUP BY 1 ORDER BY 1`,
});
