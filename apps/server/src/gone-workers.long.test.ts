import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { accessToken, addBankLink } from "@countinghouse/api/testing/bank-links";
import { bankBalances, readBatch, startBalance } from "@countinghouse/api/testing/bulk";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { payableCustomer } from "@countinghouse/api/testing/payable";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createLauncher, type Launched, type Launcher } from "./testing/launch.ts";

const AT_ONCE = 2;
/** The number of rows that a worker claims ahead. */
const USERS = 16;
const PATIENCE = { timeout: 300_000, interval: 200 };
/** Longer than any test, so that no outcome comes from an expired lease. */
const LEASE = "interval '1 day'";

let api: TestApi;
let sandbox: Sandbox;
let launcher: Launcher;
beforeAll(async () => {
  [api, sandbox] = await Promise.all([createTestApi(), startSandbox({ port: 0, smtpPort: 0 })]);
  launcher = createLauncher(sandbox);
  const { SEALING_KEYS = "", INDEX_KEY = "", AUDIT_KEYS = "" } = launcher.settings(api.database.directUrl, 1);
  api.vault = createVault(parseVaultKeys(SEALING_KEYS, INDEX_KEY, AUDIT_KEYS));
  api.services.vault = api.vault;
  // The workers use real time.
  api.clock.advance({ seconds: (Date.now() - api.clock.now().getTime()) / 1000 });
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
  // The workers write the journal of this database, not this test.
  await api.database.pool.query("DELETE FROM environment");
});
afterEach(async () => {
  sandbox.faults.clear();
  await Promise.all(working.splice(0).map(kill));
});
afterAll(async () => {
  launcher.close();
  await sandbox.close();
  await api.close();
});

const working: Launched[] = [];

async function startWorker(): Promise<Launched> {
  const settings = launcher.settings(api.database.directUrl, 1);
  const worker = await launcher.started({
    ...settings,
    ROLE: "worker",
    BULK_BALANCES_AT_ONCE: String(AT_ONCE),
  });
  working.push(worker);
  return worker;
}

async function kill(worker: Launched): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

const sql = async (text: string, values: unknown[] = []) =>
  (await api.database.pool.query(text, values)).rows;
/** The registrations of a worker, the newest last. */
const readNames = ({ pid = 0 }: Launched) =>
  api.database.read.process.findMany({ where: { pid }, orderBy: { lockKey: "asc" } });

/** A batch whose rows the worker has all claimed, while a bank does not answer about the first ones. */
async function claimedBatch(): Promise<string> {
  sandbox.faults.add({
    provider: "plaid",
    kind: "latency",
    path: "/accounts/balance/get",
    delayMs: 60_000,
    times: AT_ONCE,
  });
  const users = await Promise.all(Array.from({ length: USERS }, () => api.user()));
  for (const { id } of users) await addBankLink(api, id, accessToken());
  const { batchId } = await startBalance(api, bankBalances(users));
  const claimed = { batchId, state: "CLAIMED" as const };
  await expect.poll(() => api.database.read.bulkItem.count({ where: claimed }), PATIENCE).toBe(USERS);
  await expect
    .poll(
      () => api.database.read.bulkItem.count({ where: { ...claimed, startedAt: { not: null } } }),
      PATIENCE,
    )
    .toBe(AT_ONCE);
  await sql(`UPDATE bulk_item SET claimed_until = now() + ${LEASE} WHERE batch_id = $1`, [batchId]);
  return batchId;
}

/** A payment by card that a worker may send at once, or from `heldUntil` on. */
async function ordered(heldUntil: Date | null = null): Promise<string> {
  const { userId, cardId } = await payableCustomer(api);
  const { id } = await api.database.unsafeTransaction(async (tx) => {
    const made = await tx.paymentIntent.create({
      data: {
        userId,
        cardId,
        kind: "SALE",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 1000,
        instrumentLast4: "4242",
        heldUntil,
        dueAt: heldUntil ?? api.clock.now(),
      },
    });
    return tx.paymentIntent.update({ where: { id: made.id }, data: { state: "READY" } });
  });
  return id;
}

