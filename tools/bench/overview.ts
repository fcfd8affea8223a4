import pg from "pg";
import { PAST_DUE } from "../../packages/api/src/portfolio/overview.ts";
import { newYorkDate } from "../../packages/validators/src/new-york.ts";
import { procedureCall, quantile, send } from "./measure.ts";
import { startBenchStack } from "./stack.ts";

const LOOKS = 15;
const GOAL_MS = 300;

/**
 * How long the whole read of the overview's page takes among so many users, over HTTP as the page asks for it; then what is past due
 * by bucket alone, by the index that holds all that is asked, and by one of days alone.
 */
export async function benchOverview({ users, keep }: { users: number; keep: boolean }): Promise<void> {
  const stack = await startBenchStack({ users, keep });
  const client = new pg.Client({ connectionString: stack.url });
  await client.connect();
  const today = newYorkDate(new Date());
  try {
    await client.query("VACUUM ANALYZE payment_schedule");
    await client.query("VACUUM ANALYZE application");
    const { rows } = await client.query<{ unpaid: number; overdue: number }>(
      `SELECT count(*)::int AS unpaid, (count(*) FILTER (WHERE payment_date < $1::date))::int AS overdue
       FROM payment_schedule WHERE status = 'UNPAID'`,
      [today],
    );
    const { unpaid = 0, overdue = 0 } = rows[0] ?? {};
    console.log(
      `${users.toLocaleString("en-US")} users, ${unpaid.toLocaleString("en-US")} unpaid instalments, ${overdue.toLocaleString("en-US")} of them past due`,
    );
    await readPage();
    const told = await look("by the instalments that are past due");
    await client.query("BEGIN");
    await client.query("DROP INDEX payment_schedule_unpaid_by_day");
    await client.query("CREATE INDEX ON payment_schedule (payment_date, id) WHERE status = 'UNPAID'");
    const before = await look("by an index of their days alone");
    await client.query("ROLLBACK");
    if (told !== before) throw new Error("Both ways do not come to the same.");
  } finally {
    await client.end();
    await stack.stop();
  }

  async function readPage(): Promise<void> {
    const call = procedureCall("portfolio.overview", {}, stack.api.token);
    const tookMs: number[] = [];
    for (let nth = 0; nth < LOOKS; nth++) tookMs.push((await send(stack.api.port, call)).ms);
    console.log(`the whole page: ${inWords(tookMs)}, goal ${GOAL_MS} ms`);
  }

  /** Returns what was read. */
  async function look(how: string): Promise<string> {
    const tookMs: number[] = [];
    let read = "";
    for (let nth = 0; nth < LOOKS; nth++) {
      const began = performance.now();
      const { rows } = await client.query<{ bucket: string }>({ text: PAST_DUE.text, values: [today] });
      tookMs.push(performance.now() - began);
      read = JSON.stringify(rows.toSorted((one, other) => one.bucket.localeCompare(other.bucket)));
    }
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF, TIMING OFF) ${PAST_DUE.text}`,
      [today],
    );
    for (const line of rows.map((row) => row["QUERY PLAN"]).filter((each) => / Scan /.test(each)))
      console.log(`  ${line.trim()}`);
    console.log(`${how}: ${inWords(tookMs)}`);
    return read;
  }
}

const inWords = (tookMs: readonly number[]): string =>
  `${quantile(tookMs, 0.5).toFixed(1)} ms a look (p50 of ${LOOKS}), ${Math.max(...tookMs).toFixed(1)} ms the longest`;
