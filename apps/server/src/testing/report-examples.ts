import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of reports and of their exports. */
export const REPORT_EXAMPLES = {
  "funnel.report": {
    startDate: "2026-01-01",
    endDate: "2026-01-31",
  } satisfies RouterInputs["funnel"]["report"],
  // Without rows, so that it leaves no event.
  "funnel.recordExport": {
    requestId: randomUUID(),
    report: { startDate: "2026-01-01", endDate: "2026-01-31" },
    rows: 0,
  } satisfies RouterInputs["funnel"]["recordExport"],
  "reconciliation.recordExport": {
    requestId: randomUUID(),
    tab: "payments",
    customDate: { start: "2020-01-01", end: "2020-01-31" },
    issuesOnly: false,
    status: null,
    rows: 0,
    userIds: [],
  } satisfies RouterInputs["reconciliation"]["recordExport"],
  "reconciliation.report": {
    // Long ago: for newer days the server would ask vendors.
    customDate: { start: "2020-01-01", end: "2020-01-31" },
  } satisfies RouterInputs["reconciliation"]["report"],
  "reconciliation.allPayments": {
    customDate: { start: "2020-01-01", end: "2020-01-31" },
  } satisfies RouterInputs["reconciliation"]["allPayments"],
} as const;