/** A payment that the worker sends: the processor has charged the card and does not answer. */
async function chargedCard(): Promise<string> {
  sandbox.faults.add({ provider: "tabapay", kind: "timeoutAfterEffect", method: "POST", delayMs: 60_000 });
  const id = await ordered();
  await expect.poll(() => charges(), PATIENCE).toBe(1);
  const [intent] = await sql(
    `UPDATE payment_intent SET due_at = now() + ${LEASE} WHERE id = $1 AND state = 'SENDING' RETURNING process_id`,
    [id],
  );
  expect(intent).toMatchObject({ process_id: expect.any(String) });
  await sql(`UPDATE payment_attempt SET leased_until = now() + ${LEASE} WHERE intent_id = $1`, [id]);
  return id;
}
const charges = () =>
  sandbox.calls.list().filter(({ path, method }) => method === "POST" && path.endsWith("/transactions"))
    .length;
const readState = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;
const isDone = async (batchId: string) => {
  const { state, counts } = await readBatch(api, batchId);
  return { state, done: counts.done };
};

it("takes over the work of a killed worker before its leases end, and registers the end of a stopped worker", async () => {
  sandbox.calls.clear();
  const killed = await startWorker();
  const [batchId, paymentId] = [await claimedBatch(), await chargedCard()];
  await kill(killed);
  sandbox.faults.clear();
  const next = await startWorker();
  await expect.poll(() => isDone(batchId), PATIENCE).toEqual({ state: "COMPLETED", done: USERS });
  await expect.poll(() => readState(paymentId), PATIENCE).toBe("SUCCEEDED");
  expect(charges()).toBe(1);
  expect(await readNames(killed)).toMatchObject([{ role: "worker", endedAt: expect.any(Date) }]);
  expect(await readNames(next)).toMatchObject([{ endedAt: null }]);
  const exited = once(next, "exit");
  next.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(await readNames(next)).toMatchObject([{ endedAt: expect.any(Date) }]);
});

it("takes over the work of a frozen worker, which wakes up with a new registration and repeats nothing", async () => {
  sandbox.calls.clear();
  const frozen = await startWorker();
  const [batchId, paymentId] = [await claimedBatch(), await chargedCard()];
  frozen.kill("SIGSTOP");
  sandbox.faults.clear();
  await startWorker();
  await expect.poll(() => isDone(batchId), PATIENCE).toEqual({ state: "COMPLETED", done: USERS });
  await expect.poll(() => readState(paymentId), PATIENCE).toBe("SUCCEEDED");
  const rows = await sql("SELECT * FROM bulk_item WHERE batch_id = $1 ORDER BY position", [batchId]);
  frozen.kill("SIGCONT");
  await expect
    .poll(() => readNames(frozen), PATIENCE)
    .toMatchObject([{ endedAt: expect.any(Date) }, { endedAt: null }]);
  // The woken worker does the next batch.
  const [other] = working.filter((worker) => worker !== frozen);
  if (other) await kill(other);
  const user = await api.user();
  await addBankLink(api, user.id, accessToken());
  const { batchId: next } = await startBalance(api, bankBalances([user]));
  await expect.poll(() => isDone(next), PATIENCE).toEqual({ state: "COMPLETED", done: 1 });
  expect(await sql("SELECT * FROM bulk_item WHERE batch_id = $1 ORDER BY position", [batchId])).toEqual(rows);
  expect([charges(), await readState(paymentId)]).toEqual([1, "SUCCEEDED"]);
});

it("sends a held payment once and not before its time after a worker was killed, and never a cancelled one", async () => {
  sandbox.calls.clear();
  const killed = await startWorker();
  const inAnHour = api.clock.in({ hours: 1 });
  const [held, cancelled] = [await ordered(inAnHour), await ordered(inAnHour)];
  // In the meantime the worker sends a payment that is not held.
  const free = await ordered();
  await expect.poll(() => readState(free), PATIENCE).toBe("SUCCEEDED");
  expect([charges(), await readState(held)]).toEqual([1, "READY"]);
  await kill(killed);
  await (await api.as("ADMIN")).payments.cancelHeld({ requestId: randomUUID(), paymentId: cancelled });
  const next = await startWorker();
  const after = await ordered();
  await expect.poll(() => readState(after), PATIENCE).toBe("SUCCEEDED");
  expect([charges(), await readState(held)]).toEqual([2, "READY"]);
  // The hour is over.
  await sql("UPDATE payment_intent SET held_until = now(), due_at = now() WHERE id = ANY($1)", [
    [held, cancelled],
  ]);
  await expect.poll(() => readState(held), PATIENCE).toBe("SUCCEEDED");
  await kill(next);
  expect([charges(), await readState(cancelled)]).toEqual([3, "CANCELLED"]);
});
