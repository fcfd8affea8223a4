import path from "node:path";
import { parseArgs } from "node:util";
import { exportBook } from "@countinghouse/api/import/export/export-book";
import { connect } from "@countinghouse/db";
import { readDatabaseEnv, readStorage } from "./database-env.ts";

const USAGE = `Writes the whole book into a folder, one CSV file a sheet, in the format of npm run import (docs/import.md).

  npm run export -- FOLDER

The folder is made, or is empty. The files hold social security, account and other numbers in the open: only their owner can
read them.`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h", default: false } },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0)
    throw new Error("Name one folder: npm run export -- FOLDER. With --help it says more.");
  const { url, vault } = readDatabaseEnv(process.env);
  const storage = readStorage(process.env);
  const db = connect(url, { size: 2 });
  try {
    const counts = await exportBook({
      db,
      vault,
      now: () => new Date(),
      ...(storage === null ? {} : { storage }),
      // npm runs scripts in the folder of the package; the folder is named from where the user stands.
      folder: path.resolve(process.env.INIT_CWD ?? "", folder),
      onProgress: (customers) => console.error(`${customers.toLocaleString("en-US")} customers written`),
    });
    if (storage === null) console.log("Without the setting FILES_DIR or S3_BUCKET documents are left out.");
    for (const [sheet, rows] of counts) console.log(`${sheet}.csv: ${rows.toLocaleString("en-US")} rows`);
  } finally {
    await db.close();
  }
}
