import { afterAll, beforeAll, expect, it } from "vitest";
import { playAllocations } from "../testing/allocation-properties.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("in random histories payments pay the oldest instalments, what comes back takes it back, and no more is left than is owed", async () => {
  const { histories, broken } = await playAllocations(api, { histories: 20, seed: Date.now() });
  expect(broken).toEqual([]);
  expect(histories).toBe(20);
});
