import { SHEET_NAMES, sheetColumns } from "@countinghouse/validators/import/columns";
import { TABLE_KINDS, type TableKind } from "@countinghouse/validators/import/kinds";
import { MONEY_COLUMNS } from "@countinghouse/validators/import/money-columns";
import { COMPOUND_COLUMNS } from "@countinghouse/validators/import/user-columns";

export { READING_CHOICES, type TableChoice } from "@countinghouse/validators/import/job-rules";
export { hiddenWords, secondTableWords } from "@countinghouse/validators/import/outcome";
export { TABLE_KINDS, type TableKind };

/** The fields that a column of the customers' sheet can be taken for. */
export const USER_FIELDS: readonly string[] = [
  ...Object.keys(COMPOUND_COLUMNS),
  ...Object.keys(sheetColumns("users")),
];

const FIELDS: ReadonlySet<string> = new Set([
  ...USER_FIELDS,
  ...Object.keys(MONEY_COLUMNS),
  ...SHEET_NAMES.flatMap((sheet) => Object.keys(sheetColumns(sheet))),
]);

/** Whether a column of any sheet can be taken for it. */
export const isImportField = (field: string): boolean => FIELDS.has(field);

/** Whether a table can be of this kind. */
export const isTableKind = (word: string): word is TableKind => TABLE_KINDS.some((kind) => kind === word);
