import { parseArgs } from "node:util";
import { listBackups } from "@countinghouse/api/backup/manifest";
import { findBackup, restoreBackup } from "@countinghouse/api/backup/restore";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { assertClock } from "@countinghouse/db/fitness";
import { readBackupPlace } from "./backup-place.ts";
import { readDatabaseAddresses, readStorage } from "./database-env.ts";

const USAGE = `Fills the empty database of DATABASE_OWNER_URL, or DATABASE_URL, with a backup, and puts back the files that are missing (docs/backup.md).

  npm run restore -- --list
  npm run restore
  npm run restore -- --backup=20261124T030000Z-1a2b3c4d --no-files

  --list       say which backups there are
  --backup     the id of one; without it the newest
  --no-files   leave the files area as it is`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean", default: false },
      backup: { type: "string" },
      "no-files": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const { place, envelope, where } = readBackupPlace(process.env);
  if (values.list) {
    const ids = await listBackups(place);
    return console.log([...ids, `${ids.length} backups in ${where}`].join("\n"));
  }
  const addresses = readDatabaseAddresses(process.env);
  const url = addresses.ownerUrl ?? addresses.url;
  const files = values["no-files"] ? null : readStorage(process.env);
  await assertClock(url);
  const manifest = await findBackup(place, envelope, values.backup ?? null);
  const { id, rows, takenAt, restoredFiles } = await restoreBackup({ place, envelope, files, url }, manifest);
  await prepareDatabase(addresses);
  console.log(
    `${id} of ${takenAt.toISOString()}: ${rows.toLocaleString("en-US")} rows and ${restoredFiles.toLocaleString("en-US")} missing files restored. Go on with docs/recovery.md: start one process, then npm run recovery.`,
  );
}
