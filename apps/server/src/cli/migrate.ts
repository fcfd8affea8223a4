import { parseArgs } from "node:util";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { readDatabaseAddresses } from "./database-env.ts";

const USAGE = `Brings the database up to date, before processes of a new release start.

  npm run migrate

DATABASE_OWNER_URL   the role that owns the tables: it migrates, and grants the other what the server needs
DATABASE_URL         the role that the server connects as; without DATABASE_OWNER_URL it migrates itself, if it may`;

try {
  const { values } = parseArgs({ options: { help: { type: "boolean", default: false } } });
  if (values.help) console.log(USAGE);
  else report(await prepareDatabase(readDatabaseAddresses(process.env)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function report(applied: readonly string[]): void {
  for (const name of applied) console.log(name);
  console.log(applied.length === 0 ? "The database is up to date." : `${applied.length} migrations applied.`);
}
