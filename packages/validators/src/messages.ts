import { PAGE_NAMES } from "./page-names.ts";

/**
 * The product's own texts, word for word, misspellings included: they are named here once and never written
 * elsewhere. Grouped by the domain that shows them.
 */
export const NOTES_MESSAGES = {
  createTitle: "Create New Note",
  updateTitle: "Update Note",
  empty: "No Notes Found",
  added: "Note added sucessfully",
  updated: "Note udpated sucessfully",
  deleted: "Note deleted sucessfully",
  failed: "Something went wrong",
} as const;

export const PAYMENTS_MESSAGES = {
  manualTitle: "Performing Manual Payment",
  isExternalLabel: "Is External",
  recorded: "Payment processed successfully",
  failed: "Something went wrong while making payment!",
} as const;

/** The payment screen of one customer (specification 2 sections 5 and 8). */
export const CUSTOMER_PAYMENTS_MESSAGES = {
  performed: "Transaction perform successfully",
  failed: "Something went wrong!",
  rccFailed: "Unexpected error",
  postFundingFailed: "Something went wrong on post funding actions",
  cardMissing: "Account detail missing, please select card first!",
  accountMissing: "Account detail missing, please select account first!",
  noPrimaryAccount: "There is no card information, No primary Account available",
  passcodeMissing: "Please enter pass code",
  cardPasscodeWrong: "You have entered the wrong code",
  achPasscodeWrong: "You have entered wrong code",
  zeroBalance: "The customer has a zero balance",
  negativeBalance: "The user has negative balance.",
  alreadyFunded: (date: string) =>
    `The customer already funded on ${date}. Are you sure you want to fund the customer again?`,
} as const;

export const PAYMENT_SCHEDULES_MESSAGES = {
  title: PAGE_NAMES.paymentSchedules,
  processLabel: "Process Payment",
  sureToCancel: "Sure to cancel?",
  updateFailed: "Payment Schedules Update Failed",
} as const;

export const LOAN_RETURNS_MESSAGES = {
  title: "Loan Returns",
  disbursementAmount: "Disbursement Amount",
  ofee: "Ofee",
  disbursementFee: "Disbursement Fee",
} as const;

export const DEALS_MESSAGES = {
  notInDeals: "Not in deals",
  declinedLabel: "Declined",
} as const;

export const EDIT_USER_MESSAGES = {
  openLabel: PAGE_NAMES.editUser,
  applicationExpired: "Latest application is expired. Please ask user to start a new application.",
  offerExpired: "Most recent offer has expired. Please ask user to generate a new offer.",
  updated: "User updated successfully!",
  overOfferLimit: (limit: string) => `Maximum Allowed Offer Limit is ${limit} USD`,
  emailTaken: (id: number, fullName: string) => `User with same email already exists: ${id} ${fullName}`,
} as const;

type SimilarRecord =
  | "Account"
  | "Address"
  | "Phone"
  | "Company Name"
  | "EIN Tax"
  | "Debit Card"
  | "Funded SSN";

export const SIMILAR_RECORDS_MESSAGES = {
  loadFailed: (record: SimilarRecord) => `Couldn't Fetch ${record} Details`,
} as const;

/** The names of the pages are those of the specification (specification 2, section 2). */
export const APPLICATIONS_MESSAGES = {
  openLabel: "App History",
  listTitle: PAGE_NAMES.applications,
  detailTitle: PAGE_NAMES.applicationDetail,
} as const;

export const FILES_MESSAGES = {
  loadFailed: "Error - Failed to fetch user files",
  zipFailed: "Error - Failed to generate user zip file",
  generateFailed: "Error - Failed to generate user files",
  linkExpired: "PDF Link Expired",
  contractsEmpty: "No Recontracts Found",
} as const;

export const ASSET_REPORTS_MESSAGES = {
  unavailable: "Asset report temporarily unavailable",
  jsonFailed: "An error occurred while fetching asset report JSON.",
  empty: "No Asset Report Found",
} as const;

export const TRANSACTION_SHEET_MESSAGES = {
  exported: "Transaction sheet exported successfully!",
  failed: "Something went wrong while exporting the sheet",
} as const;

export const INSTITUTIONS_MESSAGES = {
  title: PAGE_NAMES.bankStatus,
} as const;

export const LEDGER_MESSAGES = {
  title: PAGE_NAMES.loansLedger,
  getAllLabel: "Get All Loan",
  exportLabel: "Export CSV",
} as const;

export const EXTERNAL_PAYMENTS_MESSAGES = {
  title: "External Payment",
  updated: "Updated external payment detail successfully",
  failed: "Failed external payment detail",
} as const;

