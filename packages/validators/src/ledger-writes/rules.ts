import { harmlessCell } from "../harmless-text.ts";

/**
 * The sheets of the ledger in the order they are shown in, and what their columns are called: eight, thirty-five and
 * sixteen (specification 2, sections 2 and 9; the names are our own). They are the headings of the first row of the sheets.
 */
export const LEDGER_SHEET_COLUMNS = {
  Payments: [
    "Date",
    "User Id",
    "Name",
    "Amount (USD)",
    "Payment Type",
    "Transaction Type",
    "Mode of Payment",
    "Notes",
  ],
  "New Accounts": [
    "Date",
    "User Id",
    "Unique Id",
    "First Name",
    "Last Name",
    "Business Name",
    "Company Name",
    "Email",
    "Phone",
    "Address",
    "City",
    "State",
    "Zip Code",
    "Occupation",
    "Platform",
    "Renewal Of",
    "Application Id",
    "Stage",
    "Alloy Status",
    "Workflow Used",
    "Approved Amount (USD)",
    "Payback Amount (USD)",
    "Payment Amount (USD)",
    "Disbursement Amount (USD)",
    "Disbursement Fee (USD)",
    "Funds Dispersed Option",
    "First Payment Date",
    "Last Payment Date",
    "Funded Date",
    "Account Name",
    "Account Type",
    "Account Subtype",
    "Routing Number",
    "Account (last 4)",
    "Added By",
  ],
  Upcoming: [
    "Payment Date",
    "User Id",
    "Unique Id",
    "Name",
    "Business Name",
    "Email",
    "Phone",
    "Application Id",
    "Payment Amount (USD)",
    "Payback Amount (USD)",
    "Balance (USD)",
    "Discount Date",
    "Last Payment Date",
    "Payment Type",
    "Source",
    "Notes",
  ],
} as const satisfies Record<string, readonly string[]>;

export const LEDGER_SHEETS = Object.keys(LEDGER_SHEET_COLUMNS) as (keyof typeof LEDGER_SHEET_COLUMNS)[];

/** Where failures of any other sheet stand, after the sheets (specification 2, section 2). */
export const OTHER_SHEETS = "Others";

/** Rows of one page of a group (specification 2, section 9). */
export const LEDGER_WRITES_PAGE_SIZE = 10;

/** As many failures as are shown, the newest first, and may be retried or deleted at once. */
export const MOST_LEDGER_WRITES = 1_000;

export type LedgerCell = string | number;

/** What grouping needs to know of a failure. */
interface Failure {
  id: string;
  sheetName: string;
  /** The rows of cells that were to be written. */
  values: readonly (readonly LedgerCell[])[];
}

/** One row of cells of a failure. */
export interface FailureRow<Of> {
  key: string;
  cells: readonly LedgerCell[];
  failure: Of;
}

/** A sheet by whose columns failures are shown. */
export type FailureSheet = keyof typeof LEDGER_SHEET_COLUMNS | typeof OTHER_SHEETS;

const FAILURE_SHEETS: readonly FailureSheet[] = [...LEDGER_SHEETS, OTHER_SHEETS];

export interface FailureGroup<Of> {
  sheet: FailureSheet;
  /** A failure of several rows, which are retried and deleted together. */
  isBatch: boolean;
  heading: string;
  columns: readonly string[];
  rows: FailureRow<Of>[];
  failures: readonly Of[];
}

/**
 * Failures by sheet, those of unknown sheets last. One of several rows is a group of its own behind its sheet: a row of
 * it can not be retried alone (specification 2, section 2).
 */
export function groupFailures<Of extends Failure>(failures: readonly Of[]): FailureGroup<Of>[] {
  const bySheet = Map.groupBy(failures, ({ sheetName }) =>
    Object.hasOwn(LEDGER_SHEET_COLUMNS, sheetName) ? sheetName : OTHER_SHEETS,
  );
  return FAILURE_SHEETS.flatMap((sheet) => {
    const here = bySheet.get(sheet) ?? [];
    const single = here.filter((failure) => !isBatch(failure));
    return [
      ...(single.length > 0 ? [toGroup(sheet, sheet, single)] : []),
      ...here
        .filter(isBatch)
        .map((batch) => toGroup(sheet, `${batch.sheetName} | BatchId(${batch.id})`, [batch])),
    ];
  });
}

const isBatch = ({ values }: Failure): boolean => values.length > 1;

function toGroup<Of extends Failure>(
  sheet: FailureSheet,
  heading: string,
  failures: readonly Of[],
): FailureGroup<Of> {
  const rows = failures.flatMap((failure) =>
    // One that cannot be read has no row, and must be seen all the same.
    (failure.values.length > 0 ? failure.values : [[]]).map((cells, index) => ({
      key: `${failure.id}:${index}`,
      cells,
      failure,
    })),
  );
  const width = Math.max(1, ...rows.map(({ cells }) => cells.length));
  return {
    sheet,
    isBatch: failures.some(isBatch),
    heading,
    columns: sheetColumns(sheet, width),
    rows,
    failures,
  };
}

/** The names of a sheet's columns; further ones, and all of another sheet, are lettered. */
function sheetColumns(sheet: string, width: number): string[] {
  const named: readonly string[] =
    Object.entries(LEDGER_SHEET_COLUMNS).find(([name]) => name === sheet)?.[1] ?? [];
  const count = Math.max(width, named.length);
  return Array.from({ length: count }, (_, index) => named[index] ?? columnLetters(index));
}

/** What a spreadsheet calls a column, counted from 0: A, B, … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A row as it is pasted into a spreadsheet: cells with tabs between them, none of which is run as a formula. */
export const tabSeparated = (cells: readonly LedgerCell[]): string =>
  cells.map((cell) => (typeof cell === "number" ? String(cell) : harmlessCell(cell))).join("\t");
