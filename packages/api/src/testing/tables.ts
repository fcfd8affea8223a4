import type { TestApi } from "./harness.ts";

/** Counted attempts are written by design, whoever asks; what waits for people is folded by whoever looks. */
const NOT_COMPARED = ["rate_limit", "_prisma_migrations", "work_cause", "work_change", "work_kept"];

/** How many rows each table has, to see that nothing was written. */
export async function rowCounts(api: TestApi): Promise<Record<string, number>> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [NOT_COMPARED],
  );
  // A subquery for each table: a UNION of them all is planned for parallel workers, which takes thirty times as long.
  const counts = tables.map(({ name }) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`);
  const statement = { name: "row-counts", text: `SELECT ${counts.join(", ")}` };
  const { rows } = await api.database.pool.query<Record<string, number>>(statement);
  return rows[0] ?? {};
}
