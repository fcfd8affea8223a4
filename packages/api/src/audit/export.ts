import { AuditFile } from "@countinghouse/validators/audit/schemas";
import type { Role } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { DomainError } from "../errors.ts";
import { harmlessSql } from "../harmless-text.ts";
import { quoted } from "../sql-text.ts";
import { maskedSql } from "./masked-values.ts";
import { AUDIT_JOINS, searchConditions } from "./search.ts";

export { AUDIT_EXPORT_PATH, AUDIT_FILE_NAME } from "@countinghouse/validators/audit/rules";

const text = (sql: string): string => harmlessSql(`coalesce(${sql}, '')`);

/** The columns of the file with the SQL that fills each, as this role may see them. */
const columnsFor = (role: Role): readonly (readonly [name: string, sql: string])[] => [
  ["Event", "e.id"],
  ["Time (America/New_York)", "to_char(e.at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS')"],
  ["Who", text("coalesce(a.email, e.actor)")],
  ["Action", text("e.action")],
  ["Subject", text("e.subject_type")],
  ["Subject Id", text("e.subject_id")],
  ["User Id", "u.id"],
  ["Before", text(maskedSql(role, "e.before"))],
  ["After", text(maskedSql(role, "e.after"))],
  ["Request", "e.request_id"],
];

/** How the columns of the file are called. */
export const auditTitles = (role: Role): string[] => columnsFor(role).map(([name]) => name);

/** A value as a literal: what is exported is copied by one statement that takes no parameters. */
function literal(value: unknown, type: string): string {
  if (Array.isArray(value)) return `ARRAY[${value.map((each) => quoted(String(each))).join(", ")}]::${type}`;
  return `${quoted(value instanceof Date ? value.toISOString() : String(value))}::${type}`;
}

/** A SELECT of the events that a file is asked for, the newest first. */
export const selectAudit = (role: Role, filters: AuditFile): string =>
  `SELECT ${columnsFor(role)
    .map(([, sql]) => sql)
    .join(", ")} ${eventsStatement(filters)} ORDER BY e.id DESC`;

function eventsStatement({ only, except, ...filters }: AuditFile): string {
  const conditions = searchConditions(filters, literal);
  if (only.length > 0) conditions.push(`e.id = ANY(${literal(only, "bigint[]")})`);
  if (except.length > 0) conditions.push(`e.id <> ALL(${literal(except, "bigint[]")})`);
  return `FROM (SELECT * FROM audit_event e ${conditions.length ? `WHERE ${conditions.join(" AND ")}` : ""}) e
    ${AUDIT_JOINS}`;
}

/** Filters as they stand in an address. Throws INVALID for what are none. */
function parseFilters({ userId, type, id, ...asked }: Record<string, string>): AuditFile {
  const filters = AuditFile.safeParse({
    ...asked,
    ...(userId && { userId: Number(userId) }),
    ...(type && { of: { type, id } }),
  });
  if (!filters.success)
    throw new DomainError("INVALID", filters.error.issues[0]?.message ?? "These filters are not valid.");
  return filters.data;
}

/**
 * Writes the events that the filters ask for into `sink` as CSV, the newest first, with personal data masked by role;
 * returns how many. Throws INVALID for filters that are none, and what `exportCsv` throws.
 */
export async function exportAudit(
  ctx: AdminCtx,
  asked: Record<string, string>,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  const filters = parseFilters(asked);
  const { role } = ctx.actor;
  return exportCsv(
    ctx,
    {
      name: "audit",
      capability: "audit.read",
      columns: auditTitles(role),
      customers: `SELECT u.id ${eventsStatement(filters)}`,
      select: selectAudit(role, filters),
      filters: asked,
    },
    sink,
    onStart,
  );
}
