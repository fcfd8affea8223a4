import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openServiceAccount, writeKeyFile } from "../../apps/sandbox/src/google/account.ts";
import { SESSION_ACTOR } from "../../packages/api/src/auth/sessions.ts";
import { createTokens, refreshTokenHash } from "../../packages/api/src/auth/tokens.ts";
import { GET_USER } from "../../packages/api/src/users/detail.ts";
import { connect } from "../../packages/db/src/index.ts";
import { migrate } from "../../packages/db/src/migrate.ts";
import { startPostgres } from "../../packages/db/src/postgres/embedded.ts";
import { freePort } from "../../packages/db/src/postgres/free-port.ts";
import { sayRate, seedDatabase } from "../../packages/db/src/seed/seed-database.ts";
import { createVault, parseVaultKeys } from "../../packages/db/src/vault.ts";
import { readPorts } from "../stack/ports.ts";
import { openSettings } from "../stack/settings.ts";
import { demonstrationSettings, googleKeyFile } from "../stack/stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const HOUR_MS = 3_600_000;

export interface BenchStack {
  url: string;
  users: number;
  firstId: number;
  bare: { pid: number; port: number };
  api: { pid: number; port: number; token: string };
  /** The same calls behind tRPC's own adapter, where that was asked for; else the API. */
  official: { pid: number; port: number };
  /** The same, traced, where that was asked for; else the API. */
  traced: { pid: number; port: number };
  /** Starts one more of either kind, which ends with the rest. */
  another(kind: "api" | "bare"): Promise<{ pid: number; port: number }>;
  /** Rows in the order of one column, with gaps: places deep in the list to continue from. */
  places(column: string, most?: number): Promise<{ value: string; id: number }[]>;
  stop(): Promise<void>;
}

