import { randomUUID } from "node:crypto";
import { AUDIT_EXPORT_PATH } from "@countinghouse/api/audit/export";
import { AUTOMATION_EXPORT_PATH } from "@countinghouse/api/automation/export";
import { BULK_EXPORT_PATH } from "@countinghouse/api/bulk-jobs/export";
import { CHARGEBACKS_EXPORT_PATH } from "@countinghouse/api/chargebacks/export";
import { LEDGER_EXPORT_PATH } from "@countinghouse/api/ledger/export";
import { STANDARD_READING_BUDGET } from "@countinghouse/api/reading";
import {
  bankBalances,
  linkedAccount,
  linkedCustomer,
  startBalance,
  withBanks,
} from "@countinghouse/api/testing/bulk";
import { lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addAdmin, openAdminSession } from "@countinghouse/api/testing/signing-in";
import { USERS_EXPORT_PATH } from "@countinghouse/api/users/export";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { exportsFrom } from "./exports.ts";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
let batchId: string;
let listId: string;

beforeAll(async () => {
  api = await createTestApi();
  await seedDatabase({
    url: api.held.ownerUrl,
    vault: api.vault,
    users: 60,
    now: api.clock.now(),
    adminPassword: randomUUID(),
  });
  served = await serve(api.services);
  withBanks(api, () => [linkedAccount()]);
  const linked = [await linkedCustomer(api), await linkedCustomer(api)];
  ({ batchId } = await startBalance(api, bankBalances(linked)));
  const chosen = { list: "chosen", from: "Users", userIds: linked.map(({ id }) => id) } as const;
  const kept = { requestId: randomUUID(), of: chosen, expected: linked.length };
  ({ id: listId } = await (await api.as("EMPLOYEE")).customerLists.freeze(kept));
});
afterEach(() => {
  delete api.services.readingBudget;
});
afterAll(async () => {
  await served.close();
  await api.close();
});

/** Every file with rows of customers, and the column of their id; no column before it contains a comma. */
const FILES: [name: string, at: () => string, place: number][] = [
  ["audit", () => AUDIT_EXPORT_PATH, 6],
  ["chargebacks", () => CHARGEBACKS_EXPORT_PATH, 1],
  ["automation", () => AUTOMATION_EXPORT_PATH, 2],
  ["users", () => USERS_EXPORT_PATH, 0],
  ["users of a kept list", () => `${USERS_EXPORT_PATH}?list=${listId}`, 0],
  ["bulkJobs", () => BULK_EXPORT_PATH + batchId, 0],
];

async function exportAs(at: string) {
  const { id: adminId } = await addAdmin(api, { role: "ADMIN" });
  const token = await openAdminSession(api, api.services.tokens, adminId);
  const answer = await served.post(at, "", { authorization: `Bearer ${token}` });
  const counted = await api.database.read.customerReading.findMany({ where: { adminId } });
  return { ...answer, counted: counted.map(({ userId }) => String(userId)).sort() };
}

it("every export is in this test", () => {
  const paths = [LEDGER_EXPORT_PATH, ...FILES.map(([, at]) => at())];
  const asked = paths.map((path) => exportsFrom(api.services).findIndex((each) => each.isAskedBy(path)));
  // The export of imports is left out, because its rows became no customers.
  expect(new Set(asked)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(exportsFrom(api.services)).toHaveLength(8);
});

it("the file of the ledger, which is always the whole book, does not count as a look", async () => {
  api.services.readingBudget = { ...STANDARD_READING_BUDGET, customers: 1 };
  const { status, counted } = await exportAs(LEDGER_EXPORT_PATH);
  expect(status).toBe(200);
  expect(counted).toEqual([]);
});

it.each(FILES)(
  "an admin who exports the file of %s has looked at each of its customers once",
  async (_name, at, place) => {
    const { status, text, counted } = await exportAs(at());
    expect(status).toBe(200);
    const rows = text.trimEnd().split("\n").slice(1);
    const ids = rows.map((row) => row.split(",")[place] ?? "");
    expect(counted).toEqual([...new Set(ids.filter((id) => id !== ""))].sort());
  },
);

it.each(FILES.filter(([name]) => name === "users" || name === "bulkJobs"))(
  "the file of %s is refused over the budget without a row, and the audit records the refusal",
  async (name, at) => {
    api.services.readingBudget = { ...STANDARD_READING_BUDGET, customers: 1 };
    const { status, text, counted } = await exportAs(at());
    expect(status).toBe(429);
    expect(text).toContain("This file would exceed your limit of 1 viewed customers this hour.");
    expect(counted).toEqual([]);
    expect((await lastAuditEvent(api, `${name}.exportStopped`)).after).toEqual({ reason: "over budget" });
  },
);
