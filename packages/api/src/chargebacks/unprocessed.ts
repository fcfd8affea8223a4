import type { ReportStage, Statement } from "@countinghouse/db";
import { MOST_UNPROCESSED } from "@countinghouse/validators/chargebacks/rules";
import type { AdminCtx } from "../context.ts";
import type { ListedRows } from "../sql-text.ts";
import { byRail, REPORT_COLUMNS, REPORT_TABLES, reportRow, type StoredReport } from "./report-rows.ts";

interface StoredUnprocessed extends StoredReport {
  /** The step at which it failed, RETRY while it is being tried again. */
  stage: ReportStage;
  errorMessage: string;
}

/** What settled and nobody here knows is neither: it stands on Payment Exceptions. */
export const UNPROCESSED_REPORTS = {
  from: "processor_event e",
  condition: "e.stage IS NOT NULL AND e.deleted_at IS NULL AND e.kind <> 'SETTLEMENT'",
  values: [],
} satisfies ListedRows;

const { from, condition } = UNPROCESSED_REPORTS;

const NEWEST: Statement = {
  name: "chargebacks.unprocessed",
  text: `SELECT ${REPORT_COLUMNS}, e.stage::text AS stage, e.problem AS "errorMessage"
         FROM ${REPORT_TABLES} WHERE ${condition} ORDER BY e.received_at DESC, e.id DESC LIMIT ${MOST_UNPROCESSED}`,
};

const COUNT: Statement = {
  name: "chargebacks.unprocessed.count",
  text: `SELECT count(*)::int AS total FROM ${from} WHERE ${condition}`,
};

/**
 * The returns and chargebacks that could not be applied, the newest first, MOST_UNPROCESSED of them at most, with the exact
 * number of all. `readAt` is what a retry tells, so that nothing is tried that was tried since.
 */
export async function listUnprocessed(ctx: AdminCtx) {
  const readAt = ctx.now();
  const [stored, [counted]] = await Promise.all([
    ctx.db.sql<StoredUnprocessed>(NEWEST, []),
    ctx.db.sql<{ total: number }>(COUNT, []),
  ]);
  const { returns, chargebacks } = byRail(stored.map(reportRow));
  return {
    unprocessedReturns: returns,
    unprocessedChargebacks: chargebacks,
    total: counted?.total ?? 0,
    readAt,
  };
}
