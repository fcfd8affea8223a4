import { parseArgs } from "node:util";
import { deleteOldBackups, takeBackup } from "@countinghouse/api/backup/take";
import { connect } from "@countinghouse/db";
import { VERSION } from "../version.ts";
import { readBackupPlace } from "./backup-place.ts";
import { readDatabaseEnv, readStorage } from "./database-env.ts";

const USAGE = `Copies the database and the files area, sealed with BACKUP_KEY, into BACKUP_DIR or BACKUP_BUCKET (docs/backup.md).

  npm run backup
  npm run backup -- --keep=30

  --keep   delete all but so many of the newest backups of the database afterwards`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { keep: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
  });
  if (values.help) return console.log(USAGE);
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isSafeInteger(keep) && keep >= 1))
    throw new Error("--keep takes a whole number of 1 or more.");
  const { url, vault } = readDatabaseEnv(process.env);
  const { place, envelope, where } = readBackupPlace(process.env);
  const files = readStorage(process.env);
  const now = () => new Date();
  const db = connect(url, { size: 2 });
  try {
    const taken = await takeBackup({ db, vault, now, place, envelope, files, version: VERSION, url });
    const { id, tables, rows, sizeBytes, copiedFiles } = taken;
    if (files === null) console.log("Without the setting FILES_DIR or S3_BUCKET files are left out.");
    console.log(
      `${id}: ${count(rows)} rows of ${count(tables)} tables in ${count(sizeBytes)} bytes, ${count(taken.files)} files of which ${count(copiedFiles)} are new, in ${where}`,
    );
    if (keep !== null) console.log(`${count(await deleteOldBackups(place, keep))} older backups deleted`);
  } finally {
    await db.close();
  }
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
