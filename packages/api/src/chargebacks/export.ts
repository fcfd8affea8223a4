import { REPORT_CODES } from "@countinghouse/validators/chargebacks/report-codes";
import { ChargebackFilters } from "@countinghouse/validators/chargebacks/schemas";
import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { DomainError } from "../errors.ts";
import { harmlessSql } from "../harmless-text.ts";
import { quoted } from "../sql-text.ts";
import { daysAskedFor, processedCondition } from "./list.ts";
import { REPORT_TABLES, REPORT_SQL as SQL } from "./report-rows.ts";

export { CHARGEBACKS_EXPORT_PATH, CHARGEBACKS_FILE_NAME } from "@countinghouse/validators/chargebacks/rules";

const text = (sql: string): string => harmlessSql(`(${sql})`);

/** The columns of the file with the SQL that fills each. */
const COLUMNS: readonly (readonly [name: string, sql: string])[] = [
  [
    "Date (America/New_York)",
    "to_char(e.received_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS')",
  ],
  ["User Id", SQL.userId],
  ["Unique Ref", text(SQL.uniqueRef)],
  ["Name", text(SQL.name)],
  ["Amount (USD)", `(${SQL.cents} * 0.01)::numeric(20, 2)`],
  ["Transaction Type", SQL.transactionType],
  ["Type", text(SQL.exceptionType)],
  ["Card", text(SQL.last4)],
  ["Code", text(SQL.code)],
  ["Meaning", "coalesce(m.meaning, '')"],
  ["Reason", text(SQL.reason)],
  ["Status", text(SQL.status)],
  ["Reprocessing Attempts", "e.attempts"],
];

/** The dictionary of codes as rows: whose, code, meaning. A check may come back with a code of the ACH network. */
const MEANINGS = Object.entries({ ...REPORT_CODES, RCC: { ...REPORT_CODES.ACH, ...REPORT_CODES.RCC } })
  .flatMap(([of, codes]) =>
    Object.entries(codes).map(([code, meaning]) => `(${[of, code, meaning].map(quoted).join(", ")})`),
  )
  .join(", ");

function exportCondition(filters: ChargebackFilters, now: Date): string {
  const { from, until } = daysAskedFor(filters, now);
  return `${processedCondition(filters)} AND e.received_at >= '${from.toISOString()}' AND e.received_at < '${until.toISOString()}'`;
}

const select = (condition: string): string => `SELECT ${COLUMNS.map(([, sql]) => sql).join(", ")}
    FROM ${REPORT_TABLES}
    LEFT JOIN (VALUES ${MEANINGS}) m (family, code, meaning)
      ON m.family = regexp_replace(upper(${SQL.codeFamily}), '[^A-Z]', '', 'g') AND m.code = e.code
    WHERE ${condition} ORDER BY e.received_at DESC, e.id DESC`;

/**
 * Writes the processed returns and chargebacks that the filters ask for into `sink` as CSV, the newest first, amounts in
 * dollars; returns how many. Throws INVALID for filters that are none, and what `exportCsv` throws.
 */
export async function exportChargebacks(
  ctx: AdminCtx,
  asked: Record<string, string>,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  const filters = ChargebackFilters.safeParse(asked);
  if (!filters.success)
    throw new DomainError("INVALID", filters.error.issues[0]?.message ?? "These filters are not valid.");
  const condition = exportCondition(filters.data, ctx.now());
  return exportCsv(
    ctx,
    {
      name: "chargebacks",
      capability: "chargebacks.read",
      columns: COLUMNS.map(([name]) => name),
      filters: filters.data,
      customers: `SELECT ${SQL.userId} FROM ${REPORT_TABLES} WHERE ${condition}`,
      select: select(condition),
    },
    sink,
    onStart,
  );
}
