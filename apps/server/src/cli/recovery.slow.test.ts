import { randomUUID } from "node:crypto";
import type { AdminActor } from "@countinghouse/api/actor";
import { createCtx } from "@countinghouse/api/context";
import { runPayment } from "@countinghouse/api/payments/run-payment";
import type { Services } from "@countinghouse/api/services";
import { seenNow } from "@countinghouse/api/testing/confirmed";
import { userMaker } from "@countinghouse/api/testing/harness";
import { order, payableCustomer } from "@countinghouse/api/testing/payable";
import { copyTestDatabase, createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnv } from "../env.ts";
import { createServices } from "../services.ts";
import { createLauncher, type Launcher } from "../testing/launch.ts";
import { runHere } from "../testing/run-program.ts";
import { command } from "./recovery.ts";
import { jobCtx } from "./shared/job-ctx.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const EMAIL = "sofia@countinghouse.test";

let held: TestDatabase;
let backup: TestDatabase;
let sandbox: Sandbox;
let launcher: Launcher;
/** Settings of the processes that charge, with time for a busy machine. */
let env: NodeJS.ProcessEnv;
/** Settings of the command, which may ask about sent payments at once. */
const HASTE = { PAYMENT_CALL_WITHIN_MS: "1000", PROVIDER_TIMEOUT_MS: "2000" };
let before: Services;
let admin: AdminActor;
let customers: Awaited<ReturnType<typeof payableCustomer>>[];
beforeAll(async () => {
  [held, sandbox] = await Promise.all([
    createTestDatabase({ size: 4 }),
    startSandbox({ port: 0, smtpPort: 0 }),
  ]);
  launcher = createLauncher(sandbox);
  env = {
    ...launcher.settings(held.url, 3000),
    ACH_SETTLE_MS: "0",
    CARDS_SETTLE_MS: "0",
  };
  before = createServices(readEnv(env), SILENT, () => {});
  const facts = { email: EMAIL, fullName: "Sofia Alvarez", role: "SUPERADMIN" } as const;
  const { id } = await before.db.unsafeTransaction((tx) =>
    tx.admin.create({ data: { ...facts, passwordHash: "none" } }),
  );
  admin = { kind: "admin", id, sessionId: randomUUID(), ...facts };
  customers = [];
  for (let count = 0; count < 3; count++) customers.push(await newCustomer(before));
  await chargeAll(before);
});
afterAll(async () => {
  await backup.drop();
  await held.drop();
  await sandbox.close();
  launcher.close();
});

const newCustomer = ({ db: database, vault, now }: Services) =>
  payableCustomer({ database, vault, clock: { now, in: now }, user: userMaker(database) });

async function charge(services: Services, customer: (typeof customers)[number], mode: "SALE" | "DEBIT") {
  const { request } = jobCtx(services, "test");
  const input = { ...order(customer, mode), amountCents: 1000 };
  const seen = await seenNow(services.db.read, customer.userId);
  const confirmed = { ...input.confirmed, seen };
  return runPayment(createCtx(services, admin, request), { ...input, confirmed });
}

async function chargeOnce(services: Services, customer: (typeof customers)[number], mode: "SALE" | "DEBIT") {
  const { state } = await charge(services, customer, mode);
  expect(state).toBe(mode === "SALE" ? "SUCCEEDED" : "SUBMITTED");
}

async function chargeAll(services: Services): Promise<void> {
  const [first, second, third] = customers;
  if (!first || !second || !third) throw new Error("There are three customers.");
  await chargeOnce(services, first, "SALE");
  backup = await copyTestDatabase({ url: held.url, vault: held.vault });
  await chargeOnce(services, second, "SALE");
  await chargeOnce(services, third, "DEBIT");
  await close(services);
}

async function close({ live, bulkJobs, db }: Services): Promise<void> {
  await live.close();
  await bulkJobs.stop();
  await db.close();
}

/** Returns the number of requests to the processors that move money. */
const moneyCalls = () =>
  sandbox.calls
    .list()
    .filter(({ method, path: called }) => method === "POST" && /\/(transactions|debit)$/.test(called)).length;

/** Runs the command with the settings of the server, on the backup. */
const recovery = (words: string[] = []) =>
  runHere(command, words, { ...env, ...HASTE, DATABASE_URL: backup.url });

it("lists the payments sent since a backup, and the reason against a release", async () => {
  const { code, stdout, stderr } = await recovery();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("The console is in recovery. Nothing is sent until a SUPERADMIN releases it.");
  expect(stdout).toContain("- The journal has sent payments that are unknown here.");
  expect(stdout).toMatch(/Sent and unknown here: +2 · \$20\.00\n +not booked yet +2 · \$20\.00\n/);
  expect(stdout).toMatch(/\nBook the found payments first\.\n$/);
});

it("books the sent payments, asks the processors, and releases in the name of a SUPERADMIN", async () => {
  expect((await recovery(["--book"])).stdout).toMatch(/^2 booked, 0 wait for another payment, 0 cannot/);
  await expect
    .poll(async () => (await recovery(["--book"])).stdout, { timeout: 90_000 })
    .toMatch(/\n {2}booked +2 · \$20\.00\n[\s\S]*It can be released\.\n$/);
  const released = await recovery(["--release", "--reason=The backup was restored", `--email=${EMAIL}`]);
  expect(released.stdout).toMatch(
    /^All sent payments are recorded in this database\. No action is needed\.\n/,
  );
  expect(moneyCalls()).toBe(3);
});

it("then sends new payments from the backup, each once", async () => {
  const after = createServices(readEnv({ ...env, DATABASE_URL: backup.url }), SILENT, () => {});
  await chargeOnce(after, await newCustomer(after), "SALE");
  expect(moneyCalls()).toBe(4);
  await close(after);
});

it("settles a clock that was ahead with --clock, and refuses that when the clock was right", async () => {
  const settle = () => recovery(["--clock", "--reason=The clock was ahead", `--email=${EMAIL}`]);
  expect(await settle()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The clock of the server was not set back"),
  });
  const verifiedAt = new Date(Date.now() + 60 * 86_400_000);
  await backup.database.unsafeTransaction((tx) => tx.environment.updateMany({ data: { verifiedAt } }));
  expect(await settle()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("No action is needed."),
  });
  const { verifiedAt: settledAt } = await backup.database.read.environment.findFirstOrThrow();
  expect(settledAt.getTime()).toBeLessThan(verifiedAt.getTime());
});
