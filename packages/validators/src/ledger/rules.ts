/** The lines of one page of the loans ledger. */
export const LEDGER_PAGE_SIZE = 100;

/** The lines of one page of a user's ledger. */
export const USER_LEDGER_PAGE_SIZE = 50;

/** The file name of the exported ledger (specification 2, section 9). */
export const LEDGER_FILE_NAME = "loans-ledger.csv";

/** The path that returns the whole ledger as a file, by POST. */
export const LEDGER_EXPORT_PATH = "/api/exports/loans-ledger";
