import { parseArgs } from "node:util";
import { listBackups } from "@countinghouse/api/backup/manifest";
import { findBackup, restoreBackup } from "@countinghouse/api/backup/restore";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { assertClock } from "@countinghouse/db/fitness";
import { readBackupPlace } from "./shared/backup-place.ts";
import { type Command, printDatabase } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseAddresses, readStorage } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Restores a backup to the empty database of DATABASE_OWNER_URL or DATABASE_URL, and restores missing files (docs/backup.md).

  npm run restore -- --list
  npm run restore
  npm run restore -- --backup=20261124T030000Z-1a2b3c4d --no-files

  --list       lists the backups
  --backup     the id of a backup; default: the newest
  --no-files   restores no files`,
  run: async (call) => {
    const { args, env, out } = call;
    const { values } = parseArgs({
      args,
      options: {
        list: { type: "boolean", default: false },
        backup: { type: "string" },
        "no-files": { type: "boolean", default: false },
      },
    });
    const { place, envelope, where } = readBackupPlace(env);
    if (values.list) {
      const ids = await listBackups(place);
      out([...ids, `${ids.length} backups in ${where}`].join("\n"));
      return 0;
    }
    printDatabase(call, "DATABASE_OWNER_URL");
    const addresses = readDatabaseAddresses(env);
    const url = addresses.ownerUrl ?? addresses.url;
    const files = values["no-files"] ? null : readStorage(env);
    await assertClock(url);
    const manifest = await findBackup(place, envelope, values.backup ?? null);
    const { id, rows, takenAt, restoredFiles } = await restoreBackup(
      { place, envelope, files, url },
      manifest,
    );
    await prepareDatabase(addresses);
    out(
      `${id} of ${takenAt.toISOString()}: ${count(rows)} rows and ${count(restoredFiles)} missing files restored. Continue with docs/recovery.md: start one process, then run npm run recovery.`,
    );
    return 0;
  },
};

if (import.meta.main) await startCommand(command);
