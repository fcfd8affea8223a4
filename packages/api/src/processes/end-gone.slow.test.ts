import { randomUUID } from "node:crypto";
import { type Registration, readMachineId, register } from "@countinghouse/db/registration";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { BULK_DEFAULTS, createBulkEngine } from "../bulk-jobs/engine/bulk-engine.ts";
import { type OutboxDraft, queueOutbox } from "../outbox/queue.ts";
import {
  bankBalances,
  endRunning,
  linkedAccount,
  linkedCustomer,
  readBatch,
  startBalance,
  withBanks,
} from "../testing/bulk.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addGoneProcess, endGone, OUTBOX_WINDOW_SECONDS, type Whereabouts } from "../testing/processes.ts";

const KIND = "BULK_BALANCE";
const AT_ONCE = 2;
/** As many as a worker claims ahead. */
const USERS = 16;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["SUPERADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
afterEach(() => endRunning(api, KIND));
afterAll(() => api.close());

/** The workers of a process. */
const drainAs = (registration: Registration) => {
  const { ports, payments, recovery, log, now, vault, vendorsOff } = api.services;
  const services = { db: api.database, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  const settings = { ...BULK_DEFAULTS, balancesPerMinute: 0, balancesAtOnce: AT_ONCE };
  return createBulkEngine(services, settings, () => {}, BATCH_RUNNERS).drain(KIND);
};

/** A batch whose rows a process has claimed, and whose first calls it has begun. */
async function claimedBatch(registration: Registration) {
  const users = await Promise.all(Array.from({ length: USERS }, () => linkedCustomer(api)));
  const { batchId } = await startBalance(api, bankBalances(users));
  const waiting: (() => void)[] = [];
  withBanks(api, () => new Promise((resolve) => waiting.push(() => resolve([linkedAccount()]))));
  const drained = drainAs(registration);
  const begun = () => api.database.read.bulkItem.count({ where: { batchId, startedAt: { not: null } } });
  await expect.poll(async () => [waiting.length, await begun()]).toEqual([AT_ONCE, AT_ONCE]);
  let asked = 0;
  withBanks(api, () => {
    asked++;
    return [linkedAccount()];
  });
  const goOn = async () => {
    for (const answer of waiting) answer();
    await drained;
  };
  return { batchId, goOn, asked: () => asked };
}

describe("the rows of a bulk job that a process has claimed", () => {
  it.each<Whereabouts>(["killed", "cut off"])(
    "are done by others at once when it was %s, and count against it only where their call had begun",
    async (whereabouts) => {
      const { batchId } = await claimedBatch(await addGoneProcess(api, whereabouts));
      await drainAs(api.services.registration);
      expect(await readBatch(api, batchId)).toMatchObject({ state: "RUNNING", counts: { done: 0 } });
      expect(await endGone(api)).toMatchObject({ rows: USERS });
      await drainAs(api.services.registration);
      expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: USERS } });
      expect(await api.database.read.bulkItem.count({ where: { batchId, attempts: 1 } })).toBe(AT_ONCE);
      expect(await endGone(api)).toEqual({ rows: 0, payments: 0, messages: 0 });
    },
  );

  it("stay its own while it holds its lock and beats", async () => {
    const living = register(api.database.directUrl, "worker");
    await living.registered;
    const { batchId, goOn } = await claimedBatch(living);
    expect(await endGone(api)).toMatchObject({ rows: 0 });
    await goOn();
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: USERS } });
    await living.close();
  });

  it("are free when it holds its lock and was not heard of for 15 seconds", async () => {
    const frozen = register(api.database.directUrl, "worker");
    await frozen.registered;
    const id = frozen.id();
    await claimedBatch({ ...frozen, id: () => id });
    // A heartbeat may come in between, as long as it beats.
    const silence =
      "UPDATE process SET heartbeat_at = now() - interval '16 s' WHERE id = $1 AND ended_at IS NULL";
    await expect
      .poll(async () => {
        await api.database.pool.query(silence, [id]);
        return (await endGone(api)).rows;
      })
      .toBe(USERS);
    await expect.poll(() => frozen.id()).not.toBe(id);
    await frozen.close();
  });

  it("are dropped by it when it wakes up and is known by another name: it asks for none of them any more", async () => {
    const gone = await addGoneProcess(api, "cut off");
    let name: string | null = gone.name;
    const { batchId, goOn, asked } = await claimedBatch({ ...gone, id: () => name });
    await endGone(api);
    await drainAs(api.services.registration);
    expect(asked()).toBe(USERS);
    name = null;
    await goOn();
    expect(asked()).toBe(USERS);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: USERS } });
  });

  it("are none when it was declared gone before", async () => {
    const gone = await addGoneProcess(api, "cut off");
    await endGone(api);
    const users = await Promise.all([linkedCustomer(api)]);
    const { batchId } = await startBalance(api, bankBalances(users));
    withBanks(api, () => [linkedAccount()]);
    expect(await drainAs(gone)).toBe(0);
    expect(await drainAs({ ...gone, id: () => null })).toBe(0);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "RUNNING", counts: { done: 0 } });
  });
});

