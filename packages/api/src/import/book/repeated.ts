import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { canonicalJson } from "../../canonical-json.ts";
import type { Refusal } from "./customer-book.ts";
import type { StagedRow } from "./stage.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));

/** Rows that stand in the files once, those that are repeated as they are, and those that say something else under the same id. */
export function divideRepeated(rows: readonly StagedRow[]) {
  const first = new Map<string, StagedRow>();
  const repeated: StagedRow[] = [];
  const conflicts: Refusal[] = [];
  for (const row of rows) {
    const key = stagedKey(row);
    const before = first.get(key);
    if (before === undefined) first.set(key, row);
    else if (canonicalJson(before.row) === canonicalJson(row.row)) repeated.push(row);
    else
      conflicts.push({
        row,
        reason: `line ${before.line} has the same id and says something else. Bring one of them, or give the other an id of its own.`,
        kind: "an earlier line has the same id and says something else. Bring one of them, or give the other an id of its own.",
      });
  }
  return { single: [...first.values()], repeated, conflicts };
}

/** By what a row is told from others of its sheet. */
function stagedKey({ sheet, application, line, table, row }: StagedRow): string {
  const parts: Record<SheetName, string> = {
    users: "",
    applications: application,
    offers: `${application} ${text(row, "optimized") || "false"}`,
    schedules: `${application} ${text(row, "dueOn")}`,
    payments: text(row, "paymentId"),
    accounts: `${text(row, "routing")} ${text(row, "accountNumber")}`,
    cards: text(row, "token"),
    notes: text(row, "noteId"),
    remarks: `${table} ${line}`, // equal ones are kept
    documents: text(row, "documentId"),
  };
  return `${sheet} ${parts[sheet]}`;
}
