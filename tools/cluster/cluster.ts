import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Pooler, startPgBouncer } from "../../packages/db/src/testing/pgbouncer.ts";
import { anyFreePort } from "../stack/ports.ts";
import { type ClusterPorts, haproxySettings, patroniSettings } from "./settings.ts";

const NODES = 3;
const READY_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 250;

/** The addresses of the cluster's database: by the pooler, without it, as the owner, and of a replica. */
export interface ClusterAddresses {
  url: string;
  directUrl: string;
  ownerUrl: string;
  replicaUrl: string;
}

export interface Cluster extends ClusterAddresses {
  /** Kills the leader's PostgreSQL and Patroni where they stand; resolves when its successor takes writes, in ms. */
  killLeader(): Promise<number>;
  stop(): Promise<void>;
}

/** Three nodes under Patroni with one synchronous standby, HAProxy, and PgBouncer in transaction mode, in this folder. */
export async function startCluster(folder: string): Promise<Cluster> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const user = readOwner(folder);
  const ports = await choosePorts();
  const passwords = { superuser: newPassword(), replication: newPassword() };
  const application = newPassword();
  const running = new Set<ChildProcess>();
  const run = (name: string, program: string, words: string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a", 0o600);
    const env = { PATH: process.env.PATH, LANG: "C.UTF-8" };
    const child = spawn(program, words, {
      ...user,
      env,
      cwd: folder,
      stdio: ["ignore", log, log],
      detached: true,
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  const settle = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, user.uid, user.gid);
    return file;
  };
  run("etcd", "etcd", etcdWords(ports, folder));
  const startNode = (place: number): ChildProcess =>
    run(`patroni-${place + 1}`, "patroni", [
      settle(`patroni-${place + 1}.yaml`, patroniSettings(ports, place, folder, passwords)),
    ]);
  const nodes = ports.nodes.map((_, place) => startNode(place));
  run("haproxy", "haproxy", ["-db", "-f", settle("haproxy.cfg", haproxySettings(ports))]);

  const at = (role: string, password: string, port: number, database = "countinghouse") =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  const ownerUrl = at("postgres", passwords.superuser, ports.leader);
  const directUrl = at("countinghouse", application, ports.leader);
  let pooler: Pooler | null = null;
  const stop = async () => {
    await pooler?.stop();
    const children = [...running];
    for (const child of children.toReversed()) child.kill("SIGTERM");
    await Promise.race([Promise.all(children.map((child) => once(child, "exit"))), pause(30_000)]);
    for (const child of running) child.kill("SIGKILL");
  };
  try {
    await whenSynchronous(ports);
    await whenever(() =>
      makeDatabase(at("postgres", passwords.superuser, ports.leader, "postgres"), application),
    );
    pooler = await startPgBouncer([directUrl, ownerUrl], { mode: "transaction" });
    return {
      url: pooler.through(directUrl),
      directUrl,
      ownerUrl,
      replicaUrl: at("countinghouse", application, ports.replica),
      killLeader: async () => {
        const place = await whenSynchronous(ports);
        const began = performance.now();
        strikeDown(join(folder, `node-${place + 1}`, "postmaster.pid"), nodes[place]);
        await whenever(() => writeSomething(directUrl));
        const took = performance.now() - began;
        nodes[place] = startNode(place);
        return took;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readOwner(folder: string): { uid: number; gid: number } {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  if (!uid || !gid) throw new Error("There is no user postgres to run a cluster as.");
  chownSync(folder, Number(uid), Number(gid));
  chmodSync(folder, 0o711);
  return { uid: Number(uid), gid: Number(gid) };
}

async function choosePorts(): Promise<ClusterPorts> {
  const [etcd = 0, etcdPeer = 0, leader = 0, replica = 0, ...rest] = await Promise.all(
    Array.from({ length: 4 + 2 * NODES }, anyFreePort),
  );
  const nodes = Array.from({ length: NODES }, (_, place) => ({
    postgres: rest[2 * place] ?? 0,
    patroni: rest[2 * place + 1] ?? 0,
  }));
  return { etcd, etcdPeer, leader, replica, nodes };
}

function etcdWords({ etcd, etcdPeer }: ClusterPorts, folder: string): string[] {
  const [client, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${etcdPeer}`];
  return [
    ["--data-dir", join(folder, "etcd")],
    ["--listen-client-urls", client],
    ["--advertise-client-urls", client],
    ["--listen-peer-urls", peer],
    ["--initial-advertise-peer-urls", peer],
    ["--initial-cluster", `default=${peer}`],
  ].flat();
}

/** The place of the leader, once every node is there and one of them is the synchronous standby. */
async function whenSynchronous({ nodes }: ClusterPorts): Promise<number> {
  return whenever(async () => {
    for (const { patroni } of nodes) {
      const { members } = (await (await fetch(`http://127.0.0.1:${patroni}/cluster`)).json()) as {
        members: { name: string; role: string; state: string }[];
      };
      const leader = members.find(({ role }) => role === "leader");
      const isWhole = members.filter(({ state }) => /running|streaming/.test(state)).length === nodes.length;
      if (leader && isWhole && members.some(({ role }) => role === "sync_standby"))
        return Number(leader.name.split("-")[1]) - 1;
    }
    throw new Error("The cluster is not whole.");
  });
}

async function makeDatabase(serverUrl: string, password: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 2_000 });
  await server.connect();
  try {
    await server.query("CREATE ROLE countinghouse LOGIN");
    await server.query(`ALTER ROLE countinghouse PASSWORD ${pg.escapeLiteral(password)}`);
    await server.query(
      "CREATE DATABASE countinghouse TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'und'",
    );
  } finally {
    await server.end();
  }
}

/** Nothing is ended in order: neither of them can say that it goes. */
function strikeDown(pidFile: string, patroni: ChildProcess | undefined): void {
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  patroni?.kill("SIGKILL");
  process.kill(pid, "SIGKILL");
}

async function writeSomething(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 1_000,
    query_timeout: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(
      "INSERT INTO write_probe (written_at) VALUES (now()) ON CONFLICT (only_row) DO UPDATE SET written_at = now()",
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function whenever<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + READY_WITHIN_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(LOOK_EVERY_MS);
    }
  }
}

const newPassword = (): string => randomBytes(18).toString("hex");