describe("the messages that a process has leased", () => {
  const sheet = { sheet: "Payments" as const, row: { rowId: randomUUID(), cells: [1] } };
  const mail = { to: "maria@example.com", subject: "A code", text: "123456" };

  async function leasedBy(processId: string, draft: Pick<OutboxDraft, "topic" | "message">): Promise<string> {
    const dedupeKey = randomUUID();
    await api.database.unsafeTransaction(async (tx) => {
      await queueOutbox(tx, api.vault, api.clock.now(), [{ ...draft, dedupeKey }]);
      await tx.outboxMessage.updateMany({
        where: { dedupeKey },
        data: { processId, attempts: 1, leasedUntil: api.clock.in({ minutes: 2 }) },
      });
    });
    return dedupeKey;
  }
  /** When a message can be claimed. */
  async function freeAt(dedupeKey: string): Promise<Date> {
    const { leasedUntil, nextAt } = await api.database.read.outboxMessage.findUniqueOrThrow({
      where: { dedupeKey },
    });
    return leasedUntil !== null && leasedUntil > nextAt ? leasedUntil : nextAt;
  }

  it.runIf(readMachineId() !== null)(
    "are free once the vendor can not be applying its call any more, when it was killed",
    async () => {
      const { name } = await addGoneProcess(api, "killed");
      const [row, code] = [
        await leasedBy(name, { topic: "LEDGER_SHEET", message: sheet }),
        await leasedBy(name, { topic: "EMAIL", message: mail }),
      ];
      expect(await endGone(api)).toMatchObject({ messages: 2 });
      expect(await freeAt(row)).toEqual(api.clock.in({ seconds: OUTBOX_WINDOW_SECONDS }));
      expect(await freeAt(code)).toEqual(api.clock.now());
    },
  );

  it("are left to their lease when nobody can say whether it lives, but for what may come twice", async () => {
    const { name } = await addGoneProcess(api, "cut off");
    const [row, code] = [
      await leasedBy(name, { topic: "LEDGER_SHEET", message: sheet }),
      await leasedBy(name, { topic: "EMAIL", message: mail }),
    ];
    expect(await endGone(api)).toMatchObject({ messages: 1 });
    expect(await freeAt(row)).toEqual(api.clock.in({ minutes: 2 }));
    expect(await freeAt(code)).toEqual(api.clock.now());
  });
});

it("two workers that look at the same moment end a process once", async () => {
  const { name } = await addGoneProcess(api, "cut off");
  await Promise.all([endGone(api), endGone(api), endGone(api)]);
  const { endedAt } = await api.database.read.process.findUniqueOrThrow({ where: { id: name } });
  expect(endedAt).not.toBeNull();
});

it("a process that ended a month ago is forgotten", async () => {
  const { name } = await addGoneProcess(api, "cut off");
  const { rowCount } = await api.database.pool.query(
    "UPDATE process SET ended_at = now() - interval '31 days' WHERE id = $1",
    [name],
  );
  expect(rowCount).toBe(1);
  await endGone(api);
  expect(await api.database.read.process.findUnique({ where: { id: name } })).toBeNull();
});
