import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import {
  bankBalances,
  endRunning,
  linkedAccount,
  linkedCustomer,
  readBatch,
  readRows,
  startBalance,
  withBanks,
} from "../testing/bulk.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { BULK_DEFAULTS, createBulkEngine } from "./engine/bulk-engine.ts";

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

/** The workers of another process. */
const drain = () => {
  const { ports, payments, recovery, log, now, vault, registration, vendorsOff } = api.services;
  const services = { db: api.database, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  const settings = { ...BULK_DEFAULTS, balancesPerMinute: 0, balancesAtOnce: AT_ONCE };
  return createBulkEngine(services, settings, () => {}, BATCH_RUNNERS).drain(KIND);
};

const customers = (count: number) => Promise.all(Array.from({ length: count }, () => linkedCustomer(api)));

const marked = (batchId: string) =>
  api.database.read.bulkItem.count({ where: { batchId, startedAt: { not: null } } });

/** A process is lost while the banks of the first customers are asked. Returns how to let it end all the same. */
async function loseWorker(batchId: string): Promise<() => Promise<unknown>> {
  const waiting: (() => void)[] = [];
  withBanks(
    api,
    () => new Promise((resolve) => waiting.push(() => resolve([linkedAccount({ name: "Too late" })]))),
  );
  const lost = drain();
  await expect.poll(async () => [waiting.length, await marked(batchId)]).toEqual([AT_ONCE, AT_ONCE]);
  api.clock.advance({ minutes: 3 });
  return () => {
    for (const answer of waiting) answer();
    withBanks(api, () => [linkedAccount()]);
    return lost;
  };
}

it("three workers that were lost give up the rows whose calls had begun; what they had only claimed is done by the next", async () => {
  const users = await customers(USERS);
  const { batchId } = await startBalance(api, bankBalances(users));
  const lost = [await loseWorker(batchId), await loseWorker(batchId), await loseWorker(batchId)];
  withBanks(api, () => [linkedAccount()]);
  await drain();

  const rows = await readRows(api, batchId);
  const failed = rows.filter(({ state }) => state === "FAILED");
  expect(failed.map(({ position, errorCode, message }) => [position, errorCode, message])).toEqual([
    [0, "GIVEN_UP", "Processing of this row was interrupted three times."],
    [1, "GIVEN_UP", "Processing of this row was interrupted three times."],
  ]);
  expect(rows.filter(({ state }) => state === "DONE")).toHaveLength(USERS - AT_ONCE);
  expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED" });
  for (const end of lost) await end();
  expect(await readRows(api, batchId)).toEqual(rows);
});

it("a row at which two workers were lost is done by the third, and its call is written down before it is made", async () => {
  const [user = { id: 0 }] = await customers(1);
  const { batchId } = await startBalance(api, bankBalances([user]));
  const isMarked: boolean[] = [];
  await api.database.unsafeTransaction((tx) =>
    tx.bulkItem.updateMany({
      where: { batchId },
      data: {
        state: "CLAIMED",
        attempts: 1,
        startedAt: api.clock.in({ minutes: -3 }),
        claimedBy: crypto.randomUUID(),
        claimedUntil: api.clock.in({ seconds: -1 }),
      },
    }),
  );
  withBanks(api, async () => {
    isMarked.push((await marked(batchId)) === 1);
    return [linkedAccount()];
  });
  await drain();
  expect(isMarked).toEqual([true]);
  expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: 1 } });
});
