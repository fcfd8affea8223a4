/** The headings of each sheet, for the adapter that the server constructs. */
export { LEDGER_SHEET_COLUMNS as LEDGER_HEADINGS } from "@countinghouse/validators/ledger-writes/rules";
