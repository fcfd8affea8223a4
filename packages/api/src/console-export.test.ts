import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "./testing/expectations.ts";
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

it("a funnel that is saved as a file leaves who, by which filters, and how many rows, once for one press", async () => {
  const viewer = await api.as("VIEWER");
  const press = { requestId: randomUUID(), report: REPORT, rows: 23 };
  expect(await viewer.funnel.recordExport(press)).toEqual(await viewer.funnel.recordExport(press));
  const { id } = await api.admin("VIEWER");
  expect(await countAuditEvents(api, "funnel.exported")).toBe(1);
  expect(await lastAuditEvent(api, "funnel.exported")).toMatchObject({
    actor: `admin:${id}`,
    subjectType: "funnel",
    after: { rows: 23, filters: { ...REPORT, channel: "All" } },
  });
});

it("so does a reconciliation, and what of it was in sight", async () => {
  const press = { requestId: randomUUID(), ...NOBODY_IN_IT, rows: 2 };
  const employee = await api.as("EMPLOYEE");
  expect(await employee.reconciliation.recordExport(press)).toEqual({ rows: 2 });
  expect(await employee.reconciliation.recordExport(press)).toEqual({ rows: 2 });
  expect(await countAuditEvents(api, "reconciliation.exported")).toBe(1);
  expect((await lastAuditEvent(api, "reconciliation.exported")).after).toEqual({
    rows: 2,
    filters: FUNDINGS,
  });
});

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
