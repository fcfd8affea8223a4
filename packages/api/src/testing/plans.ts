import { randomUUID } from "node:crypto";
import type { AdminCtx } from "../context.ts";
import type { TestApi } from "./harness.ts";

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Writes many rows as a replica does: neither guards nor what is kept of rows follow them, which takes most of the time. */
export const plantRows = async (api: TestApi, sql: string): Promise<void> => {
  await api.asOwner(`SET session_replication_role = replica; ${sql}`);
};

/** The scans PostgreSQL plans for a query with these values, each as `scan index` or `scan table`. */
export const readScans = (api: TestApi, text: string, values: unknown[]): Promise<string[]> =>
  explained(api, `EXPLAIN (FORMAT JSON) ${text}`, values);

/** The same for a statement that was prepared and is planned once for whatever values; as PostgreSQL 15 can tell it too. */
export async function readPreparedScans(api: TestApi, text: string): Promise<string[]> {
  const places = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, place]) => Number(place)));
  const values = Array.from({ length: places }, () => "NULL").join(", ");
  const client = await api.database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; PREPARE explained AS ${text}`);
    return scansOfAll(
      await client.query(`EXPLAIN (FORMAT JSON) EXECUTE explained${places > 0 ? `(${values})` : ""}`),
    );
  } finally {
    await client.query("ROLLBACK; DEALLOCATE ALL");
    client.release();
  }
}

/** Asked so often, the database has decided whether it keeps a plan: the first five times it makes one for the values. */
const TIMES = 7;

/** Whether PostgreSQL keeps the plan of a statement that is prepared and asked with such values, or makes one anew each time. */
export async function keepsPlan(
  api: TestApi,
  { text, values }: { text: string; values: unknown[] },
): Promise<boolean> {
  const name = `kept.${randomUUID()}`;
  const client = await api.database.pool.connect();
  try {
    for (let time = 1; time <= TIMES; time++) await client.query({ name, text, values });
    const { rows } = await client.query<{ kept: boolean }>(
      "SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = $1",
      [name],
    );
    return rows[0]?.kept ?? false;
  } finally {
    client.release();
  }
}

const explained = async (api: TestApi, query: string, values: unknown[]): Promise<string[]> =>
  scansOfAll(await api.database.pool.query(query, values));

/** The most rows that one step of a query's plan read, with these values. */
export async function mostRowsRead(api: TestApi, text: string, values: unknown[]): Promise<number> {
  const { rows } = await api.database.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return Math.max(...rows.flatMap((row) => rowsReadIn(row["QUERY PLAN"][0].Plan)));
}

const rowsReadIn = (node: PlanNode): number[] => [
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1),
  ...(node.Plans ?? []).flatMap(rowsReadIn),
];

const scansOfAll = ({ rows }: { rows: { "QUERY PLAN": [{ Plan: PlanNode }] }[] }): string[] =>
  rows.flatMap((row) => scansIn(row["QUERY PLAN"][0].Plan));

function scansIn(node: PlanNode): string[] {
  const own = node["Node Type"].includes("Scan")
    ? [`${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim()]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}

/** What `work` asks of the database by prepared statements, beside doing it. */
export async function readAsked(
  ctx: AdminCtx,
  work: (ctx: AdminCtx) => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }[]> {
  const asked: { text: string; values: unknown[] }[] = [];
  const db: AdminCtx["db"] = {
    ...ctx.db,
    sql: (statement, values) => {
      asked.push({ text: statement.text, values });
      return ctx.db.sql(statement, values);
    },
  };
  await work({ ...ctx, db });
  return asked;
}
