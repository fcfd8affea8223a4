import { AutomationExport, type AutomationFilters } from "@countinghouse/validators/automation/schemas";
import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { DomainError } from "../errors.ts";
import { harmlessSql } from "../harmless-text.ts";
import { AUTOMATION_TABLES, automationTimes, automationWhere, AUTOMATION_SQL as SQL } from "./rows-sql.ts";

export { AUTOMATION_EXPORT_PATH, AUTOMATION_FILE_NAME } from "@countinghouse/validators/automation/rules";

const text = (sql: string): string => harmlessSql(`(${sql})`);
const dollars = (cents: string): string => `((${cents}) * 0.01)::numeric(20, 2)`;
const newYork = (at: string): string =>
  `to_char(${at} AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS')`;

/** The columns of the file, one line an attempt, with the SQL that fills each (specification 2, section 3). */
const COLUMNS: readonly (readonly [name: string, sql: string])[] = [
  ["id", "r.id"],
  ["primaryTransactionId", "r.primary_id"],
  ["userId", "i.user_id"],
  ["name", text(SQL.name)],
  ["source", "a.source"],
  ["requestedAt (America/New_York)", newYork("t.requested_at")],
  ["paymentType", "coalesce(r.rail, '')"],
  ["status", `CASE WHEN r.is_first THEN 'Completed' ELSE ${SQL.status} END`],
  ["paymentStatus", `CASE WHEN r.is_first THEN 'FAILED' ELSE coalesce(${SQL.result}, '') END`],
  [
    "notProcessedReason",
    text(
      `CASE WHEN r.is_first AND r.id IS NULL THEN a.first_problem WHEN r.is_first THEN '' ELSE ${SQL.notProcessedReason} END`,
    ),
  ],
  ["message", text(`CASE WHEN r.is_first THEN ${SQL.firstProblem} ELSE ${SQL.problem} END`)],
  ["actualPaymentAmount", dollars("i.amount_cents")],
  ["paymentProcesssedAmount", dollars(`CASE WHEN r.is_first THEN 0 ELSE ${SQL.takenCents} END`)],
  ["cardOrAccountNo", text(`CASE WHEN r.is_first THEN a.first_last4 ELSE ${SQL.last4} END`)],
  ["plaidBalance", dollars("a.plaid_balance_cents")],
  [
    "createdAt (America/New_York)",
    newYork("CASE WHEN r.is_first THEN a.first_ended_at ELSE coalesce(p.created_at, i.finished_at) END"),
  ],
];

/** Each attempt as a line: the first one where another followed it, and the last one. */
const ATTEMPTS = `CROSS JOIN LATERAL (
    SELECT true AS is_first, a.first_intent_id AS id, NULL::uuid AS primary_id, a.first_rail::text AS rail
    WHERE a.first_rail IS NOT NULL
    UNION ALL SELECT false, i.intent_id, a.first_intent_id, a.rail::text) r`;

function whereClause(filters: AutomationFilters, now: Date): string {
  const { from, until } = automationTimes(filters, now);
  return automationWhere(filters)
    .replace("$1", `'${from.toISOString()}'`)
    .replace("$2", `'${until.toISOString()}'`);
}

const select = (where: string): string =>
  `SELECT ${COLUMNS.map(([, sql]) => sql).join(", ")} FROM ${AUTOMATION_TABLES} ${ATTEMPTS}
    WHERE ${where} ORDER BY t.requested_at DESC, i.position, r.is_first DESC`;

/**
 * Writes the transactions that the filters ask for into `sink` as CSV, those of the newest batch first and each attempt
 * as a line, amounts in dollars; returns how many. Throws INVALID for filters that are none, and what `exportCsv` throws.
 */
export async function exportAutomation(
  ctx: AdminCtx,
  asked: Record<string, string>,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  const filters = AutomationExport.safeParse(asked);
  if (!filters.success)
    throw new DomainError("INVALID", filters.error.issues[0]?.message ?? "These filters are not valid.");
  const where = whereClause(filters.data, ctx.now());
  return exportCsv(
    ctx,
    {
      name: "automation",
      capability: "automation.read",
      columns: COLUMNS.map(([name]) => name),
      customers: `SELECT i.user_id FROM ${AUTOMATION_TABLES} WHERE ${where}`,
      select: select(where),
    },
    sink,
    onStart,
  );
}
