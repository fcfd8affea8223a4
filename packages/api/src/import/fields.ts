import { SHEET_NAMES, sheetColumns } from "@countinghouse/validators/import/columns";
import { COMPOUND_COLUMNS } from "@countinghouse/validators/import/user-columns";

/** The fields that a column of the customers' sheet can be taken for. */
export const USER_FIELDS: readonly string[] = [
  ...Object.keys(COMPOUND_COLUMNS),
  ...Object.keys(sheetColumns("users")),
];

const FIELDS: ReadonlySet<string> = new Set([
  ...USER_FIELDS,
  ...SHEET_NAMES.flatMap((sheet) => Object.keys(sheetColumns(sheet))),
]);

/** Whether a column of any sheet can be taken for it. */
export const isImportField = (field: string): boolean => FIELDS.has(field);
