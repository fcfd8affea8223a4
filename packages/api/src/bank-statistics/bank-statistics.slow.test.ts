import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBankLink, CHECKING, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const statistics = async (userId: number) => (await api.as("VIEWER")).bankStatistics.get({ userId });

it("there are none before a report came, and then they are those of the newest that did", async () => {
  const { id: userId } = await api.user();
  expect(await statistics(userId)).toBeNull();
  await addBankLink(api, userId);
  const employee = await api.as("EMPLOYEE");
  await employee.assetReports.request({ requestId: randomUUID(), userId });
  await delivery.drain();
  expect(await statistics(userId)).toBeNull();
  api.clock.advance({ seconds: 8 });
  const report = await employee.assetReports.get({ userId });
  const found = await statistics(userId);
  expect(found).toMatchObject({
    reportId: report?.id,
    daysRequested: 720,
    institutions: 1,
    accounts: 1,
    lastTransactionDate: expect.stringMatching(/^2026-11-/),
    lastRevenueDepositDate: expect.stringMatching(/^2026-11-/),
  });
  expect(found?.transactions).toBeGreaterThan(100);
  expect(found?.windows.map(({ days, isCovered }) => [days, isCovered])).toEqual([
    [30, true],
    [60, true],
    [90, true],
  ]);
  const [short, , long] = found?.windows ?? [];
  expect(short?.flows.deposits.cents).toBeGreaterThan(0);
  expect(long?.flows.deposits.cents).toBeGreaterThan(short?.flows.deposits.cents ?? 0);
  expect(JSON.stringify(found)).not.toContain(CHECKING.number);
  await employee.assetReports.request({ requestId: randomUUID(), userId });
  expect((await statistics(userId))?.reportId).toBe(report?.id);
});

it("those of one customer are not another's", async () => {
  const { id: userId } = await api.user();
  expect(await statistics(userId)).toBeNull();
});

it("reports on their way are received by looking at the snapshots, each once", async () => {
  const { id: userId } = await api.user();
  await addBankLink(api, userId);
  const employee = await api.as("EMPLOYEE");
  const viewer = await api.as("VIEWER");
  for (let report = 0; report < 2; report++) {
    await employee.assetReports.request({ requestId: randomUUID(), userId });
    await delivery.drain();
    expect((await viewer.bankStatistics.snapshots({ userId })).snapshots).toHaveLength(report);
    api.clock.advance({ seconds: 8 });
    const looks = [1, 2].map(() => viewer.bankStatistics.snapshots({ userId }));
    for (const { snapshots } of await Promise.all(looks)) expect(snapshots).toHaveLength(report + 1);
  }
  expect(await statistics(userId)).toMatchObject({ matches: { assets: { found: 0, of: 1 } } });
});

it("a provider that does not answer hides no snapshot that is there", async () => {
  const { id: userId } = await api.user();
  await addBankLink(api, userId);
  const employee = await api.as("EMPLOYEE");
  await employee.assetReports.request({ requestId: randomUUID(), userId });
  await delivery.drain();
  api.clock.advance({ seconds: 8 });
  delivery.sandbox.faults.add({ provider: "plaid", kind: "resetBeforeEffect", path: "/asset_report/get" });
  expect((await employee.bankStatistics.snapshots({ userId })).snapshots).toEqual([]);
  expect((await employee.bankStatistics.snapshots({ userId })).snapshots).toHaveLength(1);
});