/** PostgreSQL with seeded users, the API's web process, and the bare server, each a process of its own. */
export async function startBenchStack({
  users,
  keep,
  statements = {},
  official: withOfficial = false,
  isLimited = false,
  traced = null,
}: {
  users: number;
  keep: boolean;
  /** What the bare server answers beside its own, by name. */
  statements?: Record<string, string>;
  official?: boolean;
  /** Whether it takes no more from one session than it usually does. */
  isLimited?: boolean;
  /** Settings of one more web process that is traced. */
  traced?: Record<string, string> | null;
}): Promise<BenchStack> {
  const prefix = path.join(os.tmpdir(), `countinghouse-bench-${users}`);
  const folder = keep ? prefix : mkdtempSync(`${prefix}-`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  // What the server checks as it starts: it is asked of nothing but its own database.
  writeKeyFile(
    googleKeyFile(folder),
    openServiceAccount(googleKeyFile(folder)).credentials("http://127.0.0.1"),
  );
  const postgres = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    port: await freePort(),
    password: "bench",
    unsafeFast: true,
  });
  // A kept database is read with the keys it was sealed with.
  const keys = {
    SEALING_KEYS: `k001:${fixedKey("sealing")}`,
    INDEX_KEY: fixedKey("index"),
    AUDIT_KEYS: `a001:${fixedKey("audit")}`,
  };
  const tokenKey = randomBytes(32);
  const url = await build(postgres.url("postgres"), postgres.url("countinghouse"), users, keys);
  const db = connect(url, { size: 2 });
  const { token, session } = await signIn(db, tokenKey);
  const [first] = await db.read.user.findMany({ orderBy: { id: "asc" }, take: 1, select: { id: true } });
  const settings = {
    ...demonstrationSettings(openSettings(folder), folder, null, readPorts({})),
    ...keys,
    DATABASE_URL: url,
    ROLE: "web",
    PUBLIC_URL: "http://127.0.0.1",
    TOKEN_KEY: tokenKey.toString("base64"),
    LOG_LEVEL: "error",
    // It reads more than anybody would.
    CUSTOMERS_READ_PER_HOUR: "1000000",
    // What is measured asks more than people do.
    ...(!isLimited && { REQUESTS_PER_MINUTE_ADDRESS: "0", REQUESTS_PER_MINUTE_SESSION: "0" }),
  };
  const api = await start("apps/server/src/main.ts", settings);
  const official = withOfficial ? await start("tools/bench/official-server.ts", settings) : null;
  const tracing = traced === null ? null : await start("apps/server/src/main.ts", { ...settings, ...traced });
  const bareSettings = {
    DATABASE_URL: url,
    WHOLE_USER_SQL: GET_USER.text,
    NAMED_SQL: JSON.stringify(statements),
    SESSION_SQL: JSON.stringify({ ...SESSION_ACTOR, values: session }),
  };
  const bare = await start("tools/bench/bare-server.ts", bareSettings);
  const others: Awaited<ReturnType<typeof start>>[] = [];
  return {
    url,
    users,
    firstId: first?.id ?? 1,
    bare,
    api: { ...api, token },
    official: official ?? api,
    traced: tracing ?? api,
    another: async (kind) => {
      const other =
        kind === "api"
          ? await start("apps/server/src/main.ts", settings)
          : await start("tools/bench/bare-server.ts", bareSettings);
      others.push(other);
      return other;
    },
    places: (column, most = 500) =>
      db.read.sql<{ value: string; id: number }>(
        {
          name: `bench.places.${column}.${most}`,
          text: `SELECT ${column}::text AS value, id FROM users TABLESAMPLE SYSTEM (${Math.min(100, (400 * most) / users)})
            REPEATABLE (7) LIMIT ${most}`,
        },
        [],
      ),
    stop: async () => {
      await db.close();
      for (const { child } of [...others, api, bare, official, tracing].filter((each) => each !== null)) {
        child.disconnect();
        await once(child, "exit");
      }
      await postgres.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const fixedKey = (name: string): string => Buffer.alloc(32, `bench ${name}`).toString("base64");

async function build(
  adminUrl: string,
  url: string,
  users: number,
  keys: { SEALING_KEYS: string; INDEX_KEY: string; AUDIT_KEYS: string },
): Promise<string> {
  const admin = connect(adminUrl, { size: 1 });
  const { rows } = await admin.pool.query("SELECT 1 FROM pg_database WHERE datname = 'countinghouse'");
  if (rows.length === 0) await admin.pool.query("CREATE DATABASE countinghouse");
  await admin.close();
  await migrate(url);
  const startedAt = Date.now();
  const vaultKeys = parseVaultKeys(keys.SEALING_KEYS, keys.INDEX_KEY, keys.AUDIT_KEYS);
  const onProgress = (done: number, total: number, what: string) =>
    process.stderr.write(`\r${what}: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}   `);
  const { seconds } = await seedDatabase({
    url,
    vault: createVault(vaultKeys),
    threads: { keys: vaultKeys },
    users,
    now: new Date(),
    adminPassword: randomUUID(),
    onProgress,
  });
  console.log(
    `\n${users.toLocaleString("en-US")} users ready after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  if (seconds) console.log(sayRate(users, seconds));
  return url;
}

/** A session for the demonstration employee, who sees masked SSNs and therefore writes no audit while reading. */
async function signIn(
  db: ReturnType<typeof connect>,
  tokenKey: Buffer,
): Promise<{ token: string; session: [id: string, adminId: string] }> {
  const admin = await db.read.admin.findFirstOrThrow({ where: { role: "EMPLOYEE" } });
  const now = new Date();
  const until = new Date(now.getTime() + 12 * HOUR_MS);
  const { id } = await db.unsafeTransaction((tx) =>
    tx.adminSession.create({
      data: {
        adminId: admin.id,
        refreshHash: refreshTokenHash(randomUUID()),
        rotatedAt: now,
        idleUntil: until,
        absoluteUntil: until,
      },
    }),
  );
  // The bench outlives a real access token: its clock runs ahead of the server's.
  const ahead = () => new Date(Date.now() + 2 * HOUR_MS);
  return { token: await createTokens([tokenKey], ahead).issue(admin.id, id), session: [id, admin.id] };
}

/** Where BENCH_PROFILE names a folder, each process leaves there what its time went to. */
const profiled = (): string[] =>
  process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];

async function start(
  script: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; pid: number; port: number }> {
  const port = await freePort();
  const child = fork(path.join(root, script), {
    env: { ...process.env, ...env, PORT: String(port) },
    execArgv: [...process.execArgv, ...profiled()],
  });
  const ready = once(child, "message");
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${script} did not start`)));
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  return { child, pid: child.pid ?? 0, port };
}
