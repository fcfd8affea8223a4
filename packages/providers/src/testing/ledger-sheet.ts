import type { GoogleSheetsConfig } from "../ledger-sheet/google-sheets.ts";
import type { LedgerRow, LedgerSheet, LedgerSheetName, StoredLedgerRow } from "../ledger-sheet/port.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `Column ${nth + 1}`);

/** Headings for sheets of as many columns as the lender's. */
export const LEDGER_HEADINGS: GoogleSheetsConfig["headings"] = {
  Payments: numbered(8),
  "New Accounts": numbered(35),
  Upcoming: numbered(16),
};

export const payment = (rowId: string): LedgerRow => ({
  rowId,
  cells: ["2026-03-01", rowId, "Ada Quill", 125.5, "ACH", "DEBIT", "", "ok"],
});

export async function readRows(sheets: LedgerSheet, sheet: LedgerSheetName): Promise<StoredLedgerRow[]> {
  const rows: StoredLedgerRow[] = [];
  for await (const row of sheets.read(sheet)) rows.push(row);
  return rows;
}
