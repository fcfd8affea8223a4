import { parseArgs } from "node:util";
import { drillRestore } from "@countinghouse/api/backup/drill";
import { findBackup } from "@countinghouse/api/backup/restore";
import { connect } from "@countinghouse/db";
import { withDatabaseBeside } from "@countinghouse/db/backup/beside";
import { readBackupPlace } from "./shared/backup-place.ts";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Restores a backup to a new, temporary database next to the running one, verifies it, and deletes it (docs/backup.md).

  npm run restore:drill
  npm run restore:drill -- --backup=20261124T030000Z-1a2b3c4d

  --backup   the id of a backup; default: the newest

Exits with 1 when the restored data are wrong.
The role of DATABASE_OWNER_URL or DATABASE_URL needs the right to create databases.`,
  database: "DATABASE_OWNER_URL",
  run: async ({ args, env, out }) => {
    const { values } = parseArgs({ args, options: { backup: { type: "string" } } });
    const { url, ownerUrl, vault } = readDatabaseEnv(env);
    const { place, envelope } = readBackupPlace(env);
    const manifest = await findBackup(place, envelope, values.backup ?? null);
    const running = connect(url, { size: 2 });
    try {
      const services = { place, envelope, vault, running, now: () => new Date() };
      const report = await withDatabaseBeside(ownerUrl ?? url, (beside) =>
        drillRestore({ ...services, url: beside }, manifest),
      );
      const { findings, rows, restoredInMs, lossMs, lostEvents, lostTransactions } = report;
      for (const finding of findings) out(finding);
      out(
        `${manifest.id}: ${count(rows)} rows restored in ${seconds(restoredInMs)}, ${count(findings.length)} findings`,
      );
      out(
        `A restore now would lose ${seconds(lossMs)}: ${count(lostEvents)} audit events and ${count(lostTransactions)} ledger transactions are newer than the backup`,
      );
      return findings.length === 0 ? 0 : 1;
    } finally {
      await running.close();
    }
  },
};

function seconds(ms: number): string {
  return `${(ms / 1000).toLocaleString("en-US", { maximumFractionDigits: 1 })} s`;
}

if (import.meta.main) await startCommand(command);
