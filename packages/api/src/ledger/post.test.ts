import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { playLedger } from "../testing/ledger-properties.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("the ledger sums to zero, holds what was posted, and can not be changed, in random sequences of operations", async () => {
  const { operations, tamperings, broken } = await playLedger(api, { operations: 600, seed: Date.now() });
  expect(broken).toEqual([]);
  expect(operations).toBe(600);
  expect(tamperings).toBeGreaterThan(5);
});
