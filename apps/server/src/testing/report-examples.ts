import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of reports and of saving them. */
export const REPORT_EXAMPLES = {
  "funnel.report": {
    startDate: "2026-01-01",
    endDate: "2026-01-31",
  } satisfies RouterInputs["funnel"]["report"],
  // Of no rows: it would leave its event.
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
    // Too long ago: of other days it would ask outside systems.
    customDate: { start: "2020-01-01", end: "2020-01-31" },
  } satisfies RouterInputs["reconciliation"]["report"],
  "reconciliation.allPayments": {
    customDate: { start: "2020-01-01", end: "2020-01-31" },
  } satisfies RouterInputs["reconciliation"]["allPayments"],
} as const;
