import { afterAll, beforeAll, expect, it } from "vitest";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectEqualSides, stormOfBans } from "../testing/do-not-fund-storm.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";
import { checkDrift } from "./check.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  Object.assign(api.services.ports, delivery.ports, { objectStorage: createMemoryStorage() });
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

it("a thousand changes of Do Not Fund end equal on both sides, no note twice, while the CRM fails", async () => {
  const customers = await stormOfBans(api, delivery, 1_000);
  await expectEqualSides(api, delivery, customers);
  expect(await checkDrift(api.services)).toMatchObject({ found: 0, unanswered: [] });
}, 1_200_000);
