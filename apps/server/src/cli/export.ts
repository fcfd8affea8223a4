import path from "node:path";
import { parseArgs } from "node:util";
import { exportBook } from "@countinghouse/api/import/export/export-book";
import { connect } from "@countinghouse/db";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv, readStorage } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Writes the whole book to a folder, with one CSV file for each sheet, in the format of npm run import (docs/import.md).

  npm run export -- FOLDER

The folder must be new or empty.
The files show social security, account and other numbers in full: only their owner can read them.`,
  database: "DATABASE_URL",
  run: async ({ args, env, out, err }) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0)
      throw new Error("Name one folder: npm run export -- FOLDER. See --help for details.");
    const { url, vault } = readDatabaseEnv(env);
    const storage = readStorage(env);
    const db = connect(url, { size: 2 });
    try {
      const counts = await exportBook({
        db,
        vault,
        now: () => new Date(),
        ...(storage === null ? {} : { storage }),
        // npm runs scripts in the folder of the package; the user's folder is INIT_CWD.
        folder: path.resolve(env.INIT_CWD ?? "", folder),
        onProgress: (customers) => err(`${count(customers)} customers written`),
      });
      if (storage === null) out("The export has no documents. Set FILES_DIR or S3_BUCKET to include them.");
      for (const [sheet, rows] of counts) out(`${sheet}.csv: ${count(rows)} rows`);
      return 0;
    } finally {
      await db.close();
    }
  },
};

if (import.meta.main) await startCommand(command);
