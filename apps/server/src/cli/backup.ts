import { parseArgs } from "node:util";
import { deleteOldBackups, takeBackup } from "@countinghouse/api/backup/take";
import { connect } from "@countinghouse/db";
import { VERSION } from "../version.ts";
import { readBackupPlace } from "./shared/backup-place.ts";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv, readStorage } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Copies the database and the files to BACKUP_DIR or BACKUP_BUCKET, sealed with BACKUP_KEY (docs/backup.md).

  npm run backup
  npm run backup -- --keep=30

  --keep   afterwards deletes all but this number of the newest database backups`,
  database: "DATABASE_URL",
  run: async ({ args, env, out }) => {
    const { values } = parseArgs({ args, options: { keep: { type: "string" } } });
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isSafeInteger(keep) && keep >= 1))
      throw new Error("--keep takes a whole number of 1 or more.");
    const { url, vault } = readDatabaseEnv(env);
    const { place, envelope, where } = readBackupPlace(env);
    const files = readStorage(env);
    const now = () => new Date();
    const db = connect(url, { size: 2 });
    try {
      const taken = await takeBackup({ db, vault, now, place, envelope, files, version: VERSION, url });
      const { id, tables, rows, sizeBytes, copiedFiles } = taken;
      if (files === null) out("The backup has no files. Set FILES_DIR or S3_BUCKET to include them.");
      out(
        `${id}: ${count(rows)} rows of ${count(tables)} tables in ${count(sizeBytes)} bytes, ${count(taken.files)} files of which ${count(copiedFiles)} are new, in ${where}`,
      );
      if (keep !== null) out(`${count(await deleteOldBackups(place, keep))} older backups deleted`);
      return 0;
    } finally {
      await db.close();
    }
  },
};

if (import.meta.main) await startCommand(command);
