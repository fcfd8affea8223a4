import { createRandom } from "@countinghouse/db/seed/random";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { tamper, writeForTampering } from "../testing/tampering.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await writeForTampering(api);
});
afterAll(() => api.close());

it("whatever the owner of the database does to audit or ledger with the guards off is found", async () => {
  expect(await tamper(api, { count: 96, random: createRandom(7) })).toEqual({ done: 96, unfound: [] });
}, 120_000);
