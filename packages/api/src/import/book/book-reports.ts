import type { Layout } from "../reading/open-table.ts";
import type { CsvRecord } from "../reading/read-csv.ts";
import {
  type Finding,
  footerFindings,
  type RefusedRow,
  startFindingsFile,
  startRefusedFile,
} from "../report-files.ts";
import type { Stage } from "./stage.ts";

/** A table of a book with the file it is of. */
export interface BookTable {
  file: string;
  layout: Layout;
  headers: string[];
  records: () => AsyncGenerator<CsvRecord>;
  footers: () => readonly number[];
}

const tableName = ({ layout }: BookTable): string => layout.tab ?? layout.sheet;

const ROWS_AT_ONCE = 500;

/** Writes the refused rows of a table as they were, each with its reason. */
export async function writeRefused(stage: Stage, number: number, table: BookTable) {
  const isUsers = table.layout.sheet === "users";
  const name = isUsers ? `${tableName(table)} balances` : tableName(table);
  const report = await startRefusedFile(table.file, table.headers, name);
  const said = stage.said(number, true);
  let next = await said.next();
  if (next.done) return report;
  let rows: RefusedRow[] = [];
  for await (const record of table.records()) {
    const reasons: string[] = [];
    for (; !next.done && next.value.line <= record.line; next = await said.next())
      if (next.value.line === record.line) reasons.push(next.value.what);
    if (reasons.length > 0) rows.push({ record, reason: [...new Set(reasons)].join(" ") });
    if (rows.length >= ROWS_AT_ONCE) {
      await report.add(rows);
      rows = [];
    }
    if (next.done) break;
  }
  await report.add(rows);
  return report;
}

/** Writes what was found in the rows of a table, in the order of its lines. */
export async function writeFindings(stage: Stage, number: number, table: BookTable) {
  const report = await startFindingsFile(table.file, tableName(table));
  let some: Finding[] = [];
  for await (const { line, kind, what } of stage.said(number, false)) {
    if (kind !== "refused") some.push({ line, kind, text: what });
    if (some.length < ROWS_AT_ONCE) continue;
    await report.add(some);
    some = [];
  }
  await report.add([...some, ...footerFindings(table.footers())]);
  return report;
}
