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
  expect(short?.depositVolumeCents).toBeGreaterThan(0);
  expect(long?.depositVolumeCents).toBeGreaterThan(short?.depositVolumeCents ?? 0);
  expect(JSON.stringify(found)).not.toContain(CHECKING.number);
  await employee.assetReports.request({ requestId: randomUUID(), userId });
  expect((await statistics(userId))?.reportId).toBe(report?.id);
});

it("those of one customer are not another's", async () => {
  const { id: userId } = await api.user();
  expect(await statistics(userId)).toBeNull();
});
