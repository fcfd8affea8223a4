import { existsSync } from "node:fs";
import { join } from "node:path";
import { execaNode } from "execa";
import { asksForHelp } from "../apps/server/src/cli/shared/command.ts";
import { commandFile, commandNames } from "../apps/server/src/cli/shared/command-names.ts";
import { build } from "./stack/build.ts";
import { createChildren } from "./stack/children.ts";
import { type Addresses, databaseAddresses, startDatabase } from "./stack/database.ts";
import { type Lock, lockHolder, takeLock } from "./stack/lock.ts";
import { isFree, readPorts } from "./stack/ports.ts";
import { dataDirectory, openSettings } from "./stack/settings.ts";

const ROOT = join(import.meta.dirname, "..");
const DATA_DIR = dataDirectory(process.env);
/** Commands under which the database stays up for others to use. */
const SERVING: readonly string[] = ["npm start", "npm run dev"];

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
 * Runs a command of the server: each file of `apps/server/src/cli` is one. Its settings come from the environment or, where that
 * names no database, from the demonstration on this machine.
 */
async function main(): Promise<number> {
  const commands = commandNames();
  if (!commands.includes(command)) throw new Error(`Say what to do: ${commands.join(", ")}.`);
  await generateOnce();
  const needsNoDatabase =
    asksForHelp(args) ||
    // It checks the settings without changing them.
    command === "settings-check" ||
    process.env.DATABASE_URL !== undefined ||
    process.env.DATABASE_URL_FILE !== undefined;
  const settings = needsNoDatabase ? {} : await demonstration();
  return run(commandFile(command), { ...settings, ...process.env });
}

/** Without the generated code no command can be loaded. */
async function generateOnce(): Promise<void> {
  if (existsSync(join(ROOT, "packages/db/src/generated"))) return;
  const generated = await build(["generate"]);
  if (!generated.ok) throw new Error(generated.output);
}

/** The demonstration's settings, with its database running: the one that runs already, else one for this command. */
async function demonstration(): Promise<Record<string, string>> {
  const holder = lockHolder(DATA_DIR);
  const { url, ownerUrl } =
    holder && SERVING.includes(holder.what) ? await runningDatabase(holder.what) : await ownDatabase();
  // Loaded late: by now what it needs has been generated.
  const { demonstrationSettings } = await import("./stack/stack.ts");
  const ports = readPorts(process.env);
  const settings = openSettings(DATA_DIR);
  // Only what asks the vendors needs the sandbox, which npm start and npm run dev have running.
  const sandbox = command === "vendors-check" ? `http://127.0.0.1:${ports.sandbox.port}` : null;
  return {
    ...demonstrationSettings(settings, DATA_DIR, sandbox, ports),
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
async function run(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const child = execaNode(script, args, {
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
