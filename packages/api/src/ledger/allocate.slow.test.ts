import { afterAll, beforeAll, expect, it } from "vitest";
import { playAllocations } from "../testing/allocation-properties.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("random histories pay the oldest instalments first, reopen them when a payment comes back, and never leave more than the debt", async () => {
  const { histories, broken } = await playAllocations(api, { histories: 20, seed: Date.now() });
  expect(broken).toEqual([]);
  expect(histories).toBe(20);
});
