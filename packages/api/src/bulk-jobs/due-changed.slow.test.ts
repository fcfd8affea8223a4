import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import {
  dueCustomer,
  endRunning,
  linkedAccount,
  readRows,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { readSchedules } from "../testing/schedules.ts";
import { DUE_CHANGED } from "./reviewed.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterEach(() => endRunning(api, "BULK_DEBIT"));
afterAll(() => api.close());

it.each([
  ["amount", { amountCents: 10_000 }],
  ["day", { paymentDate: new Date("2026-11-18") }],
])(
  "a row whose instalment has another %s by its turn is refused, and the others are charged",
  async (_what, changed) => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [one, other]));
    await api.database.unsafeTransaction((tx) =>
      tx.paymentSchedule.update({ where: { id: one.scheduleId }, data: changed }),
    );
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "FAILED", message: DUE_CHANGED, paymentId: null },
      { state: "DONE" },
    ]);
    expect(processors.books).toHaveLength(1);
  },
);

it("a row is refused after Update Payment Schedule, whatever amount was typed into the list", async () => {
  const customer = await dueCustomer(api);
  const list = reviewed("BULK_DEBIT", [{ ...customer, amountCents: 9_000 }]);
  const { batchId } = await startPayments(api, list);
  const [row] = await readSchedules(api, customer.userId);
  await (await api.as("SUPERADMIN")).paymentSchedules.update({
    requestId: randomUUID(),
    id: customer.scheduleId,
    version: row?.version ?? 0,
    paymentDate: row?.paymentDate ?? "",
    amountCents: 20_000,
  });
  await api.services.bulkJobs.drain("BULK_DEBIT");
  expect(await readRows(api, batchId)).toMatchObject([{ state: "FAILED", message: DUE_CHANGED }]);
  expect(processors.calls()).toBe(0);
});
