import type { Column } from "./column.ts";
import { SHEET_NAMES, type SheetName, sheetColumns } from "./columns.ts";
import { MONEY_COLUMNS } from "./money-columns.ts";
import { COMPOUND_COLUMNS } from "./user-columns.ts";

/** A table with one row for each loan: the row holds the customer and the application. */
export const LOANS = "users+applications";

/** What a table of a file can be: one sheet of a book, or customers and applications in the same rows. */
export const TABLE_KINDS = [...SHEET_NAMES, LOANS] as const;
export type TableKind = SheetName | typeof LOANS;

/** The name of each kind on the screen. */
export const KIND_LABELS: Readonly<Record<TableKind, string>> = {
  users: "Customers",
  applications: "Applications",
  offers: "Offers",
  schedules: "Instalments",
  payments: "Payments",
  accounts: "Bank accounts",
  cards: "Cards",
  notes: "Notes",
  remarks: "Remarks",
  documents: "Documents",
  [LOANS]: "Customers and applications",
};

/** The sheets that are read from a table of this kind. */
const sheetsOf = (kind: TableKind): readonly SheetName[] =>
  kind === LOANS ? ["users", "applications"] : [kind];

const fieldsByKind = new Map<TableKind, ReadonlyMap<string, Column>>();

/** The fields that a column of a table can be, with the columns that hold a part of one or several. */
export function kindFields(kind: TableKind): ReadonlyMap<string, Column> {
  const known = fieldsByKind.get(kind);
  if (known) return known;
  const sheets = sheetsOf(kind);
  const fields = new Map<string, Column>(sheets.flatMap((sheet) => Object.entries(sheetColumns(sheet))));
  if (sheets.includes("users"))
    for (const [field, column] of Object.entries(COMPOUND_COLUMNS)) fields.set(field, column);
  if (kind === "payments")
    for (const [field, column] of Object.entries(MONEY_COLUMNS)) fields.set(field, column);
  // The customer's own id says whose the application is.
  if (kind === LOANS) fields.delete("customerId");
  fieldsByKind.set(kind, fields);
  return fields;
}

const NAMES = ["customerName", "firstname", "lastname", "fullName", "businessName", "companyName"];
/** Columns of a person or business: a list of places or states has none of them. */
const MARKS = ["externalId", "email", "phone", "ssn", "ein", "dob", "currentAddress", "billTo", "balance"];

const hasOne = (fields: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.some((field) => fields.has(field));

/** Returns true when a table with these fields names persons or businesses and says something else of them. */
export const isOfCustomers = (fields: ReadonlySet<string>): boolean =>
  hasOne(fields, NAMES) && hasOne(fields, MARKS);

/** Returns the columns, as alternatives each, that a table of this kind needs and does not have. */
export function missingColumns(kind: TableKind, fields: ReadonlySet<string>): string[][] {
  if (kind === "users") return hasOne(fields, NAMES) ? [] : [["fullName", "businessName"]];
  const needed =
    kind === LOANS
      ? [NAMES, ["applicationId", "fundedOn"], ["paybackAmount", "approvedAmount"]]
      : Object.entries(sheetColumns(kind)).flatMap(([field, { required, or }]) =>
          required ? [[field, ...(or ?? [])]] : [],
        );
  return needed.filter((wanted) => !hasOne(fields, wanted));
}
