import { afterAll, beforeAll, expect, it } from "vitest";
import { dueCustomer, readRows, reviewed, startPayments, withBanks } from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { BULK_DEFAULTS } from "./engine/bulk-engine.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
  withBanks(api, () => []);
});
afterAll(() => api.close());

const setState = (state: "RECOVERY" | "NORMAL") => api.asOwner(`UPDATE environment SET state = '${state}'`);

it("no row fails because a recovery begins while its batch runs: those that were not sent wait until it is over", async () => {
  const due = [];
  for (let n = 0; n < 3 * BULK_DEFAULTS.paymentsAtOnce; n++) due.push(await dueCustomer(api));
  processors.onCall(async () => {
    await setState("RECOVERY");
  });
  const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", due));
  await api.services.bulkJobs.drain("BULK_DEBIT");
  const states = async () => new Set((await readRows(api, batchId)).map(({ state }) => state));
  expect(await states()).not.toContain("FAILED");
  const sent = processors.books.length;
  expect(sent).toBeLessThan(due.length);
  processors.onCall(() => Promise.resolve());
  await setState("NORMAL");
  api.clock.advance({ hours: 1 });
  await api.services.payments.drain();
  await api.services.bulkJobs.drain("BULK_DEBIT");
  expect(await states()).toEqual(new Set(["DONE"]));
  expect(processors.books).toHaveLength(due.length);
});
