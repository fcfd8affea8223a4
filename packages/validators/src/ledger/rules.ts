/** Lines of one page of the loans ledger. */
export const LEDGER_PAGE_SIZE = 100;

/** Lines of one page of the ledger of one user. */
export const USER_LEDGER_PAGE_SIZE = 50;

/** The name the exported ledger is kept under (specification 2, section 9). */
export const LEDGER_FILE_NAME = "loans-ledger.csv";

/** Where the whole ledger is asked for as a file, by POST. */
export const LEDGER_EXPORT_PATH = "/api/exports/loans-ledger";
