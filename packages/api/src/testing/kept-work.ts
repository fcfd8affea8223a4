import { newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { WORK_KIND_NAMES } from "@countinghouse/validators/work/rules";
import { expect } from "vitest";
import { CAUSE_COLUMNS, derivedCauses } from "../work/facts.ts";
import { foldWork } from "../work/kept.ts";
import type { TestApi } from "./harness.ts";

/** All that waits, as it is kept, or as its facts are derived whole: a line each. */
async function readKept({ database, clock }: TestApi): Promise<{ kept: string[]; derived: string[] }> {
  const day = startOfDay(newYorkDate(clock.now()));
  const lines = (causes: string) =>
    `SELECT to_json(c)::text AS line FROM (SELECT ${CAUSE_COLUMNS} FROM (${causes}) a) c ORDER BY c.kind, c.key`;
  const { rows: kept } = await database.pool.query<{ line: string }>(lines("SELECT * FROM work_cause"));
  const whole = lines(derivedCauses(WORK_KIND_NAMES));
  const { rows: derived } = await database.pool.query<{ line: string }>(whole, [day]);
  return { kept: kept.map(({ line }) => line), derived: derived.map(({ line }) => line) };
}

/** Expects that nothing is forgotten and nothing stale once what changed is folded. Returns of which kinds there is something. */
export async function expectKept(api: TestApi, after = ""): Promise<string[]> {
  await foldWork(api.services);
  const { kept, derived } = await readKept(api);
  expect({ after, kept }).toEqual({ after, kept: derived });
  const kinds = await api.database.read.workCause.findMany({ distinct: ["kind"], select: { kind: true } });
  return kinds.map(({ kind }) => kind);
}

/** The tables that the statements of all kinds read, with their columns that those read, as PostgreSQL has found them. */
export async function tablesOfWork({ asOwner }: TestApi): Promise<{ name: string; columns: string[] }[]> {
  const whole = derivedCauses(WORK_KIND_NAMES).replaceAll("$1", "'2026-11-20 05:00:00+00'");
  await asOwner(`CREATE VIEW all_of_work AS ${whole}`);
  const { rows } = await asOwner(
    `SELECT d.refobjid::regclass::text AS name, array_agg(DISTINCT a.attname::text) AS columns FROM pg_rewrite r
     JOIN pg_depend d ON d.objid = r.oid AND d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     WHERE r.ev_class = 'all_of_work'::regclass AND d.refobjid <> r.ev_class GROUP BY 1 ORDER BY 1`,
  );
  await asOwner("DROP VIEW all_of_work");
  return rows;
}

/** Numbers from 0 up to 1, the same each time. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Column {
  name: string;
  type: string;
  isEnum: boolean;
  nullable: boolean;
}

/**
 * Changes one fact that is read of a table to what it may be: what another row has, another state, an earlier or later time, nothing; or deletes a
 * row. What the guards of the database refuse is not done. Returns what was done, or null.
 */
export async function changeAFact(
  { database }: TestApi,
  { name: table, columns: read }: { name: string; columns: readonly string[] },
  random: () => number,
): Promise<string | null> {
  const { rows: columns } = await database.pool.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, t.typtype = 'e' AS "isEnum", NOT a.attnotnull AS nullable
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND a.attname = ANY ($2) AND a.attname <> 'id' ORDER BY a.attnum`,
    [table, read],
  );
  const column = columns[Math.floor(random() * columns.length)];
  if (column === undefined) return null;
  const some = (of: string) =>
    `(SELECT ${of} FROM ${table} o ORDER BY md5(o.ctid::text || '${random()}') LIMIT 1)`;
  const statement =
    random() < 0.05
      ? `DELETE FROM ${table} WHERE ctid = ${some("ctid")}`
      : `UPDATE ${table} SET ${column.name} = ${anotherValue(column, random, some)} WHERE ctid = ${some("ctid")}`;
  try {
    const { rowCount } = await database.pool.query(statement);
    return rowCount === 1 ? statement : null;
  } catch {
    return null;
  }
}

const DAYS = 40;

function anotherValue(
  { name, type, isEnum, nullable }: Column,
  random: () => number,
  some: (of: string) => string,
): string {
  if (nullable && random() < 0.2) return "NULL";
  const days = Math.round((random() - 0.5) * DAYS);
  if (isEnum) {
    const all = `enum_range(NULL::${type})`;
    return `(${all})[1 + floor(${random()} * cardinality(${all}))::int]`;
  }
  if (/^timestamp/.test(type)) return `${name} + interval '${days} days'`;
  if (type === "date") return `${name} + ${days}`;
  if (type === "boolean") return `NOT ${name}`;
  return some(`o.${name}`);
}
