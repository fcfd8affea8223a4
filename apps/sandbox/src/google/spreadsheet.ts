import { type CellRange, formatRange } from "./a1.ts";

export type CellInput = string | number | boolean | null;
export type InputOption = "RAW" | "USER_ENTERED";
export type RenderOption = "FORMATTED_VALUE" | "UNFORMATTED_VALUE" | "FORMULA";
/** A formula is kept apart from text, so that text that looks like one is seen to have stayed text. */
export type Cell = string | number | boolean | { formula: string };

const LEAST_ROWS = 1000;
const LEAST_COLUMNS = 26;

export interface Spreadsheet {
  /** Sheet by sheet, the rows as they stand. */
  contents(): Record<string, readonly (readonly Cell[])[]>;
  has(sheet: string): boolean;
  /** Writes below the last row in use within the range. */
  append(
    range: CellRange,
    rows: CellInput[][],
    options: { input: InputOption; insertRows: boolean },
  ): { tableRange: string | undefined; updatedRange: string; updatedCells: number; updatedColumns: number };
  /** Why a range can not be read because it begins below the last row of the sheet, in the vendor's words; or null. */
  whyBeyondGrid(range: CellRange): string | null;
  /** The values in a range without the empty ones at its end, and the range as far as the sheet goes. */
  read(range: CellRange, render: RenderOption): { range: string; rows: (string | number | boolean)[][] };
  clear(): void;
}

/** A spreadsheet of empty sheets with these names. */
export function createSpreadsheet(sheetNames: readonly string[]): Spreadsheet {
  const sheets = new Map<string, Cell[][]>();
  const clear = () => {
    for (const name of sheetNames) sheets.set(name, []);
  };
  clear();
  const sheetRows = (range: CellRange) => sheets.get(range.sheet) ?? [];

  return {
    contents: () => Object.fromEntries(sheets),
    has: (sheet) => sheets.has(sheet),
    clear,
    append: (range, input, options) => {
      const rows = sheetRows(range);
      const used = rowsInUse(rows, range);
      const written = input.map((cells) => cells.map((cell) => enter(cell, options.input)));
      writeBelow(rows, used, range.firstColumn, written, options.insertRows);
      const columns = Math.max(...written.map((cells) => cells.length), 1);
      const columnSpan = { firstColumn: range.firstColumn, lastColumn: range.firstColumn + columns - 1 };
      return {
        tableRange: used === 0 ? undefined : tableRange(rows, used, range),
        updatedRange: formatRange({
          sheet: range.sheet,
          firstRow: used + 1,
          lastRow: used + Math.max(written.length, 1),
          ...columnSpan,
        }),
        updatedColumns: columns,
        updatedCells: written.reduce((sum, cells) => sum + cells.length, 0),
      };
    },
    whyBeyondGrid: (range) => {
      const rows = sheetRows(range);
      const [maxRows, maxColumns] = [
        Math.max(rows.length, LEAST_ROWS),
        Math.max(widest(rows), LEAST_COLUMNS),
      ];
      if (range.firstRow <= maxRows) return null;
      return `exceeds grid limits. Max rows: ${maxRows}, max columns: ${maxColumns}`;
    },
    read: (range, render) => {
      const rows = sheetRows(range);
      const sides = {
        firstRow: range.firstRow,
        lastRow: range.lastRow ?? Math.max(rows.length, LEAST_ROWS),
        firstColumn: range.firstColumn,
        lastColumn: range.lastColumn ?? Math.max(widest(rows), LEAST_COLUMNS),
      };
      const values = rows
        .slice(sides.firstRow - 1, sides.lastRow)
        .map((cells) =>
          cells.slice(sides.firstColumn - 1, sides.lastColumn).map((cell) => show(cell, render)),
        )
        .map(withoutEmptyEnd);
      return {
        range: formatRange({ sheet: range.sheet, ...sides }),
        rows: values.slice(0, values.findLastIndex((cells) => cells.length > 0) + 1),
      };
    },
  };
}

function writeBelow(
  rows: Cell[][],
  used: number,
  firstColumn: number,
  written: Cell[][],
  insert: boolean,
): void {
  const margin: Cell[] = Array.from({ length: firstColumn - 1 }, () => "");
  if (insert) {
    rows.splice(used, 0, ...written.map((cells) => [...margin, ...cells]));
    return;
  }
  for (const [index, cells] of written.entries()) {
    const below = rows[used + index] ?? [];
    const left = margin.map((empty, column) => below[column] ?? empty);
    rows[used + index] = [...left, ...cells, ...below.slice(left.length + cells.length)];
  }
}

function rowsInUse(rows: Cell[][], range: CellRange): number {
  return (
    rows.findLastIndex((cells) => cells.slice(range.firstColumn - 1, range.lastColumn).some(isFilled)) + 1
  );
}

function tableRange(rows: Cell[][], used: number, range: CellRange): string {
  const widths = rows
    .slice(0, used)
    .map((cells) => cells.slice(0, range.lastColumn).findLastIndex(isFilled) + 1);
  const lastColumn = Math.max(...widths, range.firstColumn);
  return formatRange({
    sheet: range.sheet,
    firstRow: 1,
    lastRow: used,
    firstColumn: range.firstColumn,
    lastColumn,
  });
}

function enter(input: CellInput, option: InputOption): Cell {
  if (input === null) return "";
  if (option === "RAW" || typeof input !== "string") return input;
  if (input.startsWith("=")) return { formula: input };
  if (input.startsWith("'")) return input.slice(1);
  if (/^(true|false)$/i.test(input)) return input.toLowerCase() === "true";
  return input.trim() !== "" && Number.isFinite(Number(input)) ? Number(input) : input;
}

function show(cell: Cell, render: RenderOption): string | number | boolean {
  if (typeof cell !== "object") return render === "FORMATTED_VALUE" ? displayed(cell) : cell;
  if (render === "FORMULA") return cell.formula;
  return render === "FORMATTED_VALUE" ? displayed(evaluate(cell.formula)) : evaluate(cell.formula);
}

function displayed(value: string | number | boolean): string {
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

/** Sums are enough to see that a formula came alive; any other one is shown as one Sheets cannot resolve. */
function evaluate(formula: string): string | number {
  const sum = /^=(-?\d+(?:\.\d+)?)\+(-?\d+(?:\.\d+)?)$/.exec(formula);
  return sum ? Number(sum[1]) + Number(sum[2]) : "#NAME?";
}

function isFilled(cell: Cell): boolean {
  return cell !== "";
}

function withoutEmptyEnd<Value>(cells: Value[]): Value[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

function widest(rows: Cell[][]): number {
  return Math.max(0, ...rows.map((cells) => cells.length));
}
