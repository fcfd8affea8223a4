import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import { harmlessText } from "../harmless-text.ts";
import { guardedCell, isGuarded } from "./guarded-cell.ts";
import type { CsvRecord } from "./reading/read-csv.ts";

export interface RefusedRow {
  record: CsvRecord;
  reason: string;
  /** The reason without what differs from row to row, where something does. */
  kind?: string | undefined;
}

/** Something that is said of a row that was not refused. */
export interface Finding {
  line: number;
  kind: "left empty" | "mended" | "repeated" | "conflict" | "changed" | "left out";
  text: string;
}

/** Said of a row that stands in the files before. */
export const REPEATED = "the row stands in the file before; it was passed over.";

/** Of lines that are no rows. */
export const footerFindings = (lines: readonly number[]): Finding[] =>
  lines.map((line) => ({
    line,
    kind: "left out",
    text: "the line was taken for a total, a page number, the header once more or the like.",
  }));

export interface ReportFile<Row> {
  path: string;
  add(rows: readonly Row[]): Promise<void>;
  /** Whether something was added. */
  isStarted(): boolean;
}

/**
 * The file beside the imported one that takes what was refused: line, reason, then the cells as they were. It
 * begins anew with each import and exists only when something was refused. It may hold secrets, as the imported
 * one does: only its owner can read it. `tab` is the sheet of a workbook.
 */
export function startRefusedFile(
  imported: string,
  headers: readonly string[],
  tab: string | null = null,
): Promise<ReportFile<RefusedRow>> {
  return startReport(
    beside(imported, tab, "refused"),
    ["Line", "Reason", ...headers.map(harmless)],
    ({ record, reason }) => [record.line, reason, ...record.cells.map(harmless)],
  );
}

/** The file beside the imported one that takes what was found in rows that were not refused, in the same way. */
export function startFindingsFile(imported: string, tab: string | null = null): Promise<ReportFile<Finding>> {
  return startReport(beside(imported, tab, "findings"), ["Line", "Kind", "What"], ({ line, kind, text }) => [
    line,
    kind,
    harmlessText(text),
  ]);
}

function beside(imported: string, tab: string | null, what: string): string {
  const { dir, name } = path.parse(imported);
  const table = tab === null ? "" : `.${tab.replace(/[^\p{L}\p{N} _-]/gu, "_")}`;
  return path.join(dir, `${name}${table}.${what}.csv`);
}

async function startReport<Row>(
  file: string,
  heading: string[],
  toCells: (row: Row) => (string | number)[],
): Promise<ReportFile<Row>> {
  await rm(file, { force: true });
  let isStarted = false;
  return {
    path: file,
    isStarted: () => isStarted,
    async add(rows) {
      if (rows.length === 0) return;
      const isNew = !isStarted;
      const lines = [...(isNew ? [heading] : []), ...rows.map(toCells)];
      isStarted = true;
      await appendFile(file, stringify(lines, { bom: isNew }), { mode: 0o600 });
    },
  };
}

/** Numbers that a spreadsheet keeps, and phone numbers, stay as they are: the file is mended and imported again. */
function harmless(cell: string): string {
  const isNumber = /^[+-]?[\d\s().-]+$/.test(cell);
  return guardedCell(cell) ?? (isNumber || isGuarded(cell) ? cell : harmlessText(cell));
}
