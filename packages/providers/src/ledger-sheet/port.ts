export type LedgerSheetName = "Payments" | "New Accounts" | "Upcoming";

/** How many cells a row of each sheet has. The row id stands in the column after them. */
export const LEDGER_COLUMNS: Readonly<Record<LedgerSheetName, number>> = {
  Payments: 8,
  "New Accounts": 35,
  Upcoming: 16,
};

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
}

/** The lender's spreadsheet, which receives a copy of payments, new accounts and upcoming dates. */
export interface LedgerSheet {
  /**
   * Appends the rows, one at least, in one call and returns the A1 range written. Text is kept as text, formulas too.
   * Throws ProviderError, `refused` with ROWS_REFUSED where a row can not be taken; after `unknown` the rows may be there: ask `find` once `effectWindowMs` has passed.
   */
  append(sheet: LedgerSheetName, rows: LedgerRow[]): Promise<{ range: string }>;
  /**
   * Every row of the sheet that is not empty, from the top, read page by page. `rowId` is "" of a row that was not written
   * by us. Dates are texts, amounts numbers as far as they were entered so. Throws `refused` or `unavailable`.
   */
  read(sheet: LedgerSheetName): AsyncIterable<StoredLedgerRow>;
  /** The A1 range of each of these rows that stands in the sheet. Read before any repeat of an append. */
  find(sheet: LedgerSheetName, rowIds: string[]): Promise<Map<string, string>>;
  /** The longest time, in ms, in which the vendor may still apply a call that we gave up on. */
  readonly effectWindowMs: number;
}
