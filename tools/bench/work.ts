import { randomUUID } from "node:crypto";
import pg from "pg";
import { EVERY_CAUSE } from "../../packages/api/src/work/facts.ts";
import { startBenchStack } from "./stack.ts";

const ITEMS = 1_000;
const LOOKS = 5;

/**
 * Reads Today from its causes among so many users, with ITEMS items and their handling: how long a look takes, and what is
 * scanned whole.
 */
export async function benchWork({ users, keep }: { users: number; keep: boolean }): Promise<void> {
  const stack = await startBenchStack({ users, keep });
  const client = new pg.Client({ connectionString: stack.url });
  await client.connect();
  const prefix = `bench-work:${randomUUID()}:`;
  try {
    await client.query(
      `INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, next_at, last_error)
       SELECT gen_random_uuid(), 'BACKFILL', $1 || n, ''::bytea, 'FAILED', now(), 'Reason ' || n FROM generate_series(1, $2) n`,
      [prefix, ITEMS],
    );
    await client.query("ANALYZE outbox_message");
    await look("as the demonstration's book is, of which a tenth waits");
    // Nobody lets so many wait: the same book with what a desk leaves over.
    await client.query("BEGIN");
    await client.query(
      "UPDATE application SET expires_at = now() - interval '1 day', offer_expires_at = NULL WHERE id % 300 <> 0",
    );
    await look("as a desk leaves it");
    await client.query("ROLLBACK");
  } finally {
    await client.query("DELETE FROM outbox_message WHERE dedupe_key LIKE $1", [`${prefix}%`]);
    await client.end();
    await stack.stop();
  }

  async function look(how: string): Promise<void> {
    const tookMs: number[] = [];
    let items = 0;
    for (let nth = 0; nth < LOOKS; nth++) {
      const began = performance.now();
      const { rows } = await client.query({ text: EVERY_CAUSE.text, values: [new Date()] });
      tookMs.push(performance.now() - began);
      items = rows.length;
    }
    const sorted = tookMs.toSorted((one, other) => one - other);
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF) ${EVERY_CAUSE.text}`,
      [new Date()],
    );
    const lines = rows.map((row) => row["QUERY PLAN"]);
    for (const line of lines.filter((each) => /Seq Scan|Execution Time|Planning Time|JIT/.test(each)))
      console.log(`  ${line.trim()}`);
    const median = sorted[Math.floor(LOOKS / 2)] ?? 0;
    console.log(
      `${how}: ${items.toLocaleString("en-US")} items among ${users.toLocaleString("en-US")} users: ${median.toFixed(1)} ms a look (p50 of ${LOOKS}), ${(sorted.at(-1) ?? 0).toFixed(1)} ms the longest`,
    );
  }
}
