import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { ledgerLinesSql } from "../../packages/db/src/testing/ledger-lines.ts";
import { type CsvFigures, measureCsv } from "./csv-measure.ts";
import { startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

/** The most that is good enough: time against COPY, memory of the server, time to the first byte. */
const GOALS = { ratio: 1.15, memoryMb: 30, firstByteMs: 50 };

const LINES_OF_A_USER = 20;

/** Demonstration users, who bring the staff that signs in. */
const DEMONSTRATION_USERS = 100;

/** Fills a ledger with `lines` lines, measures its export, prints what came of it and, last, the ratio. */
export async function benchCsv(options: { lines: number; rounds: number; keep: boolean }): Promise<void> {
  const stack = await startBenchStack({ users: DEMONSTRATION_USERS, keep: options.keep });
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-csv-"));
  try {
    await fillLedger(stack.url, options.lines);
    print(await measureCsv(stack.url, stack.api, { rounds: options.rounds, folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await stack.stop();
  }
}

/** Adds what is missing of `lines`, in whole users. */
async function fillLedger(url: string, lines: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ lines: number }>(
    "SELECT count(*)::int AS lines FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE user_id > 0",
  );
  const users = Math.ceil((lines - (rows[0]?.lines ?? 0)) / LINES_OF_A_USER);
  if (users > 0)
    for (const statement of ledgerLinesSql({ users, each: LINES_OF_A_USER })) await client.query(statement);
  await client.query("VACUUM ANALYZE");
  await client.end();
}

function print({ rounds, lines, bytes, memoryGrowthMb }: CsvFigures): void {
  console.log(
    `\n${lines.toLocaleString("en-US")} lines, ${(bytes / 1e6).toFixed(0)} MB, each written to a file. The copy is COPY TO STDOUT of the same`,
    "\nstatement over PostgreSQL's protocol: the embedded PostgreSQL brings no psql.",
    "\n\ncopy s   export s   ratio   first byte ms   first line ms",
  );
  for (const each of rounds)
    console.log(
      `${each.copySeconds.toFixed(2).padStart(6)}   ${each.exportSeconds.toFixed(2).padStart(8)}   ${each.ratio.toFixed(2)}` +
        `   ${each.firstByteMs.toFixed(0).padStart(13)}   ${each.firstLineMs.toFixed(0).padStart(13)}`,
    );
  const firstByteMs = median(rounds.map((each) => each.firstByteMs));
  const ratio = median(rounds.map((each) => each.ratio));
  const work = `export of ${lines.toLocaleString("en-US")} lines`;
  tell({ work, unit: "times COPY", reached: ratio, goal: { atMost: GOALS.ratio } });
  tell({
    work: `${work}: first byte`,
    unit: "ms",
    reached: firstByteMs,
    goal: { atMost: GOALS.firstByteMs },
  });
  if (memoryGrowthMb !== null)
    tell({
      work: `${work}: memory`,
      unit: "MB more",
      reached: memoryGrowthMb,
      goal: { atMost: GOALS.memoryMb },
    });
  const memory = memoryGrowthMb === null ? "not told by this system" : `${memoryGrowthMb.toFixed(1)} MB`;
  console.log(
    `\nmemory of the server grew by  ${memory}  ${goal(memoryGrowthMb, GOALS.memoryMb, "MB")}` +
      `\nmedian first byte             ${firstByteMs.toFixed(0)} ms  ${goal(firstByteMs, GOALS.firstByteMs, "ms")}` +
      `\nmedian ratio                  ${ratio.toFixed(2)}  ${goal(ratio, GOALS.ratio, "")}` +
      `\nratio ${ratio.toFixed(2)}`,
  );
}

const goal = (reached: number | null, most: number, unit: string): string =>
  reached === null ? "" : `(goal ${most}${unit && ` ${unit}`}: ${reached <= most ? "reached" : "MISSED"})`;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
