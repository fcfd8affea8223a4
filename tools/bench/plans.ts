import pg from "pg";
import { SIMILAR_RECORDS } from "../../packages/api/src/similar-records/statements.ts";
import { startBenchStack } from "./stack.ts";

/** As many as the page shows, and one to tell that there are more. */
const SHOWN = 101;

/** Prints how PostgreSQL looks up similar records among so many users: the scans of each plan, and its time. */
export async function benchPlans({ users, keep }: { users: number; keep: boolean }): Promise<void> {
  const stack = await startBenchStack({ users, keep });
  const client = new pg.Client({ connectionString: stack.url });
  await client.connect();
  let whole = 0;
  try {
    for (const [kind, { text }] of Object.entries(SIMILAR_RECORDS)) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF, TIMING OFF) ${text}`,
        [stack.firstId, SHOWN],
      );
      const lines = rows.map((row) => row["QUERY PLAN"]);
      const scans = lines.filter((line) => /\bScan\b/.test(line) && !/CTE Scan/.test(line));
      whole += scans.filter((line) => line.includes("Seq Scan on users")).length;
      console.log(`\n${kind} (${lines.at(-1)?.trim() ?? ""})`);
      for (const line of scans) console.log(`  ${line.trim()}`);
    }
  } finally {
    await client.end();
    await stack.stop();
  }
  console.log(`\n${whole} scans of all users`);
}
