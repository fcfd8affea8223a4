import { createRandom } from "@countinghouse/db/seed/random";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { expectHistory, plantHistory } from "../testing/history.ts";

const CUSTOMERS = 500;
const DAYS = 20;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("of 500 customers balance, payment dates and terms as of 20 days are what was true then, and no later fact is shown", async () => {
  const random = createRandom(2026);
  let told = 0;
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    await expectHistory(api, await plantHistory(api, random), random, DAYS);
    told += DAYS;
  }
  expect(told).toBe(CUSTOMERS * DAYS);
}, 3_600_000);
