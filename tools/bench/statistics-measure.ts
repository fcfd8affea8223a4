import { StoredReport } from "../../packages/api/src/asset-reports/stored.ts";
import { aBankReport, type ReportLine } from "../../packages/api/src/testing/bank-reports.ts";
import { connect, type Database, type Statement } from "../../packages/db/src/index.ts";
import { procedureCall, send } from "./measure.ts";

const WORDS = [
  ["ACH CREDIT UBER EDI PAYMNT", 1],
  ["POS DEBIT SHELL FUEL", -1],
  ["SQUARE INC SDV-VRFY SETTLEMENT", 1],
  ["ACH DEBIT KESTREL ADVANCE PAYMENT", -1],
  ["ZELLE M. ALVAREZ", 1],
  ["POS DEBIT KROGER", -1],
  ["CHECK DEPOSIT J. OKAFOR", 1],
] as const;
const DAYS = 720;
const DAY_MS = 86_400_000;
const LAST_DAY = Date.UTC(2026, 10, 20);

/** Transactions over two years, the oldest first. */
const madeUpLines = (count: number): ReportLine[] =>
  Array.from({ length: count }, (_, index) => {
    const [words, sign] = WORDS[index % WORDS.length] ?? WORDS[0];
    const age = DAYS - 1 - Math.floor((index * DAYS) / count);
    const date = new Date(LAST_DAY - age * DAY_MS).toISOString().slice(0, 10);
    return [date, sign * (1_000 + ((index * 7_919) % 50_000)), `${words} ${(index * 31).toString(36)}`];
  });

/** The same transactions as rows of a table of their own, one index, read whole. */
const SCAN: Statement = {
  name: "bench.statistics.scan",
  text: `SELECT id, account_id, date::text AS date, description, amount_cents::float8 AS amount_cents
    FROM bench_transaction WHERE user_id = $1 ORDER BY date, id`,
};

export interface StatisticsFigures {
  transactions: number;
  rounds: { scanMs: number; statisticsMs: number; ratio: number }[];
}

/** Gives a user a report with `count` transactions, and the same in a table to scan. */
export async function makeTransactions(database: Database, userId: number, count: number): Promise<void> {
  const report = StoredReport.encode(aBankReport(madeUpLines(count)));
  await database.pool.query(
    `INSERT INTO asset_report (user_id, state, days_requested, requested_at, finished_at, report)
     VALUES ($1, 'READY', $2, now(), now(), $3)`,
    [userId, DAYS, JSON.stringify(report)],
  );
  await database.pool.query(
    `CREATE TABLE bench_transaction AS
     SELECT r.user_id, t->>'transactionId' AS id, a->>'accountId' AS account_id, (t->>'date')::date AS date,
       t->>'originalDescription' AS description, (t->>'amountCents')::bigint AS amount_cents
     FROM asset_report r, jsonb_array_elements(r.report->'items') i, jsonb_array_elements(i->'accounts') a,
       jsonb_array_elements(a->'transactions') t WHERE r.user_id = ${userId} AND r.state = 'READY'`,
  );
  await database.pool.query("CREATE INDEX ON bench_transaction (user_id, date, id)");
  await database.pool.query("VACUUM ANALYZE");
}

/**
 * Times our answer with all statistics of a user, over HTTP, against one SQL scan of the same transactions by a bare
 * client, in turn, the order reversed each round, after one unmeasured round. Throws when the two count differently.
 */
export async function measureStatistics(
  url: string,
  server: { port: number; token: string },
  { userId, rounds }: { userId: number; rounds: number },
): Promise<StatisticsFigures> {
  const database = connect(url, { size: 1 });
  const figures: StatisticsFigures = { transactions: 0, rounds: [] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const early = round % 2 === 1 ? await ask(server, userId) : null;
      const scanned = await scan(database, userId);
      const asked = early ?? (await ask(server, userId));
      if (asked.transactions !== scanned.transactions)
        throw new Error(`${asked.transactions} transactions in the answer, ${scanned.transactions} scanned.`);
      figures.transactions = scanned.transactions;
      if (round > 0)
        figures.rounds.push({ scanMs: scanned.ms, statisticsMs: asked.ms, ratio: asked.ms / scanned.ms });
    }
  } finally {
    await database.close();
  }
  return figures;
}

async function scan({ read }: Database, userId: number): Promise<{ ms: number; transactions: number }> {
  const start = performance.now();
  const rows = await read.sql<{ amount_cents: number }>(SCAN, [userId]);
  return { ms: performance.now() - start, transactions: rows.length };
}

async function ask({ port, token }: { port: number; token: string }, userId: number) {
  const { ms, text } = await send(port, procedureCall("bankStatistics.get", { userId }, token));
  return { ms, transactions: Number(/"transactions":(\d+)/.exec(text)?.[1]) };
}
