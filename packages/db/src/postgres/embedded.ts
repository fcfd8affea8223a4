import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isReachableByOthers, postgresPrograms } from "./binaries.ts";

export interface EmbeddedPostgres {
  port: number;
  /** Connection URL of a database on this server. */
  url(database: string): string;
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/** Test servers may lose data at a crash; demonstration data may not. */
const UNSAFE_FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Starts the PostgreSQL that npm installed, creating its cluster on first use. A server left behind by a
 * killed run on the same folder is stopped first. PostgreSQL refuses to run as root, so root runs it as
 * `nobody`; the data folder must then lie where others may enter.
 */
export async function startPostgres(options: {
  dataDir: string;
  port: number;
  password: string;
  unsafeFast?: boolean;
  /** Beside those that it has anyhow, as `name=value`. */
  settings?: readonly string[];
  /** Where its programs lie, in the place of those that npm installed. */
  programs?: string | undefined;
}): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  if (isRoot && !isReachableByOthers(path.dirname(dataDir))) {
    throw new Error(`As root the database folder must lie where others may enter, not in ${dataDir}`);
  }
  const programs = options.programs ?? postgresPrograms(isRoot);
  if (!fs.existsSync(path.join(dataDir, "PG_VERSION")))
    await createCluster(programs, dataDir, options.password);
  await stopLeftover(dataDir);
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
  if (options.unsafeFast) settings.push(...UNSAFE_FAST);
  settings.push(...(options.settings ?? []));
  const server = await launch(programs, dataDir, options.port, settings);
  return {
    port: options.port,
    url: (database) =>
      `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`,
    stop: () => stop(server),
  };
}

/** The user PostgreSQL runs as: `nobody` for root, ourselves otherwise. */
function serverUser(): { uid?: number; gid?: number } {
  if (!isRoot) return {};
  const row = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("nobody:"));
  const [, , uid, gid] = row?.split(":") ?? [];
  if (!uid || !gid) throw new Error("There is no user `nobody` to run PostgreSQL as.");
  return { uid: Number(uid), gid: Number(gid) };
}

async function createCluster(programs: string, dataDir: string, password: string): Promise<void> {
  const user = serverUser();
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secretDir = fs.mkdtempSync(path.join(os.tmpdir(), "countinghouse-initdb-"));
  const passwordFile = path.join(secretDir, "password");
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const file of [dataDir, secretDir, passwordFile]) fs.chownSync(file, user.uid, user.gid);
  }
  const words = [
    "-D",
    dataDir,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
  ];
  words.push("--locale-provider=icu", "--icu-locale=und", "--locale=C", "--data-checksums", "--no-sync");
  try {
    const child = spawn(path.join(programs, "initdb"), words, {
      ...user,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = collect(child);
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`initdb failed: ${log()}`);
  } finally {
    fs.rmSync(secretDir, { recursive: true, force: true });
  }
}

async function launch(
  programs: string,
  dataDir: string,
  port: number,
  settings: string[],
): Promise<ChildProcess> {
  const words = ["-D", dataDir, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  for (let attempt = 1; ; attempt++) {
    const child = spawn(path.join(programs, "postgres"), words, {
      ...serverUser(),
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = collect(child);
    if (await becomesReady(child, log)) return child;
    // Right after a kill the old shared memory block or lock file may still be there for a moment.
    const passing = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(log());
    if (!passing || attempt > 25) throw new Error(`PostgreSQL did not start: ${log()}`);
    await pause(200);
  }
}

function collect(child: ChildProcess): () => string {
  let text = "";
  const add = (chunk: Buffer) => {
    text = (text + chunk).slice(-64_000);
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  return () => text;
}

function becomesReady(child: ChildProcess, log: () => string): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => /ready to accept (read-only )?connections/.test(log()) && resolve(true);
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.on("exit", () => resolve(false));
    child.on("error", () => resolve(false));
  });
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, nothing committed is lost. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "exit");
  server.kill("SIGINT");
  await gone;
}

/** Stops the server a killed run left on this folder, known by the pid PostgreSQL itself wrote there. */
async function stopLeftover(dataDir: string): Promise<void> {
  const file = path.join(dataDir, "postmaster.pid");
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, "utf8").split("\n")[0]);
  if (!isPostgres(pid)) return;
  process.kill(pid, "SIGINT");
  for (let tries = 0; tries < 100 && isPostgres(pid); tries++) await pause(100);
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Where the system tells what a process is, a recycled pid is not mistaken for our server.
  const file = `/proc/${pid}/cmdline`;
  return (
    !fs.existsSync("/proc") || (fs.existsSync(file) && fs.readFileSync(file, "utf8").includes("postgres"))
  );
}
