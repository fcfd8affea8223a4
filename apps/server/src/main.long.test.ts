import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { auditTail } from "@countinghouse/api/chain/audit-chain";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { call, credit, newUser, openEmployeeSession } from "./testing/employee.ts";
import { createLauncher, type Launcher } from "./testing/launch.ts";

const SSN = "501-83-2746";
const PASSWORD = "hunter2hunter2";

let held: TestDatabase;
let sandbox: Sandbox;
let launcher: Launcher;
beforeAll(async () => {
  [held, sandbox] = await Promise.all([
    createTestDatabase({ size: 2 }),
    startSandbox({ port: 0, smtpPort: 0 }),
  ]);
  launcher = createLauncher(sandbox);
});
afterAll(async () => {
  launcher.close();
  await sandbox.close();
  await held.drop();
});

const settings = (port: number) => launcher.settings(held.url, port);

it("the process serves calls, delivers their messages, stops on a signal, and logs no secret", async () => {
  const port = await freePort();
  const env = settings(port);
  const server = await launcher.started(env);
  const token = await openEmployeeSession(held, settings(1).TOKEN_KEY);
  const { id: userId } = await newUser(held);
  expect(await call(port, token, "payments.recordManual", await credit(held, userId))).toBe(200);
  await expect.poll(() => sandbox.sheets.contents().Payments).toHaveLength(2);
  expect(await call(port, token, "users.list", { query: SSN })).toBe(200);
  const attempt = { email: "employee@countinghouse.test", password: PASSWORD, botCheck: "robot" };
  expect(await call(port, token, "auth.signIn", attempt)).toBe(400);
  sandbox.faults.add({ provider: "google", kind: "status", status: 503, path: ":append" });
  expect(await call(port, token, "payments.recordManual", await credit(held, userId))).toBe(200);
  await expect.poll(() => sandbox.faults.list()).toEqual([]);

  const exited = once(server, "exit");
  server.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  const output = await server.output;
  expect(output).toContain("not delivered");
  const secrets = [
    env.SEALING_KEYS,
    env.INDEX_KEY,
    env.AUDIT_KEYS,
    env.TOKEN_KEY,
    env.BOT_CHECK_KEY,
    token,
    PASSWORD,
    SSN,
  ];
  for (const secret of secrets) expect(output).not.toContain(secret);
  for (const line of output.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
});

it("a process that stops answers its open calls first", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const token = await openEmployeeSession(held, settings(1).TOKEN_KEY);
  const { id: userId } = await newUser(held);
  const holder = await held.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const input = await credit(held, userId);
  const answer = call(port, token, "payments.recordManual", input);
  await vi.waitFor(
    async () => {
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      expect((await held.database.pool.query(waiting)).rowCount).toBe(1);
    },
    { timeout: 30_000 },
  );
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => "answers",
        () => "refuses",
      ),
    )
    .toBe("refuses");
  await holder.query("COMMIT");
  holder.release();
  expect(await answer).toBe(200);
  expect(await exited).toEqual([0, null]);
});

it("a worker process reports its health, and is not ready while writes are blocked", async () => {
  const port = await freePort();
  const worker = await launcher.started({ ...settings(1), ROLE: "worker", HEALTH_PORT: String(port) });
  const health = async (asked: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${asked}`);
    return [response.status, await response.json()];
  };
  expect(await health("/healthz")).toEqual([200, { ok: true }]);
  expect(await health("/readyz")).toEqual([200, { ok: true }]);
  const holder = await held.database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE write_probe IN EXCLUSIVE MODE");
  expect(await health("/readyz")).toEqual([
    503,
    { ok: false, reason: "The database took no write within 3000 ms." },
  ]);
  expect(await health("/healthz")).toEqual([200, { ok: true }]);
  await holder.query("ROLLBACK");
  holder.release();
  await expect.poll(() => health("/readyz")).toEqual([200, { ok: true }]);
  const exited = once(worker, "exit");
  worker.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

it("a process links its last audit events before it ends", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const token = await openEmployeeSession(held, settings(1).TOKEN_KEY);
  const { id: userId } = await newUser(held);
  expect(await call(port, token, "payments.recordManual", await credit(held, userId))).toBe(200);
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  const events = await held.database.read.auditEvent.count();
  expect(events).toBeGreaterThan(0);
  expect(await held.database.read.auditLink.count()).toBe(events);
  expect(await auditTail(held.database.read)).toEqual({ waiting: 0, late: 0 });
});

it("the process does not start without its settings, and names the missing ones", async () => {
  const server = launcher.launch({ ...settings(1), SMTP_URL: undefined, TOKEN_KEY: "c2hvcnQ=" });
  const [code] = (await once(server, "exit")) as [number];
  expect(code).toBe(1);
  expect(await server.output).toMatch(
    /^These settings are missing or wrong:\n {2}TOKEN_KEY must hold 32 bytes or more\. .*\n {2}SMTP_URL is missing\. .*\n$/,
  );
});

it("the process does not start with another index key than that of its database", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const stopped = once(server, "exit");
  server.kill("SIGTERM");
  await stopped;
  const other = launcher.launch({ ...settings(port), INDEX_KEY: randomBytes(32).toString("base64") });
  expect(await once(other, "exit")).toEqual([1, null]);
  expect(await other.output).toContain("INDEX_KEY is another one.");
});

it("the process reports a port that is in use", async () => {
  const server = launcher.launch(settings(sandbox.port));
  const [code] = (await once(server, "exit")) as [number];
  expect(code).toBe(1);
  expect(await server.output).toContain(
    `Port ${sandbox.port} is taken. Stop what listens there, or set PORT.`,
  );
});

it("production starts with a role that owns nothing, and refuses the owner", async () => {
  const { SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, CODE_KEY, TOKEN_KEY, BOT_CHECK_KEY, FILES_DIR } = settings(0);
  const fresh = await createTestDatabase({ size: 2 });
  /** Settings of production without vendors. */
  const production = (databaseUrl: string): NodeJS.ProcessEnv => ({
    ...{ SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, CODE_KEY, TOKEN_KEY, BOT_CHECK_KEY, FILES_DIR },
    NODE_ENV: "production",
    ROLE: "worker",
    PUBLIC_URL: "https://console.example.com",
    SMTP_URL: "smtps://smtp.example.com",
    MAIL_FROM: "no-reply@example.com",
    DATABASE_URL: databaseUrl,
  });
  expect(await launcher.launch(production(fresh.ownerUrl)).output).toContain(
    "DATABASE_URL connects as postgres, which is a superuser.",
  );
  const withOwner = { ...production(fresh.url), DATABASE_OWNER_URL: fresh.ownerUrl };
  expect(await launcher.launch(withOwner).output).toContain(
    "DATABASE_OWNER_URL must not be set where a process serves in production.",
  );
  const worker = await launcher.started(production(fresh.url));
  worker.kill("SIGTERM");
  expect(await worker.output).toContain('"msg":"stopped"');
  await fresh.drop();
});
