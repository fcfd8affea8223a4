import type { TestApi } from "./harness.ts";

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
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

const explained = async (api: TestApi, query: string, values: unknown[]): Promise<string[]> =>
  scansOfAll(await api.database.pool.query(query, values));

const scansOfAll = ({ rows }: { rows: { "QUERY PLAN": [{ Plan: PlanNode }] }[] }): string[] =>
  rows.flatMap((row) => scansIn(row["QUERY PLAN"][0].Plan));

function scansIn(node: PlanNode): string[] {
  const own = node["Node Type"].includes("Scan")
    ? [`${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim()]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}
