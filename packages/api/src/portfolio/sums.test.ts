import { afterAll, beforeAll, expect, it } from "vitest";
import { compareSums } from "../testing/compare-sums.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { playOperations } from "../testing/random-operations.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
  }));
});
afterAll(() => api.close());

it("every sum on every page equals the ledger after random operations of all kinds", async () => {
  const run = await playOperations(api, processors, { customers: 12, operations: 60, every: 60, seed: 1 });
  expect(run).toMatchObject({ operations: 60, comparisons: 1, broken: [] });
  expect(run.refused).toBeLessThan(45);
});

it("the comparison names a sum that is not the ledger's", async () => {
  await api.database.pool.query(
    "UPDATE user_balance SET balance_cents = balance_cents + 1 WHERE user_id = (SELECT min(user_id) FROM user_balance)",
  );
  const broken = await compareSums(api, { closeUp: [], changed: new Set() });
  expect(broken.join("\n")).toMatch(/balances that drifted[\s\S]*users list[\s\S]*outstanding/);
});
