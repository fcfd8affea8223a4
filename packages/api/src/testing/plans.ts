import type { TestApi } from "./harness.ts";

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** The scans PostgreSQL plans for a query with these values, each as `scan index` or `scan table`. */
export const scansOf = (api: TestApi, text: string, values: unknown[]): Promise<string[]> =>
  explained(api, `EXPLAIN (FORMAT JSON) ${text}`, values);

/** The same for a statement that was prepared and is planned once for whatever values. */
export const preparedScansOf = (api: TestApi, text: string): Promise<string[]> =>
  explained(api, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);

async function explained(api: TestApi, query: string, values?: unknown[]): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(query, values);
  return rows.flatMap((row) => scansIn(row["QUERY PLAN"][0].Plan));
}

function scansIn(node: PlanNode): string[] {
  const own = node["Node Type"].includes("Scan")
    ? [`${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim()]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}
