import type { GoogleSheetsConfig } from "../ledger-sheet/google-sheets.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `Column ${nth + 1}`);

/** Headings for sheets of as many columns as the lender's. */
export const LEDGER_HEADINGS: GoogleSheetsConfig["headings"] = {
  Payments: numbered(8),
  "New Accounts": numbered(35),
  Upcoming: numbered(16),
};
