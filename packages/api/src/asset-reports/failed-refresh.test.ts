import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBankLink, connectBankLink } from "../testing/bank-links.ts";
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

const READY_AFTER_SECONDS = 8;
const FAILED = { state: "ERROR", errorCode: "ITEM_LOGIN_REQUIRED", finishedAt: new Date() } as const;

it("a report that came keeps its summary, PDFs and details when a refresh of it fails", async () => {
  const { id: userId } = await api.user();
  await addBankLink(api, userId);
  const request = async () =>
    (await api.as("EMPLOYEE")).assetReports.request({ requestId: randomUUID(), userId });
  const get = async () => (await api.as("VIEWER")).assetReports.get({ userId });
  await request();
  await delivery.drain();
  api.clock.advance({ seconds: READY_AFTER_SECONDS });
  const { id = 0, items = [] } = (await get()) ?? {};
  expect(items).not.toEqual([]);
  await request();
  expect(await get()).toMatchObject({ state: "PENDING", ready: { id }, items });
  await api.database.unsafeTransaction((tx) =>
    tx.assetReport.updateMany({ where: { userId, state: "PENDING" }, data: FAILED }),
  );
  expect(await get()).toMatchObject({ state: "ERROR", ready: { id }, items });
  const [item] = items;
  const details = (await api.as("VIEWER")).assetReports.details({ id, itemId: item?.itemId ?? "" });
  expect((await details).institutionName).toBe("First Platypus Bank");
  const pdf = { requestId: randomUUID(), id, days: 60 as const };
  expect((await (await api.as("VIEWER")).assetReports.pdf(pdf)).base64).not.toBe("");
});
