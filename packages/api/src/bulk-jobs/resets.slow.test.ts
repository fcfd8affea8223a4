import { afterAll, beforeAll, expect, it } from "vitest";
import { CUSTOMERS, playResets } from "../testing/bulk-resets.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

/** `npm run proof -- bulk-resets` plays more. */
const ROUNDS = 2;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("a reset at whatever moment, followed by a start, charges each of the list once and leaves nobody out", async () => {
  const counts = await playResets(api, { rounds: ROUNDS, seed: 7 });
  expect(counts).toMatchObject({ rounds: ROUNDS, charges: ROUNDS * CUSTOMERS, doubled: 0, lost: 0 });
  // Resets struck while something was under way and while something was not yet.
  expect(counts.cancelled).toBeGreaterThan(0);
  expect(counts.inFlight).toBeGreaterThan(0);
});
