/** A rectangle of cells, counted from 1; an open side reaches as far as the sheet does. */
export interface CellRange {
  sheet: string;
  firstRow: number;
  lastRow: number | undefined;
  firstColumn: number;
  lastColumn: number | undefined;
}

const RANGE =
  /^(?:'(?<quoted>(?:[^']|'')+)'|(?<plain>[^'!]+))(?:!(?<from>[A-Z]*\d*)(?::(?<to>[A-Z]*\d*))?)?$/;
const CORNER = /^(?<column>[A-Z]{0,3})(?<row>[1-9]\d*)?$/;

/** Reads A1 notation ("Payments!A:I", "'New Accounts'!B2:C", "Payments"); undefined when it is none. */
export function parseRange(text: string): CellRange | undefined {
  const groups = RANGE.exec(text)?.groups;
  if (!groups) return undefined;
  const sheet = groups.quoted?.replaceAll("''", "'") ?? groups.plain ?? "";
  if (groups.from === undefined) return { sheet, ...cornersToSides({}, {}) };
  const from = parseCorner(groups.from);
  const to = parseCorner(groups.to ?? groups.from);
  return from && to && { sheet, ...cornersToSides(from, to) };
}

/** Writes a rectangle with all four sides known in A1 notation, the sheet's name quoted when it must be. */
export function formatRange(range: {
  sheet: string;
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}): string {
  const name = /^\w+$/.test(range.sheet) ? range.sheet : `'${range.sheet.replaceAll("'", "''")}'`;
  const from = `${columnName(range.firstColumn)}${range.firstRow}`;
  const to = `${columnName(range.lastColumn)}${range.lastRow}`;
  return from === to ? `${name}!${from}` : `${name}!${from}:${to}`;
}

/** 1 → A, 26 → Z, 27 → AA. */
export function columnName(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  const letter = String.fromCharCode(65 + ((column - 1) % 26));
  return rest === 0 ? letter : columnName(rest) + letter;
}

interface Corner {
  row?: number | undefined;
  column?: number | undefined;
}

function parseCorner(text: string): Corner | undefined {
  const groups = text === "" ? undefined : CORNER.exec(text)?.groups;
  return (
    groups && {
      column: groups.column ? columnNumber(groups.column) : undefined,
      row: groups.row ? Number(groups.row) : undefined,
    }
  );
}

function cornersToSides(from: Corner, to: Corner): Omit<CellRange, "sheet"> {
  return {
    firstRow: from.row ?? 1,
    lastRow: to.row,
    firstColumn: from.column ?? 1,
    lastColumn: to.column,
  };
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
