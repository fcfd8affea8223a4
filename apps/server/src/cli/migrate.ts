import { parseArgs } from "node:util";
import { prepareDatabase } from "@countinghouse/db/application-role";
import type { Command } from "./shared/command.ts";
import { readDatabaseAddresses } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Updates the database before the processes of a new release start.

  npm run migrate

DATABASE_OWNER_URL   the role that owns the tables; it migrates and grants rights to the server's role
DATABASE_URL         the server's role; without DATABASE_OWNER_URL it migrates, if it has the right`,
  database: "DATABASE_OWNER_URL",
  run: async ({ args, env, out }) => {
    parseArgs({ args, options: {} });
    const applied = await prepareDatabase(readDatabaseAddresses(env));
    for (const name of applied) out(name);
    out(applied.length === 0 ? "The database is up to date." : `${applied.length} migrations applied.`);
    return 0;
  },
};

if (import.meta.main) await startCommand(command);
