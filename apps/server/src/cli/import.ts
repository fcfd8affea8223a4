import path from "node:path";
import { parseArgs } from "node:util";
import {
  type ImportProgress,
  type ImportSummary,
  importUsers,
} from "@countinghouse/api/users/import/import-users";
import { connect } from "@countinghouse/db";
import { readDatabaseEnv } from "./database-env.ts";

const USAGE = "Usage: npm run import -- FILE.csv [--dry-run] [--source=NAME]";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "dry-run": { type: "boolean", default: false }, source: { type: "string", default: "csv" } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Error(USAGE);
  const { url, vault } = readDatabaseEnv(process.env);
  const db = connect(url, { size: 2 });
  const startedAt = performance.now();
  try {
    const summary = await importUsers({
      // npm runs scripts in the folder of the package; the file is named from where the user stands.
      file: path.resolve(process.env.INIT_CWD ?? "", file),
      source: values.source,
      dryRun: values["dry-run"],
      db,
      vault,
      now: () => new Date(),
      onProgress: (progress) => console.error(progressLine(progress, performance.now() - startedAt)),
    });
    console.log(summaryText(summary, values["dry-run"], performance.now() - startedAt));
  } finally {
    await db.close();
  }
}

function progressLine({ rows, loaded, alreadyThere, refused }: ImportProgress, ms: number): string {
  const speed = Math.round(rows / (ms / 1000));
  return `${count(rows)} rows read, ${count(loaded)} loaded, ${count(alreadyThere)} already there, ${count(refused)} refused, ${count(speed)} rows/s`;
}

function summaryText(summary: ImportSummary, dryRun: boolean, ms: number): string {
  const lines = [progressLine(summary, ms)];
  if (dryRun) lines.unshift("This was a trial: nothing was changed.");
  if (summary.ignoredColumns.length > 0) lines.push(`Columns ignored: ${summary.ignoredColumns.join(", ")}`);
  if (summary.refusedFile) lines.push(`Refused rows, each with its reason: ${summary.refusedFile}`);
  if (summary.damagedText > 0) {
    lines.push(
      `${count(summary.damagedText)} refused rows are not UTF-8. Save the file as UTF-8 (in Excel: "CSV UTF-8") and import it again.`,
    );
  }
  return lines.join("\n");
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
