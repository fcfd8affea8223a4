import { formatCents } from "../money.ts";
import type { Ask, SignRule } from "./asks.ts";
import { type CellRead, type CellValue, readCell, type Spelling } from "./cells.ts";
import type { SheetName } from "./columns.ts";
import { kindFields } from "./kinds.ts";
import { isMoneyColumn, joinMoneyColumns, PAID_IN_UNCLEAR, SIGN_IN_MONEY_COLUMN } from "./money-columns.ts";
import { splitName } from "./names.ts";
import { splitAddress, splitPlace } from "./places.ts";
import { COMPOUND_COLUMNS, type CompoundField } from "./user-columns.ts";

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
  /** The reason without what differs from row to row, where something does. */
  refusedKind?: string;
}

/** Stands for nothing where another column has the amount. */
const NO_AMOUNT = /^(?:[-–—]+|n\/?a|null|none|nil)$/i;

/** What a cell of a compound column has to be like. */
const PLACE_NEEDED = "a city and a state are needed, like Helena, MT 59601";

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
  const columns = kindFields(sheet);
  const row: Record<string, CellValue> = {};
  const findings: CellFinding[] = [];
  const reasons: string[] = [];
  const readState = () => {
    const read =
      cells.state === undefined
        ? null
        : readCell({ ...COMPOUND_COLUMNS.fullName, kind: "state" }, cells.state, spelling);
    return read !== null && "value" in read ? String(read.value) : "";
  };
  for (const [field, raw] of Object.entries(cells)) {
    const column = columns.get(field);
    if (column === undefined || (isMoneyColumn(field) && NO_AMOUNT.test(raw.trim()))) continue;
    const said = readCell(column, raw, spelling, column.kind === "zip" ? readState() : "");
    const read = field === "cityStateZip" ? readPlace(said) : said;
    if (read === null) continue;
    if ("problem" in read) {
      const text = `${field}: ${read.problem}.`;
      findings.push({ kind: "left empty", field, text });
      const refuses = read.refuses && (sheet !== "users" || OF_BALANCE.includes(field));
      if (strict || column.required || column.decisive || refuses || isKey(sheet, field)) reasons.push(text);
      continue;
    }
    if (read.mended !== undefined)
      findings.push({ kind: "mended", field, text: `${field}: ${read.mended}.` });
    row[field] = read.value;
  }
  takeNameApart(row);
  takeCustomerName(row);
  takePlaceApart(row);
  joinAddress(row);
  takeAddressApart(row);
  const isThere = (field: string) =>
    row[field] !== undefined || reasons.some((reason) => reason.startsWith(`${field}: `));
  if (sheet === "payments") reasons.push(...decideDirection(row, Object.keys(cells), spelling, reasons));
  for (const [field, { required, or = [] }] of columns) {
    if (!required || [field, ...or].some(isThere)) continue;
    const [other, ...more] = or;
    reasons.push(`${field}: this is needed${other && more.length === 0 ? `, or ${other}` : ""}.`);
  }
  if (sheet === "users" && reasons.length === 0 && !hasName(row) && !isNameless(row, cells, findings)) {
    const damaged = findings.filter(({ kind, field }) => kind === "left empty" && NAMES.includes(field));
    reasons.push(
      ...damaged.map(({ text }) => text),
      "businessName: the row has neither a business name nor a person's name.",
    );
  }
  if (sheet === "users" && row.balance && row.externalId === undefined && reasons.length === 0)
    return {
      row,
      findings: [],
      refused: `${NEEDS_ID} of ${formatCents(Number(row.balance))}.`,
      refusedKind: `${NEEDS_ID}.`,
    };
  const refused = reasons.join(" ");
  return { row, findings: refused ? [] : findings, refused };
}

const NEEDS_ID = "externalId: this is needed of a customer with a balance";

const NAMES: readonly string[] = [
  "businessName",
  "companyName",
  "firstname",
  "lastname",
  "fullName",
  "customerName",
];