export const PRIMARY_ACCOUNTS_MESSAGES = {
  failed: "Something went wrong!",
  markedPrimary: "Mark account primary successfully",
  updated: "Update details successfully!",
  added: "Account added successfully!",
  switched: "Account enable/disable successfully",
  switchFailed: "Failed to make the accound enable/disable",
  cardSwitchFailed: "Failed to make the card enable/disable",
  cardExpired: "Expired cards can not be activated",
  cardsFailed: "Something went wrong",
  accountNotNumeric: "Account number must be a number",
  routingNotNumeric: "Routing number must be a number",
} as const;

export const BANK_STATISTICS_MESSAGES = {
  notCompleted:
    "User has not yet completed the TRX 90 flow or this is an old user who hasn't hit the TRX 90 flow!",
} as const;

export const BULK_JOBS_MESSAGES = {
  invalidUserId: (value: string) => `Invalid User ID: ${value}`,
  invalidIds: "Please enter valid user IDs",
  reset: "Bulk job status successfully reset.",
  cancelEdit: "Sure to cancel?",
  removeRow: "Sure to remove from list?",
  balanceLabel: "Balance",
  viewDetailsLabel: "View Details",
  processLabel: "process payments",
  showCompletedLabel: "Show Completed",
  resetLabel: "Reset Job Status",
  exportLabel: "Export CSV",
  paymentTitles: { 1: "Performaing Transaction", 2: "Performing Transaction" },
  paid: "Transaction perform successfully",
  failed: "Something went wrong!",
} as const;

/** Returns and chargebacks (specification 2, sections 2 and 8). */
export const CHARGEBACKS_MESSAGES = {
  unprocessedTitle: "Unprocessed Returns and Chargebacks",
  deleteLabel: "Delete Selected",
  retryLabel: "Retry All Unprocessed Chargebacks",
  copyFailed: "Failed to copy text, please copy here:",
} as const;

export const BUSINESS_MESSAGES = {
  title: PAGE_NAMES.businessLien,
  loadFailed: "Couldn't Fetch Records From Database!",
  clearFailed: "Couldn't Clear Filters!",
  registerLabel: "Register Business",
  sent: "Request Sent Successfully!",
  sendFailed: "Couldn't send request!",
  invalidIds: "Please enter valid user IDs",
  fileLabel: "File Lien",
  fileFailed: "Couldn't File Lien!",
  fileFailedWith: (message: string) => `Error Filing: ${message}`,
  downloadLabel: "Download Lien",
  reportsFailed: "Couldn't Fetch Reports",
} as const;

export const COLLECTIONS_MESSAGES = {
  title: "Collections export",
  sidebarLabel: PAGE_NAMES.collectionsExport,
  getLabel: "Get Users",
  exportAssetsLabel: "Export Asset Reports",
  exportContractsLabel: "Export Contracts",
  exportCsvLabel: "Export CSV",
  downloadContractLabel: "Download Contract",
  downloadAssetsLabel: "Download Assets",
  paymentLabel: "Payment",
  paymentTitle: "Performaing Transaction",
  noAssetReport: "No asset report found!",
  noFile: "No file exists!",
  failed: "Something went wrong!",
} as const;

export const LEDGER_WRITES_MESSAGES = {
  title: PAGE_NAMES.ledgerWriteFailures,
  loadFailed: "Failed to load ledger failures",
  retrySucceeded: "Retry succeeded",
  retryFailed: "Retry failed",
  deleteSucceeded: "Delete succeeded",
  deleteFailed: "Delete failed",
  copied: "Copied",
  copyFailed: "Copy failed",
  empty: "No ledger write failures found.",
} as const;

export const UPLOADS_MESSAGES = {
  title: PAGE_NAMES.fileUpload,
  prohibited: "company data or other bad files are strictly prohibited",
  uploaded: (file: string) => `${file} file uploaded successfully.`,
  failed: (file: string) => `${file} file upload failed.`,
} as const;

/** The three systems' fundings compared (specification 2 sections 2, 5 and 8). */
export const RECONCILIATION_MESSAGES = {
  title: PAGE_NAMES.fundingReconciliation,
  run: "Generate Report",
  invalidRange: "Please select a valid date range to generate the report.",
  failed: "Error generating funding reconciliation report. Please try again.",
} as const;

/** The two pages, as their breadcrumb names them (specification 1, section 2). */
export const ACCOUNT_PAGES = { list: PAGE_NAMES.primaryAccount, add: PAGE_NAMES.addManually } as const;
