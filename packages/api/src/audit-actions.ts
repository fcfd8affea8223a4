import type { BulkKind } from "@countinghouse/db";

const EXPORT = ["exportStarted", "exported", "exportStopped"] as const;

/** Every action that the audit is told of, by the name of its router: camelCase, and in one spelling. */
export const AUDIT_ACTIONS = {
  admins: [
    "change",
    "changeOwnName",
    "changeOwnPassword",
    "create",
    "disable",
    "enable",
    "endOwnSession",
    "endSessions",
    "forgotPassword",
    "invite",
    "sendPasswordLink",
    "setPassword",
    "unlock",
  ],
  applications: ["createContractLink", "openContract", "revokeContractLink"],
  assetReports: ["exportPdf", "order", "receive", "request"],
  audit: [...EXPORT],
  auth: ["botCheck", "refresh", "refused", "resendCode", "signIn", "signOut", "verifyCode"],
  automation: ["keepBalance", "pay", "run", ...EXPORT],
  bankAccounts: ["addLostManually", "addManually", "makePrimary", "setEnabled"],
  bankLinks: ["failed", "fetchBalances", "reAuth"],
  bulkJobs: ["pause", "pay", "reset", "resume", ...EXPORT],
  businesses: [
    "accountForLiens",
    "adoptLien",
    "fileLien",
    "fileLienAgain",
    "fileLiens",
    "lienGone",
    "lienNotConfirmed",
    "lienNotSent",
    "lienNotTaken",
    "lienNotTerminated",
    "lienPdfs",
    "lienTaken",
    "lienTerminationTaken",
    "notRegistered",
    "refresh",
    "register",
    "registered",
    "terminateLien",
  ],
  cards: ["makePrimary", "setStatus"],
  chargebacks: ["delete", "retry", ...EXPORT],
  collections: ["export", "list", "zip"],
  deals: ["decline", "move", "record", "request"],
  debitControl: ["record"],
  decisions: ["keepFacts", "lookUpFacts", "retryFacts"],
  doNotFund: ["clear", "retryStep", "set"],
  files: ["link", "storeDemonstration", "zip"],
  institutions: ["change", "refresh", "setLinks"],
  ledger: [...EXPORT],
  ledgerWrites: ["delete", "retry"],
  loans: ["exportSheet", "exportStatement", "return"],
  notes: ["create", "delete", "restore", "update"],
  passcodes: ["refuse", "set"],
  paymentExceptions: ["close", "deleteReport", "match"],
  paymentPreferences: ["set"],
  paymentSchedules: ["move", "process", "update"],
  payments: [
    "check",
    "finishFunding",
    "outcome",
    "recordManual",
    "reported",
    "resolve",
    "run",
    "setReportAside",
  ],
  reAccess: ["create", "redeemed"],
  recovery: ["book", "booked", "enter", "find", "notBooked", "release"],
  settings: ["set"],
  uploads: ["begin", "finish", "resume"],
  users: [
    "edit",
    "exportBook",
    "exportBookStarted",
    "import",
    "importBook",
    "manualApprove",
    "restartApplication",
    "retryEditStep",
    "revealSsn",
    "setExternalPayment",
    "setFlag",
  ],
  work: ["assign", "finish", "hold", "release", "snooze"],
} as const;

type Named = typeof AUDIT_ACTIONS;

/** What staff and jobs do. */
type ProductAction = { [Domain in keyof Named]: `${Domain}.${Named[Domain][number]}` }[keyof Named];

/** What is done, as it stands in the audit; a batch of a job names its kind as well. */
export type AuditAction =
  | ProductAction
  | `bulkJobs.${"run" | "start"}.${BulkKind}`
  | `${"bench" | "storm" | "test"}.${string}`;

/**
 * What an action was called before it had its present name. Events that were chained under it stay as they are, and
 * requests are kept under it (request-key.ts).
 */
export const FORMER_ACTIONS = {
  "assetReports.export-pdf": "assetReports.exportPdf",
  "auth.bot-check": "auth.botCheck",
  "auth.resend-code": "auth.resendCode",
  "auth.sign-in": "auth.signIn",
  "auth.sign-out": "auth.signOut",
  "auth.verify-code": "auth.verifyCode",
  "automation.export-started": "automation.exportStarted",
  "automation.export-stopped": "automation.exportStopped",
  "bulkJobs.export-started": "bulkJobs.exportStarted",
  "bulkJobs.export-stopped": "bulkJobs.exportStopped",
  "chargebacks.export-started": "chargebacks.exportStarted",
  "chargebacks.export-stopped": "chargebacks.exportStopped",
  "decisions.keep-facts": "decisions.keepFacts",
  "decisions.look-up-facts": "decisions.lookUpFacts",
  "decisions.retry-facts": "decisions.retryFacts",
  "do-not-fund.clear": "doNotFund.clear",
  "do-not-fund.retry-step": "doNotFund.retryStep",
  "do-not-fund.set": "doNotFund.set",
  "ledger.export-started": "ledger.exportStarted",
  "ledger.export-stopped": "ledger.exportStopped",
  "loans.export-sheet": "loans.exportSheet",
  "loans.export-statement": "loans.exportStatement",
  "payment-preferences.set": "paymentPreferences.set",
  "payment-schedules.move": "paymentSchedules.move",
  "payment-schedules.process": "paymentSchedules.process",
  "payment-schedules.update": "paymentSchedules.update",
  "payments.record-manual": "payments.recordManual",
  "payments.settleManually": "payments.resolve",
  "re-access.create": "reAccess.create",
  "re-access.redeemed": "reAccess.redeemed",
  "users.manual-approve": "users.manualApprove",
  "users.restart-application": "users.restartApplication",
  "users.retry-edit-step": "users.retryEditStep",
  "users.reveal-ssn": "users.revealSsn",
  "users.set-external-payment": "users.setExternalPayment",
  "users.set-flag": "users.setFlag",
} as const satisfies Record<string, ProductAction>;
