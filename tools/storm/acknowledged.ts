import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const EVERY_MS = 50;
const PATIENCE = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };

export interface Acknowledged {
  /** Ends the writing and counts what was acknowledged and is not there, and how reads of a replica went meanwhile. */
  end(): Promise<{ acknowledged: number; lost: number; reads: number; failedReads: number }>;
}

/**
 * Writes one number after the other, and keeps those whose commit was acknowledged; reads from the replica beside it. The
 * database is changed under it: what is refused is left, and the next is tried.
 */
export async function writeNumbers(urls: {
  url: string;
  ownerUrl: string;
  replicaUrl: string;
}): Promise<Acknowledged> {
  await once(urls.ownerUrl, "CREATE TABLE storm_acknowledged (n int PRIMARY KEY)");
  await once(urls.ownerUrl, "GRANT SELECT, INSERT ON storm_acknowledged TO countinghouse");
  const ending = new AbortController();
  const known: number[] = [];
  const count = { reads: 0, failedReads: 0 };
  const writing = repeat(urls.url, ending.signal, async (pool, n) => {
    await pool.query("INSERT INTO storm_acknowledged (n) VALUES ($1)", [n]);
    known.push(n);
  });
  const reading = repeat(urls.replicaUrl, ending.signal, async (pool) => {
    count.reads++;
    await pool.query("SELECT count(*) FROM payment_intent").catch(() => {
      count.failedReads++;
    });
  });
  return {
    end: async () => {
      ending.abort();
      await Promise.all([writing, reading]);
      const { rows } = await once<{ n: number }>(urls.ownerUrl, "SELECT n FROM storm_acknowledged");
      const there = new Set(rows.map(({ n }) => n));
      return { acknowledged: known.length, lost: known.filter((n) => !there.has(n)).length, ...count };
    },
  };
}

async function repeat(
  url: string,
  signal: AbortSignal,
  work: (pool: pg.Pool, n: number) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, ...PATIENCE });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  for (let n = 1; !signal.aborted; n++) {
    await work(pool, n).catch(() => {});
    await pause(EVERY_MS, undefined, { signal }).catch(() => {});
  }
  await pool.end();
}

async function once<Row extends pg.QueryResultRow>(url: string, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url, ...PATIENCE });
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}
