/** What the pages are called in the sidebar and their breadcrumbs, word for word: what the shell needs of the texts. */
export const PAGE_NAMES = {
  fileUpload: "File upload",
  editUser: "Edit User",
  applications: "Application history",
  applicationDetail: "Application detail",
  paymentSchedules: "Payment Schedules",
  loansLedger: "Loans ledger",
  collectionsExport: "Export",
  businessLien: "Business & Lien",
  fundingReconciliation: "Funding Reconciliation",
  ledgerWriteFailures: "Ledger Write Failures",
  bankStatus: "Bank Status",
  primaryAccount: "Primary Account",
  addManually: "Add Manually",
} as const;
