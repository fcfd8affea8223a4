import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "../../packages/db/src/postgres/scratch-folder.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { type Children, createChildren } from "./children.ts";
import { type Addresses, seedIfEmpty, startDatabase } from "./database.ts";
import { machineSettings } from "./machine.ts";
import { anyFreePort, readPorts } from "./ports.ts";
import { openSettings, type Settings } from "./settings.ts";
import { demonstrationSettings } from "./stack.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A database and a sandbox that nobody else uses, for a program that tries the product out and takes them down. */
export interface StackApart {
  children: Children;
  dataDir: string;
  logDir: string;
  /** Of this machine, and on which ports everything listens. */
  machine: NodeJS.ProcessEnv;
  settings: Settings;
  /** Settings of a server or a worker. */
  serverEnv: NodeJS.ProcessEnv;
  sandboxOrigin: string;
  /** What it runs on, where that is a cluster. */
  cluster: Cluster | null;
  stop(): Promise<void>;
}

/**
 * Starts a database, which keeps what it is told when it is killed as in production, with so many seeded customers (none: it
 * is empty), and a sandbox, on ports and in a folder of their own, in memory where there is room: only nodes of a cluster,
 * which keep their logs, lie on the disk. `onDeath` is told when one of them ends unasked. `startOwn` starts another database than
 * the usual one, `prepare` migrates it otherwise than this release does.
 */
export async function startApart(
  name: string,
  users: number,
  onDeath: (reason: string) => void,
  startOwn: ((folder: string) => Promise<Cluster>) | null = null,
  prepare?: (addresses: Addresses) => Promise<unknown>,
): Promise<StackApart> {
  const prefix = `countinghouse-${name}-`;
  const folder = startOwn === null ? scratchFolder(prefix) : mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711); // the database's user passes through
  const logDir = join(folder, "logs");
  const children = createChildren(logDir, onDeath);
  let cluster: Cluster | null = null;
  const stop = async () => {
    await children.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o711 });
    const machine = await machineEnvironment();
    const settings = openSettings(dataDir);
    cluster = startOwn === null ? null : await startOwn(folder);
    const { url, ownerUrl } = cluster ?? (await startDatabase(children, dataDir, settings, machine, prepare));
    if (users > 0) await seedIfEmpty({ url: ownerUrl, users, settings, env: machine, onProgress: () => {} });
    const sandboxOrigin = await startSandbox(children, dataDir, machine);
    const serverEnv = {
      ...machine,
      ...demonstrationSettings(settings, dataDir, sandboxOrigin, readPorts(machine)),
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      ...(cluster && {
        DATABASE_DIRECT_URL: cluster.directUrl,
        DATABASE_REPLICA_URL: cluster.replicaUrl,
        DATABASE_PREPARED: "off",
      }),
      PUBLIC_URL: "http://127.0.0.1",
      LOG_LEVEL: "warn",
    };
    return { children, dataDir, logDir, machine, settings, serverEnv, sandboxOrigin, cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts so many of the server's own processes over one database; returns where they listen. */
export async function startServers({ children, serverEnv }: StackApart, count: number): Promise<string[]> {
  const start = async (place: number): Promise<string> => {
    const port = await anyFreePort();
    await children.start({
      name: `server-${place}`,
      script: join(ROOT, "apps/server/src/main.ts"),
      env: { ...serverEnv, PORT: String(port) },
    });
    return `http://127.0.0.1:${port}`;
  };
  const origins: string[] = [];
  for (let place = 1; place <= count; place++) origins.push(await start(place));
  return origins;
}

async function machineEnvironment(): Promise<NodeJS.ProcessEnv> {
  const [sandbox, smtp, sftp, postgres] = await Promise.all([1, 2, 3, 4].map(anyFreePort));
  return {
    ...machineSettings(),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    SANDBOX_SFTP_PORT: String(sftp),
    PGPORT: String(postgres),
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
