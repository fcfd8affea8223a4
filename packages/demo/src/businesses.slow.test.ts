import { refreshBusiness } from "@countinghouse/api/businesses/refresh";
import { connectBusinesses } from "@countinghouse/api/testing/businesses";
import { type Delivery, startDelivery } from "@countinghouse/api/testing/delivery";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, beforeAll, expect, it } from "vitest";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
  const { held, vault, clock } = api;
  const adminPassword = "correct horse battery";
  await seedDatabase({ url: held.ownerUrl, vault, users: 300, now: clock.now(), adminPassword });
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const stands = async () => {
  const { rows } = await api.database.pool.query<{ user_id: number; status: string; lien: string | null }>(
    `SELECT b.user_id, b.status, l.status AS lien, l.document_id
     FROM business b LEFT JOIN business_lien l USING (user_id) ORDER BY b.user_id`,
  );
  return rows;
};

it("every business of the demonstration stands where the sandbox says it does, and so does its lien", async () => {
  const before = await stands();
  expect(new Set(before.map(({ status }) => status)).size).toBeGreaterThan(5);
  for (const { user_id } of before) await refreshBusiness(api.services, user_id);
  expect(await stands()).toEqual(before);
});
