import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { lchown, readdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startPostgres } from "../postgres/embedded.ts";
import { freePort } from "../postgres/free-port.ts";
import { scratchFolder } from "../postgres/scratch-folder.ts";

export interface TestReplica {
  /** The address of the same database on the copy. */
  through(url: string): string;
  /** From now on it takes no news, and stays as it is. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** What a copy of a running server leaves out. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp)$/;

/** Makes a streaming replica of the server at this address, which runs on this machine, as its superuser. */
export async function startReplica(serverUrl: string): Promise<TestReplica> {
  const folder = scratchFolder("countinghouse-replica-");
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "data");
  const port = await freePort();
  await copyRunning(serverUrl, dataDir);
  const { hostname, port: from, username, password } = new URL(serverUrl);
  const conninfo = `host=${hostname} port=${from} user=${username} password=${decodeURIComponent(password)}`;
  let server: EmbeddedPostgres | null = null;
  const start = async () => {
    server = await startPostgres({
      dataDir,
      port,
      password: decodeURIComponent(password),
      unsafeFast: true,
      settings: [`primary_conninfo=${conninfo}`, "hot_standby_feedback=on"],
      programs: process.env.TEST_POSTGRES_PROGRAMS,
    });
  };
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: server?.url("postgres") });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const stop = async () => {
    await server?.stop();
    server = null;
  };
  await start();
  return {
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    pause: () => ask("SELECT pg_wal_replay_pause()"),
    resume: () => ask("SELECT pg_wal_replay_resume()"),
    stop,
    start,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The files of a server while it runs, as PostgreSQL's low-level backup has it: the log that they need is streamed later. */
async function copyRunning(serverUrl: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const from = rows[0]?.folder ?? "";
  await client.query("SELECT pg_backup_start('replica', true)");
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from))
    if (!LEFT_OUT.test(entry)) cpSync(path.join(from, entry), path.join(to, entry), { recursive: true });
  for (const empty of ["pg_wal", "pg_replslot", "pg_stat_tmp"]) mkdirSync(path.join(to, empty));
  const stopped = await client.query<{ label: string }>(
    "SELECT labelfile AS label FROM pg_backup_stop(false)",
  );
  await client.end();
  writeFileSync(path.join(to, "backup_label"), stopped.rows[0]?.label ?? "");
  writeFileSync(path.join(to, "standby.signal"), "");
  const { uid, gid } = statSync(from);
  await lchown(to, uid, gid);
  for (const entry of await readdir(to, { recursive: true })) await lchown(path.join(to, entry), uid, gid);
}