/** Makes type, sign and column of a payment say the direction once; why they can not, where nobody chose which decides. */
function decideDirection(
  row: Record<string, CellValue>,
  fields: readonly string[],
  spelling: Spelling,
  reasons: readonly string[],
): string[] {
  const columns = fields.filter(isMoneyColumn);
  if (columns.length === 0) return decideBySign(row, spelling.signs);
  // A cell that can not be read refuses the row already.
  const isUnread = columns.some((field) => reasons.some((reason) => reason.startsWith(`${field}: `)));
  return isUnread ? [] : joinMoneyColumns(row, columns, spelling);
}

function decideBySign(row: Record<string, CellValue>, signs: SignRule | undefined): string[] {
  if (signs === "amount") delete row.direction;
  if (signs === "type" && typeof row.amount === "number") row.amount = Math.abs(row.amount);
  return row.direction === "CREDIT" && Number(row.amount ?? 0) < 0 ? [SAID_TWICE] : [];
}

const SAID_TWICE =
  "amount: the type is CREDIT and the amount is below zero. Choose which decides (--signs, or Direction of payments on the page).";

/** What has to be chosen before the direction of a payment is known, from its cells by field. */
export function findDirectionAsks(cells: Readonly<Record<string, string>>, spelling: Spelling): Ask[] {
  const own = Object.entries(cells).filter(
    ([field]) => field === "direction" || field === "amount" || isMoneyColumn(field),
  );
  const { refused } = readRow("payments", Object.fromEntries(own), spelling, false);
  const isTwice = [SAID_TWICE, SIGN_IN_MONEY_COLUMN].some((reason) => refused.includes(reason));
  return [
    ...(isTwice && spelling.signs === undefined ? (["signs"] as const) : []),
    ...(refused.includes(PAID_IN_UNCLEAR) ? (["paidIn"] as const) : []),
  ];
}

/** The other cells of a customer are left empty where they say what can not be. */
const OF_BALANCE: readonly string[] = ["balance", "balanceDate"];

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
  const { fullName } = row;
  delete row.fullName;
  if (fullName !== undefined) fillFields(row, splitName(String(fullName)));
}

function takeCustomerName(row: Record<string, CellValue>): void {
  const { customerName } = row;
  delete row.customerName;
  if (customerName === undefined) return;
  row.externalId ??= customerName;
  if (!hasName(row)) fillFields(row, splitName(String(customerName)));
}

/** What `readCell` said of a place, and that it can be taken apart. */
function readPlace(said: CellRead): CellRead {
  if (said === null || "problem" in said) return said;
  const place = splitPlace(String(said.value));
  return place === null ? { problem: PLACE_NEEDED } : { ...place, value: said.value };
}

function takePlaceApart(row: Record<string, CellValue>): void {
  const { cityStateZip } = row;
  delete row.cityStateZip;
  const place = cityStateZip === undefined ? null : splitPlace(String(cityStateZip));
  if (place !== null) fillFields(row, { ...place.value, zipcode: place.value.zipcode ?? "" });
}

function joinAddress(row: Record<string, CellValue>): void {
  const { addressLine2, currentAddress } = row;
  delete row.addressLine2;
  if (addressLine2 === undefined) return;
  row.currentAddress =
    currentAddress === undefined ? addressLine2 : `${String(currentAddress)}, ${String(addressLine2)}`;
}

const BILL_TO = ["billTo", "billTo2", "billTo3", "billTo4", "billTo5"] as const satisfies CompoundField[];

function takeAddressApart(row: Record<string, CellValue>): void {
  const lines = BILL_TO.flatMap((field) => String(row[field] ?? "").split("\n"));
  for (const field of BILL_TO) delete row[field];
  fillFields(row, splitAddress(lines));
}

/** A column of its own says better what one of several in a column says. */
function fillFields(row: Record<string, CellValue>, parts: object): void {
  for (const [field, part] of Object.entries(parts))
    if (part !== "" && row[field] === undefined) row[field] = String(part);
}
