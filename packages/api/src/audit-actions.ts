import type { BulkKind } from "@countinghouse/db";
import { ACTIONS, type ContractAction } from "@countinghouse/validators/contract/contracts";

const EXPORT = ["exportStarted", "exported", "exportStopped"] as const;

/** The audit actions of the domains without a contract, by the name of the router. */
const UNCONTRACTED_ACTIONS = {
  admins: [
    "beginFactor",
    "change",
    "changeOwnName",
    "changeOwnPassword",
    "confirmApp",
    "confirmPasskey",
    "create",
    "disable",
    "enable",
    "endOwnSession",
    "endSessions",
    "forgotPassword",
    "invite",
    "raiseBudget",
    "removeFactor",
    "removeFactors",
    "renameFactor",
    "renewRecoveryCodes",
    "sendPasswordLink",
    "setPassword",
    "unlock",
  ],
  adverseAction: ["send"],
  applications: ["createContractLink", "openContract", "revokeContractLink"],
  assetReports: ["exportPdf", "order", "receive", "request"],
  audit: [...EXPORT],
  auth: ["botCheck", "refresh", "refused", "resendCode", "signIn", "signOut", "verifyCode", "verifyFactor"],
  automation: ["decideTimedRun", "keepBalance", "pay", "run", "setTimer", "timedRun", ...EXPORT],
  bankAccounts: ["addLostManually", "addManually", "makePrimary", "setEnabled"],
  bankLinks: ["accountRevoked", "disconnecting", "failed", "fetchBalances", "reAuth", "repaired"],
  bulkJobs: ["cancelHeld", "giveBack", "pause", "pay", "reset", "resume", ...EXPORT],
  businesses: [
    "accountForLiens",
    "adoptLien",
    "continueLien",
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
    "terminateOwnLien",
  ],
  bankStatistics: ["changeCategory"],
  cards: ["makePrimary", "setStatus"],
  chargebacks: ["delete", "restore", "retry", "setAnswerDate", ...EXPORT],
  collections: ["export", "list", "zip"],
  customerLists: ["freeze"],
  deals: ["decline", "move", "record", "request"],
  deadlines: ["digest"],
  debitControl: ["record"],
  decisions: ["keepFacts", "lookUpFacts", "retryFacts"],
  doNotFund: ["clear", "retryStep", "set"],
  drift: ["check", "repair"],
  factors: ["setDemand"],
  files: ["link", "storeDemonstration", "zip"],
  funnel: ["exported"],
  imports: [
    "addFile",
    "discard",
    "end",
    "pause",
    "plan",
    "planned",
    "readRows",
    "resume",
    "start",
    "undo",
    "undoEnd",
  ],
  institutions: ["change", "refresh", "setLinks"],
  ledgerWrites: ["delete", "restore", "retry"],
  lists: ["arrange", "changeView", "deleteView", "openWith", "restoreView", "saveView"],
  loans: ["exportSheet", "exportStatement", "payoffLetter", "return"],
  packets: ["create"],
  passcodes: ["refuse", "set"],
  paymentExceptions: ["close", "deleteReport", "restoreReport", "match"],
  paymentPreferences: ["set"],
  paymentSchedules: ["move", "process", "update"],
  reAccess: ["create", "redeemed"],
  reconciliation: ["exported"],
  recovery: ["book", "booked", "confirm", "enter", "find", "notBooked", "release", "restored", "settleClock"],
  promises: ["change", "end", "record"],
  reconciledDays: ["ignore", "match", "repair", "run", "sign", "undo"],
  remarks: ["add", "end"],
  settings: ["set", "setSwitch"],
  system: ["backUp", "reindex", "reseal"],
  uploads: ["begin", "finish", "resume"],
  work: ["assign", "finish", "hold", "release", "reopen", "sendAgain", "setTarget", "snooze"],
} as const;

type Named = typeof UNCONTRACTED_ACTIONS;

/** What staff and jobs do. */
type ProductAction =
  | ContractAction
  | { [Domain in keyof Named]: `${Domain}.${Named[Domain][number]}` }[keyof Named];

/** Every audit action of the product. */
export const AUDIT_ACTIONS: readonly string[] = [
  ...new Set(ACTIONS.map(({ action }) => action)),
  ...Object.entries(UNCONTRACTED_ACTIONS).flatMap(([domain, verbs]) =>
    verbs.map((verb) => `${domain}.${verb}`),
  ),
];

/** What is done, as it stands in the audit; a batch of a job names its kind as well. */
export type AuditAction =
  | ProductAction
  | `bulkJobs.${"run" | "start"}.${BulkKind}`
  | `${"bench" | "storm" | "test"}.${string}`;

/** The former names of actions of the domains without a contract. */
const UNCONTRACTED_FORMER = {
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
  "loans.export-sheet": "loans.exportSheet",
  "loans.export-statement": "loans.exportStatement",
  "payment-preferences.set": "paymentPreferences.set",
  "payment-schedules.move": "paymentSchedules.move",
  "payment-schedules.process": "paymentSchedules.process",
  "payment-schedules.update": "paymentSchedules.update",
  "re-access.create": "reAccess.create",
  "re-access.redeemed": "reAccess.redeemed",
} as const satisfies Record<string, ProductAction>;

/**
 * Each former name of an action, with its present name. Events that were chained under the former name stay as they are, and requests
 * are stored under it (request-key.ts).
 */
export const FORMER_ACTIONS: Readonly<Record<string, ProductAction>> = {
  ...UNCONTRACTED_FORMER,
  ...Object.fromEntries(
    ACTIONS.flatMap(({ action, formerly }) =>
      formerly === null ? [] : [[formerly, action as ContractAction] as const],
    ),
  ),
};
