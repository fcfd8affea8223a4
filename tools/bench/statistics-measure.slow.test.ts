import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "../../apps/server/src/testing/serve.ts";
import { createTestApi, type TestApi } from "../../packages/api/src/testing/harness.ts";
import { openSession } from "../../packages/api/src/testing/signing-in.ts";
import { connect } from "../../packages/db/src/index.ts";
import { makeTransactions, measureStatistics } from "./statistics-measure.ts";

const TRANSACTIONS = 20_000;

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

it("a short run counts the same transactions both ways, and says how long each took", async () => {
  const { id: userId } = await api.user();
  const owner = connect(api.held.ownerUrl, { size: 1 });
  await makeTransactions(owner, userId, TRANSACTIONS);
  await owner.close();
  const token = await openSession(api, "EMPLOYEE");
  const port = Number(new URL(served.origin).port);
  const figures = await measureStatistics(api.held.ownerUrl, { port, token }, { userId, rounds: 5 });
  expect(figures.transactions).toBe(TRANSACTIONS);
  expect(figures.rounds).toHaveLength(5);
  for (const { scanMs, statisticsMs, ratio } of figures.rounds) {
    expect(scanMs).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(statisticsMs / scanMs);
  }
});
