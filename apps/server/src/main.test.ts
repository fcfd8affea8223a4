import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createTokens } from "@countinghouse/api/auth/tokens";
import { auditTail } from "@countinghouse/api/chain/audit-chain";
import { verifyChains } from "@countinghouse/api/chain/chains";
import { adjustment, lookedAtPayment } from "@countinghouse/api/testing/payments";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
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

/** Calls a procedure of the process on this port; returns the status of its answer. */
async function call(port: number, token: string, procedure: string, input: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ json: input }),
  });
  return response.status;
}

const newUser = () =>
  held.database.unsafeTransaction((tx) => tx.user.create({ data: { firstname: "Maria" } }));

/** What an employee may record for a customer who owes nothing, once they have looked. */
const credit = (userId: number) =>
  lookedAtPayment(
    { database: held.database, clock: { now: () => new Date(), in: () => new Date() } },
    adjustment(userId, { paymentType: "CREDIT" }),
  );

/** The token of an open session of a new employee. */
async function openSession(): Promise<string> {
  const [id, later] = [randomUUID(), new Date(Date.now() + 3_600_000)];
  const admin = await held.database.unsafeTransaction((tx) =>
    tx.admin.create({
      data: {
        email: `${id}@countinghouse.test`,
        fullName: "Erin",
        role: "EMPLOYEE",
        passwordHash: "none",
        sessions: {
          create: {
            id,
            refreshHash: Buffer.from(id),
            rotatedAt: new Date(),
            idleUntil: later,
            absoluteUntil: later,
          },
        },
      },
    }),
  );
  return createTokens([Buffer.from(settings(1).TOKEN_KEY ?? "", "base64")], () => new Date()).issue(
    admin.id,
    id,
  );
}

it("the process serves calls, delivers what they commit, stops when told, and logs no secret", async () => {
  const port = await freePort();
  const env = settings(port);
  const server = await launcher.started(env);
  const token = await openSession();
  const { id: userId } = await newUser();
  expect(await call(port, token, "payments.recordManual", await credit(userId))).toBe(200);
  await expect.poll(() => sandbox.sheets.contents().Payments).toHaveLength(1);
  expect(await call(port, token, "users.list", { query: SSN })).toBe(200);
  const attempt = { email: "employee@countinghouse.test", password: PASSWORD, botCheck: "robot" };
  expect(await call(port, token, "auth.signIn", attempt)).toBe(400);
  sandbox.faults.add({ provider: "google", kind: "status", status: 503, path: ":append" });
  expect(await call(port, token, "payments.recordManual", await credit(userId))).toBe(200);
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

it("a call that is under way when the process is told to stop is answered first", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const token = await openSession();
  const { id: userId } = await newUser();
  const holder = await held.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [userId]);
  const input = await credit(userId);
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

it("a process frozen amid its writes keeps no other from writing, and what it did not write can be asked for again", async () => {
  const [port, frozenPort] = [await freePort(), await freePort()];
  const [frozen] = await Promise.all([
    launcher.started(settings(frozenPort)),
    launcher.started(settings(port)),
  ]);
  const token = await openSession();
  const record = (at: number, input: object) => call(at, token, "payments.recordManual", input);
  const customers = await Promise.all(Array.from({ length: 36 }, newUser));
  const presses = await Promise.all(customers.map(({ id }) => credit(id)));
  const pressed = presses.map((press) => record(frozenPort, press).catch(() => null));
  await Promise.race(pressed);
  frozen.kill("SIGSTOP");

  const others = await Promise.all(customers.map(newUser));
  const recorded = await Promise.all(others.map(async ({ id }) => record(port, await credit(id))));
  expect(recorded).toEqual(others.map(() => 200));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  // Its own customers too, once it has been thrown out.
  await Promise.all(
    customers.map(({ id }) =>
      expect.poll(async () => record(port, await credit(id)), { timeout: 120_000 }).toBe(200),
    ),
  );

  frozen.kill("SIGCONT");
  const known = [200, 422, 503, 500, null];
  expect((await Promise.all(pressed)).filter((status) => !known.includes(status))).toEqual([]);
  // What it had not written is refused for what was recorded since, and then confirmed anew.
  const again = async (press: Awaited<ReturnType<typeof credit>>) =>
    (await record(frozenPort, press)) === 200 ? 200 : record(frozenPort, await credit(press.userId));
  for (const press of presses) expect(await again(press)).toBe(200);
  const userId = { in: customers.map(({ id }) => id) };
  const { SEALING_KEYS = "", INDEX_KEY = "", AUDIT_KEYS = "" } = settings(port);
  const kept = await held.database.read.paymentIntent.count({ where: { userId, kind: "MANUAL" } });
  expect(kept).toBe(presses.length + customers.length);
  expect(
    await verifyChains(held.database.read, createVault(parseVaultKeys(SEALING_KEYS, INDEX_KEY, AUDIT_KEYS))),
  ).toEqual([]);
}, 300_000);

it("a process that only works tells of its health, and is not ready while no write goes through", async () => {
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

it("what a process was the last to write is linked in the audit when it has stopped", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const token = await openSession();
  const { id: userId } = await newUser();
  expect(await call(port, token, "payments.recordManual", await credit(userId))).toBe(200);
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  const events = await held.database.read.auditEvent.count();
  expect(events).toBeGreaterThan(0);
  expect(await held.database.read.auditLink.count()).toBe(events);
  expect(await auditTail(held.database.read)).toEqual({ waiting: 0, late: 0 });
});

it("the process does not start without its settings, and says which are missing", async () => {
  const server = launcher.launch({ ...settings(1), SMTP_URL: undefined, TOKEN_KEY: "c2hvcnQ=" });
  const [code] = (await once(server, "exit")) as [number];
  expect(code).toBe(1);
  expect(await server.output).toMatch(
    /^These settings are missing or wrong:\n {2}TOKEN_KEY must hold 32 bytes or more\. .*\n {2}SMTP_URL is missing\. .*\n$/,
  );
});

it("the process does not start with another index key than its database was written with, and says so", async () => {
  const port = await freePort();
  const server = await launcher.started(settings(port));
  const stopped = once(server, "exit");
  server.kill("SIGTERM");
  await stopped;
  const other = launcher.launch({ ...settings(port), INDEX_KEY: randomBytes(32).toString("base64") });
  expect(await once(other, "exit")).toEqual([1, null]);
  expect(await other.output).toContain("INDEX_KEY is another one.");
});

it("the process says when its port is taken", async () => {
  const server = launcher.launch(settings(sandbox.port));
  const [code] = (await once(server, "exit")) as [number];
  expect(code).toBe(1);
  expect(await server.output).toContain(
    `Port ${sandbox.port} is taken. Stop what listens there, or set PORT.`,
  );
});
