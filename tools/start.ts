// npm start builds the product and runs it on this machine with a database, vendors of a sandbox and demonstration customers, until it
// is stopped with Ctrl-C. npm run dev does so with hot reload.
// Options: --users=N customers of a new demonstration (default 2000).
// Environment: DATA_DIR (where the demonstration is stored), PORT and the other ports.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../apps/server/src/cli/shared/command.ts";
import { banner } from "./stack/banner.ts";
import { build } from "./stack/build.ts";
import { createChildren } from "./stack/children.ts";
import { stopLeftoverDatabase } from "./stack/database.ts";
import { type Lock, takeLock } from "./stack/lock.ts";
import { assertFree, readPorts } from "./stack/ports.ts";
import { createProgress } from "./stack/progress.ts";
import { dataDirectory } from "./stack/settings.ts";

const DATA_DIR = dataDirectory(process.env);
const DEMONSTRATION_USERS = 2_000;
/** Processes of a run that was killed notice it and leave; a busy machine needs a moment for that. */
const KILLED_RUN_PATIENCE_MS = 15_000;

const building = new AbortController();
const children = createChildren(join(DATA_DIR, "logs"), (reason) => void end(1, reason));
const progress = createProgress();
let lock: Lock | null = null;
let ending = false;

endWhenAsked();
try {
  await main();
} catch (error) {
  await end(1, error instanceof Error ? error.message : String(error));
}

/** `npm start` and `npm run dev`: builds, then runs the whole product on this machine until it is stopped. */
async function main(): Promise<void> {
  const { dev, users } = readOptions();
  const env = process.env;
  lock = takeLock(DATA_DIR, dev ? "npm run dev" : "npm start");
  const ports = readPorts(env);
  await assertFree(Object.values(ports), lock.afterKill ? KILLED_RUN_PATIENCE_MS : 0);
  progress.say("Building");
  const built = await build(dev ? ["generate"] : ["generate", "build"], building.signal);
  if (!built.ok) throw new Error(ending ? "" : `The build failed.\n${built.output}`);
  // Loaded late: it needs the database client that the build has just generated.
  const { startStack } = await import("./stack/stack.ts");
  const stack = await startStack({
    dataDir: DATA_DIR,
    env,
    children,
    users,
    books: true,
    dev,
    onProgress: progress.say,
  });
  progress.clear();
  console.log(banner(stack, { dev }));
}

function readOptions(): { dev: boolean; users: number } {
  const { values } = parseArgs({
    options: { dev: { type: "boolean", default: false }, users: { type: "string" } },
  });
  const users = Number(values.users ?? DEMONSTRATION_USERS);
  if (!Number.isInteger(users) || users < 1)
    throw new UsageError("--users takes a whole number, like --users=500");
  return { dev: values.dev, users };
}

/** On Ctrl-C and its like, and when whoever started us was killed and can no longer tell us. */
function endWhenAsked(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void end(0), 500).unref();
}

async function end(code: number, reason = ""): Promise<void> {
  if (ending) return;
  ending = true;
  progress.clear();
  if (reason) console.error(reason);
  building.abort();
  await children.stop();
  if (lock) await stopLeftoverDatabase(DATA_DIR);
  lock?.release();
  process.exit(code);
}
