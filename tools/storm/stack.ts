import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Children, createChildren } from "../stack/children.ts";
import { seedIfEmpty, startDatabase } from "../stack/database.ts";
import { anyFreePort, portsOf } from "../stack/ports.ts";
import { openSettings, postgresFolder } from "../stack/settings.ts";
import { demonstrationSettings } from "../stack/stack.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** All that the product may know of this machine: none of its settings may leak in. */
const OF_THIS_MACHINE = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "LANG"];
/** A worker waits no longer for the outside world, so that what a kill leaves behind is soon taken up. */
const IMPATIENCE = {
  PROVIDER_TIMEOUT_MS: "1500",
  ACH_SETTLE_MS: "1500",
  CARDS_SETTLE_MS: "1500",
  LEDGER_SHEET_SETTLE_MS: "1500",
};

export interface StormStack {
  /** Settings of a worker. */
  env: NodeJS.ProcessEnv;
  sandboxOrigin: string;
  logDir: string;
  /** Strikes the database down with a signal, without letting it finish anything, and starts it again. */
  crashDatabase(signal: "SIGQUIT" | "SIGKILL"): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a database with customers, durable as in production, and a sandbox, on ports and in a folder of their own. */
export async function startStormStack(
  customers: number,
  onDeath: (reason: string) => void,
): Promise<StormStack> {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-storm-"));
  chmodSync(folder, 0o711); // the database's user passes through
  const logDir = join(folder, "logs");
  const database = { isCrashing: false, onGone: () => {} };
  const children = createChildren(logDir, (reason) => {
    if (!database.isCrashing) return onDeath(reason);
    database.onGone();
  });
  const stop = async () => {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o711 });
    const machine = await machineEnvironment(folder);
    const settings = openSettings(dataDir);
    const start = () => startDatabase(children, dataDir, settings, machine);
    const databaseUrl = await start();
    await seedIfEmpty({ url: databaseUrl, users: customers, settings, env: machine, onProgress: () => {} });
    const sandboxOrigin = await startSandbox(children, dataDir, machine);
    return {
      env: {
        ...machine,
        ...demonstrationSettings(settings, dataDir, sandboxOrigin, portsOf(machine)),
        ...IMPATIENCE,
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: "http://127.0.0.1",
        ROLE: "worker",
        LOG_LEVEL: "warn",
      },
      sandboxOrigin,
      logDir,
      crashDatabase: async (signal) => {
        database.isCrashing = true;
        const hostGone = new Promise<void>((resolve) => {
          database.onGone = resolve;
        });
        await strikeDown(postgresFolder(dataDir), signal);
        await hostGone;
        database.isCrashing = false;
        await start();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function machineEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const [sandbox, smtp, sftp, postgres] = await Promise.all([1, 2, 3, 4].map(anyFreePort));
  return {
    ...Object.fromEntries(OF_THIS_MACHINE.map((name) => [name, process.env[name]])),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    SANDBOX_SFTP_PORT: String(sftp),
    PGPORT: String(postgres),
    // A worker is started a hundred times: what Node has compiled once it need not compile again.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
}

async function startSandbox(children: Children, dataDir: string, env: NodeJS.ProcessEnv): Promise<string> {
  const ready = await children.start({
    name: "sandbox",
    script: join(ROOT, "apps/sandbox/src/main.ts"),
    env: { ...env, SANDBOX_GOOGLE_KEY_FILE: join(dataDir, "google-key.json") },
  });
  return String(ready.origin);
}

async function strikeDown(folder: string, signal: "SIGQUIT" | "SIGKILL"): Promise<void> {
  const pid = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, signal);
  while (isAlive(pid)) await pause(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
