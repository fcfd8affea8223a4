import { readFile } from "node:fs/promises";
import { type CellValue, type MergeRange, readXlsx as readWorkbook, streamXlsxRows } from "hucre/xlsx";
import { DomainError } from "../../errors.ts";
import { BOOK_LIMITS } from "../../incoming-files/content.ts";
import { keptInMemory } from "../../incoming-files/kept-bytes.ts";
import { whyNotOfficeDocument } from "../../incoming-files/workbook.ts";
import { whyNotWorkbook } from "./foreign-file.ts";
import { type HiddenParts, readWorkbookParts } from "./hidden-parts.ts";
import type { CsvRecord } from "./read-csv.ts";
import { createShownCellsReader, readShownCells } from "./shown-cells.ts";

/** A workbook, compressed as it lies in its file; its sheets are read row by row. */
export interface Workbook {
  /** The names of the sheets that are not hidden, in their order. */
  sheets: string[];
  /** Its rows; without those that are hidden, and without the cells of hidden columns, where they are left out. */
  rows(sheet: string, leaveOutHidden: boolean): AsyncGenerator<CsvRecord>;
  /** The rows and columns that a sheet hides; null where it hides none. */
  hidden(sheet: string): HiddenParts | null;
  /** Its days are counted from 1904: it was made on an old Mac. */
  daysFrom1904: boolean;
}

/** Whether a file is a zip, as workbooks are, or an old workbook, by its first bytes. */
export const workbookKind = (start: Buffer): "xlsx" | "xls" | null => {
  if (start.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"))) return "xlsx";
  return start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])) ? "xls" : null;
};

/**
 * Opens an .xlsx workbook. Cells come as text: a date as YYYY-MM-DD, a number as it is kept (1.2E+17 where it has lost digits), an empty cell as nothing. Throws
 * INVALID for a file that is none, holds far too much, or does more than say something.
 */
export async function openWorkbook(file: string): Promise<Workbook> {
  const bytes = await readFile(file);
  const whyNot = (await whyNotOfficeDocument(keptInMemory(bytes), BOOK_LIMITS)) ?? whyNotWorkbook(bytes);
  if (whyNot !== null) throw new DomainError("INVALID", `${file}: ${whyNot}`);
  const { sheets, dateSystem } = await readWorkbook(bytes, {
    maxRows: 1,
    sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
  }).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { hidden, hasShownCells } = await readWorkbookParts(keptInMemory(bytes));
  const readShown = createShownCellsReader((sheet) => readShownCells(bytes, sheet));
  const short = new Map<string, CsvRecord[]>();
  async function* readSheet(sheet: string): AsyncGenerator<CsvRecord> {
    const known = short.get(sheet);
    if (known) {
      yield* known;
      return;
    }
    const first: CsvRecord[] = [];
    const merged = mergedDown(sheets.find(({ name }) => name === sheet)?.merges);
    try {
      const shown = hasShownCells ? await readShown(sheet) : null;
      for await (const record of readRows(bytes, sheet, merged, shown)) {
        if (first.length < KEPT_ROWS) first.push(record);
        yield record;
      }
    } catch (error) {
      throw unreadable(file, error);
    }
    // Empty rows with a format may be many, and reading them takes as long as others.
    if (first.length < KEPT_ROWS) short.set(sheet, first);
  }
  return {
    sheets: sheets.map(({ name }) => name),
    rows: (sheet, leaveOutHidden) => {
      const parts = hidden.get(sheet);
      return leaveOutHidden && parts ? withoutHidden(readSheet(sheet), parts) : readSheet(sheet);
    },
    hidden: (sheet) => hidden.get(sheet) ?? null,
    daysFrom1904: dateSystem === "1904",
  };
}

/** A sheet of fewer rows is read once. */
const KEPT_ROWS = 200;

const MOST_ROWS = 1_048_576;
const OUTSIDE = "a cell lies outside the limits of a sheet (column XFD, row 1,048,576)";

function unreadable(file: string, error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const why = describeError(error);
  const isOutside = /outside the supported sheet bounds/.test(why);
  return new DomainError("INVALID", `${file} can not be read as a workbook: ${isOutside ? OUTSIDE : why}.`);
}

/** Cells that reach over several rows, by the row they begin in: what stands in the first is meant for each. */
const mergedDown = (merges: readonly MergeRange[] = []): ReadonlyMap<number, MergeRange[]> =>
  Map.groupBy(
    merges.filter(({ startRow, endRow }) => endRow > startRow),
    ({ startRow }) => startRow,
  );

async function* readRows(
  bytes: Uint8Array,
  sheet: string,
  merged: ReadonlyMap<number, readonly MergeRange[]>,
  shown: ReadonlyMap<string, string> | null,
): AsyncGenerator<CsvRecord> {
  let reaching: { column: number; endRow: number; text: string }[] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (index >= MOST_ROWS)
      throw new DomainError("INVALID", `The sheet ${sheet} can not be read: ${OUTSIDE}.`);
    const cells = values.map((value, column) => shown?.get(`${index},${column}`) ?? cellText(value));
    reaching = reaching.filter(({ endRow }) => endRow >= index);
    if (cells.some((cell) => cell !== "")) for (const { column, text } of reaching) cells[column] ||= text;
    for (const { startCol, endRow } of merged.get(index) ?? [])
      reaching.push({ column: startCol, endRow, text: cells[startCol] ?? "" });
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    if (cells.length > 0) yield { line: index + 1, cells, damage: null };
  }
}

async function* withoutHidden(
  records: AsyncIterable<CsvRecord>,
  { rows, columns }: HiddenParts,
): AsyncGenerator<CsvRecord> {
  for await (const record of records) {
    if (rows.has(record.line - 1)) continue;
    yield { ...record, cells: record.cells.map((cell, index) => (columns.has(index) ? "" : cell)) };
  }
}

/** A spreadsheet keeps 15 digits of a number. A longer id or account number is another one, and is told by its exponent. */
const MOST_WHOLE = 10 ** 15;
const hasLostDigits = (number: number): boolean => Math.abs(number) >= MOST_WHOLE;

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && hasLostDigits(value)) return value.toExponential().toUpperCase();
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  const iso = value.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
