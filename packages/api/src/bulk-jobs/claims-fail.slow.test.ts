import { afterAll, beforeAll, expect, it } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import {
  bankBalances,
  linkedAccount,
  linkedCustomer,
  readBatch,
  startBalance,
  withBanks,
} from "../testing/bulk.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { BULK_DEFAULTS, createBulkEngine } from "./engine/bulk-engine.ts";

const KIND = "BULK_BALANCE";
const USERS = 120;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.admin("EMPLOYEE");
});
afterAll(() => api.close());

it("a worker that can claim nothing more ends what it has begun, gives the rest back, and goes on later", async () => {
  const users = await Promise.all(Array.from({ length: USERS }, () => linkedCustomer(api)));
  const asked: string[] = [];
  let outOfReach: Promise<unknown> | null = null;
  withBanks(api, async (token) => {
    asked.push(token);
    // Before the first ones have an answer nobody claims again.
    outOfReach ??= api.asOwner("ALTER TABLE job_control RENAME TO out_of_reach");
    await outOfReach;
    return [linkedAccount()];
  });
  const settings = { ...BULK_DEFAULTS, balancesPerMinute: 0, balancesAtOnce: 10 };
  const { ports, payments, recovery, log, now, vault, registration, vendorsOff } = api.services;
  const services = { db: api.database, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  const engine = createBulkEngine(services, settings, () => {}, BATCH_RUNNERS);
  const { batchId } = await startBalance(api, bankBalances(users));

  await expect(engine.drain(KIND)).rejects.toThrow("job_control");
  await api.asOwner("ALTER TABLE out_of_reach RENAME TO job_control");

  const begun = asked.length;
  expect(begun).toBeLessThan(USERS);
  expect(await readBatch(api, batchId)).toMatchObject({
    state: "RUNNING",
    counts: { done: begun, underWay: 0, waiting: USERS - begun },
  });
  await engine.drain(KIND);
  expect(asked.toSorted()).toEqual(users.map(({ id }) => String(id)).toSorted());
  expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: USERS } });
});
