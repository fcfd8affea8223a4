import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const REPORT = { startDate: "2026-10-01", endDate: "2026-10-31", dealType: "New" } as const;
const FUNDINGS = {
  tab: "fundings",
  customDate: { start: "2026-11-01", end: "2026-11-02" },
  issuesOnly: true,
  status: "Double Funded",
} as const;
const NOBODY_IN_IT = { ...FUNDINGS, userIds: [] };

it("a file without rows is none, and nobody who is not signed in saves one", async () => {
  const viewer = await api.as("VIEWER");
  const requestId = randomUUID();
  await expect(viewer.funnel.recordExport({ requestId, report: REPORT, rows: 0 })).rejects.toThrow(
    "Too small",
  );
  await expect(viewer.reconciliation.recordExport({ requestId, ...NOBODY_IN_IT, rows: 0 })).rejects.toThrow(
    "Too small",
  );
  await expectRefusal(
    api.visitor().funnel.recordExport({ requestId, report: REPORT, rows: 1 }),
    "UNAUTHORIZED",
  );
});
