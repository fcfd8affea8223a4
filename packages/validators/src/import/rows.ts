import { type CellValue, readCell, type Spelling } from "./cells.ts";
import { type SheetName, sheetColumns } from "./columns.ts";
import { splitName } from "./names.ts";
import { FULL_NAME } from "./user-columns.ts";

/** Something that was found in a cell: left empty because it can not be read, or read as what it had been. */
export interface CellFinding {
  kind: "left empty" | "mended";
  field: string;
  /** A sentence without the value, which may be secret. */
  text: string;
}

/** A row by the fields of its sheet; a field that says nothing is not there. */
export type BookRow = Readonly<Record<string, CellValue>>;

export interface RowRead {
  row: BookRow;
  /** None where the row is refused. */
  findings: CellFinding[];
  /** Why the row is refused, in sentences; empty where it is not. */
  refused: string;
}

/** The field that a name in one column goes by until it is taken apart. */
export const FULL_NAME_FIELD = "fullName";

/**
 * Reads the cells of a row, by field. A cell that can not be read is left empty and said; a required one refuses the row, as
 * does any when `strict`. The row of a customer has to name a business or a person, unless it has an id and an e-mail address or a
 * telephone number in a file that does have names.
 */
export function readRow(
  sheet: SheetName,
  cells: Readonly<Record<string, string>>,
  spelling: Spelling,
  strict: boolean,
): RowRead {
  const columns = sheetColumns(sheet);
  const row: Record<string, CellValue> = {};
  const findings: CellFinding[] = [];
  const reasons: string[] = [];
  const readState = () => {
    const read =
      cells.state === undefined ? null : readCell({ ...FULL_NAME, kind: "state" }, cells.state, spelling);
    return read !== null && "value" in read ? String(read.value) : "";
  };
  for (const [field, raw] of Object.entries(cells)) {
    const column = field === FULL_NAME_FIELD ? FULL_NAME : columns[field];
    if (column === undefined) continue;
    const read = readCell(column, raw, spelling, column.kind === "zip" ? readState() : "");
    if (read === null) continue;
    if ("problem" in read) {
      const text = `${field}: ${read.problem}.`;
      findings.push({ kind: "left empty", field, text });
      if (strict || column.required || column.decisive || isKey(sheet, field)) reasons.push(text);
      continue;
    }
    if (read.mended !== undefined)
      findings.push({ kind: "mended", field, text: `${field}: ${read.mended}.` });
    row[field] = read.value;
  }
  takeNameApart(row);
  for (const [field, column] of Object.entries(columns)) {
    const isThere = row[field] !== undefined || reasons.some((reason) => reason.startsWith(`${field}: `));
    if (column.required && !isThere) reasons.push(`${field}: this is needed.`);
  }
  if (sheet === "users" && reasons.length === 0 && !hasName(row) && !isNameless(row, cells, findings)) {
    const damaged = findings.filter(({ kind, field }) => kind === "left empty" && NAMES.includes(field));
    reasons.push(
      ...damaged.map(({ text }) => text),
      "businessName: the row has neither a business name nor a person's name.",
    );
  }
  const refused = reasons.join(" ");
  return { row, findings: refused ? [] : findings, refused };
}

const NAMES: readonly string[] = ["businessName", "companyName", "firstname", "lastname", FULL_NAME_FIELD];

/** By what a row is known when it comes again: without it, it would be added twice. */
const isKey = (sheet: SheetName, field: string): boolean => sheet === "users" && field === "externalId";

const hasName = (row: BookRow): boolean => NAMES.some((field) => row[field] !== undefined);

/** Somebody who began to apply and gave no name yet: the file has names, and this row an id and a way to be reached. */
const isNameless = (
  row: BookRow,
  cells: Readonly<Record<string, string>>,
  findings: readonly CellFinding[],
): boolean =>
  NAMES.some((field) => field in cells) &&
  !findings.some(({ kind, field }) => kind === "left empty" && NAMES.includes(field)) &&
  row.externalId !== undefined &&
  (row.email !== undefined || row.phone !== undefined);

function takeNameApart(row: Record<string, CellValue>): void {
  const { [FULL_NAME_FIELD]: fullName } = row;
  delete row[FULL_NAME_FIELD];
  if (fullName === undefined) return;
  for (const [field, part] of Object.entries(splitName(String(fullName)))) {
    if (part !== "" && row[field] === undefined) row[field] = part;
  }
}
