// npm run COMMAND -- OPTIONS runs a command of the server: each file of apps/server/src/cli is one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execaNode } from "execa";
import { asksForHelp } from "../apps/server/src/cli/shared/command.ts";
import { commandFile, commandNames } from "../apps/server/src/cli/shared/command-names.ts";
import { createChildren } from "./stack/children.ts";
import { type Addresses, databaseAddresses, startDatabase } from "./stack/database.ts";
import { type Lock, lockHolder, takeLock } from "./stack/lock.ts";
import { isFree, readPorts } from "./stack/ports.ts";
import { dataDirectory, openSettings } from "./stack/settings.ts";

const DATA_DIR = dataDirectory(process.env);
/** Commands under which the database stays up for others to use. */
const SERVING: readonly string[] = ["npm start", "npm run dev"];

const DEMO = "--demo";

const [command = "", ...args] = process.argv.slice(2);
const children = createChildren(join(DATA_DIR, "logs"), (reason) => console.error(reason));
let lock: Lock | null = null;
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await tidyUp();
}

/**
 * Runs a command of the server: each file of `apps/server/src/cli` is one. With --demo its settings are those of the demonstration on
 * this machine, else the command reads its own.
 */
async function main(): Promise<number> {
  const commands = commandNames();
  if (!commands.includes(command)) throw new Error(`Say what to do: ${commands.join(", ")}.`);
  const words = args.filter((word) => word !== DEMO);
  const isDemonstration = words.length < args.length && !asksForHelp(args);
  if (isDemonstration) refuseOtherSettings();
  const settings = isDemonstration ? await demonstration() : {};
  return run(commandFile(command), words, { ...settings, ...process.env });
}

/** With --demo nothing else may say which database is meant. */
function refuseOtherSettings(): void {
  const named = ["DATABASE_URL", "DATABASE_URL_FILE"].find((name) => process.env[name]);
  const other = named ?? args.find((word) => word.startsWith("--settings"));
  if (other !== undefined)
    throw new Error(`${DEMO} uses the demonstration on this machine, and ${other} names another database.`);
}

/** The demonstration's settings, with its database running: the one that runs already, else one for this command. */
async function demonstration(): Promise<Record<string, string>> {
  const holder = lockHolder(DATA_DIR);
  const { url, ownerUrl } =
    holder && SERVING.includes(holder.what) ? await runningDatabase(holder.what) : await ownDatabase();
  // Loaded late: by now what it needs has been generated.
  const { demonstrationSettings, googleKeyFile } = await import("./stack/stack.ts");
  const ports = readPorts(process.env);
  const settings = openSettings(DATA_DIR);
  // Only what asks the vendors needs the sandbox, which npm start and npm run dev have running.
  const sandbox = command === "vendors-check" ? `http://127.0.0.1:${ports.sandbox.port}` : null;
  // The sandbox makes the key at its first start. Until then the ledger sheet is off.
  const sheetOff: Record<string, string> = existsSync(googleKeyFile(DATA_DIR))
    ? {}
    : { GOOGLE_SHEETS_URL: "", GOOGLE_KEY_FILE: "", LEDGER_SPREADSHEET_ID: "" };
  return {
    ...demonstrationSettings(settings, DATA_DIR, sandbox, ports),
    ...sheetOff,
    ADMIN_PASSWORD: settings.adminPassword,
    CARD_PASSCODE: settings.cardPasscode,
    ACH_PASSCODE: settings.achPasscode,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    PUBLIC_URL: `http://localhost:${ports.console.port}`,
  };
}

async function runningDatabase(holder: string): Promise<Addresses> {
  const settings = openSettings(DATA_DIR);
  if (await isFree(settings.postgresPort))
    throw new Error(`${holder} is still starting. Try again in a moment.`);
  return databaseAddresses(settings);
}

async function ownDatabase(): Promise<Addresses> {
  lock = takeLock(DATA_DIR, `npm run ${command}`);
  return startDatabase(children, DATA_DIR, openSettings(DATA_DIR), process.env);
}

async function tidyUp(): Promise<void> {
  await children.stop();
  lock?.release();
}

/** Runs the command on this terminal, in the folder it was called from, and hands on its exit code. */
async function run(script: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const child = execaNode(script, words, {
    cwd,
    env,
    extendEnv: false,
    ipc: false,
    stdio: "inherit",
    reject: false,
    // How long it takes to stop is its own matter.
    forceKillAfterDelay: false,
  });
  process.on("SIGINT", () => {}); // the terminal sends it to the command as well, which decides
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  return (await child).exitCode ?? 1;
}
