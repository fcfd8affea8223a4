export type LedgerSheetName = "Payments" | "New Accounts" | "Upcoming";

/** The vendor's code of a refusal of what was to be written: one row may be the reason, and the others are welcome. */
export const ROWS_REFUSED = "INVALID_ARGUMENT";

export interface LedgerRow {
  /** Our own stable id of the row; it tells whether the row is there already. */
  rowId: string;
  cells: (string | number)[];
}

/** A row as it stands in the sheet. */
export interface StoredLedgerRow extends LedgerRow {
  /** Counted from 1. */
  row: number;
  /** All cells of the row from column A on, whatever heading they stand under. */
  line: (string | number)[];
}

/**
 * The lender's spreadsheet, which receives a copy of payments, new accounts and upcoming dates. The first row of a sheet has the
 * headings, and a column is found by its heading. An empty sheet receives its headings with the first rows.
 */
export interface LedgerSheet {
  /**
   * Appends the rows, one at least, in one call and returns the A1 range written. Text is kept as text, formulas too.
   * Throws ProviderError, `refused` with ROWS_REFUSED where a row can not be taken, with HEADINGS_REFUSED where a heading is
   * missing; after `unknown` the rows may be there: ask `find` once `effectWindowMs` has passed.
   */
  append(sheet: LedgerSheetName, rows: LedgerRow[]): Promise<{ range: string }>;
  /**
   * Every row below the headings that is not empty, read page by page. `rowId` is "" of a row that was not written by us.
   * Dates are texts, amounts numbers as far as they were entered so. Throws `refused` (HEADINGS_REFUSED too) or `unavailable`.
   */
  read(sheet: LedgerSheetName): AsyncIterable<StoredLedgerRow>;
  /**
   * The A1 range of each of these rows that stands in the sheet, in whatever column its id stands. Read before any repeat of an
   * append. Throws as `read` does.
   */
  find(sheet: LedgerSheetName, rowIds: string[]): Promise<Map<string, string>>;
  /** The longest time, in ms, in which the vendor may still apply a call that we gave up on. */
  readonly effectWindowMs: number;
}
