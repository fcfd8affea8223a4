import type { FactPlace } from "../bulk-jobs/review.ts";
import { formatCents } from "../money.ts";

/** How often the page asks while a batch is not complete (specification 2, section 9). */
export const AUTOMATION_POLL_MS = 3_000;

/** Rows of one page of the table. */
export const AUTOMATION_PAGE_SIZE = 50;

/** The name the table is exported under (specification 2, section 9). */
export const AUTOMATION_FILE_NAME = "payment-automation.csv";

/** Where the table is asked for as a file, by POST; the filters follow as the query. */
export const AUTOMATION_EXPORT_PATH = "/api/exports/payment-automation";

/** Of which days batches are shown (specification 2, section 9). */
/** The results of so many days are drawn. */
export const AUTOMATION_DAYS = 30;

export const AUTOMATION_PERIODS = ["Current Day", "Last 30 Days", "Custom"] as const;

/** Payment types to filter by, in its order (specification 2, section 9). ACH/CARD is either of them. */
export const AUTOMATION_TYPES = ["ACH", "CARD", "ACH/CARD", "No payment type", "All"] as const;
export type AutomationType = (typeof AUTOMATION_TYPES)[number];

/** A card is labelled DEBIT (specification 2, section 9). */
export const automationTypeLabel = (type: AutomationType): string => (type === "CARD" ? "DEBIT" : type);

/** Results to filter by, in its order (specification 2, section 9). */
export const AUTOMATION_STATUSES = ["SUCCESS", "FAILED", "All"] as const;
export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];
export type AutomationResult = Exclude<AutomationStatus, "All">;

/** Where a customer comes from: to us directly (LP), or through a partner (GF); in the order of specification 2, section 9. */
export const AUTOMATION_SOURCES = ["LP", "GF", "All"] as const;
export type AutomationSource = (typeof AUTOMATION_SOURCES)[number];

export const AUTOMATION_BATCH_STATUSES = [
  "Pending",
  "Running",
  "Completed",
  "Completed with errors",
  "Failed",
  "Cancelled",
] as const;
export type AutomationBatchStatus = (typeof AUTOMATION_BATCH_STATUSES)[number];

/** Why a payment that is due was not taken. */
export const NOT_PROCESSED = {
  off: "Payment automation is off",
  doNotFund: "Do Not Fund",
  external: "External collections",
  unknown: "Outcome unknown, under investigation",
  duplicate: "Duplicate in batch",
  balance: "Zero or negative balance",
  paidToday: "Already paid today",
  promised: "Promised for a later day",
  returnBlock: "Account return block (R02/R03/R04/R20)",
  revoked: "Authorization revoked (R07/R10/R29)",
  stopped: "Debits stopped (R05/R08/R14/R15/R16)",
  returnCode: "Return code forbids another debit",
  remark: "Remark stops debits",
  corrected: "Account corrected by its bank",
  cardBlock: "Card blocked by declines or a chargeback",
  representments: "Re-presentment limit reached (2 in 180 days)",
  accountDisabled: "Account disabled",
  cardExpired: "Card expired",
  noCard: "No eligible card",
  preferenceExpired: "Payment preference expired",
  noAccount: "No primary account",
  insufficient: "Insufficient Plaid balance",
  /** The only way there is goes through a processor without settings. */
  processorOff: "Processor not set up",
} as const;
export type NotProcessedReason = (typeof NOT_PROCESSED)[keyof typeof NOT_PROCESSED];

/** What a run does with a customer, as the review of a bulk job has it: "decision" is what a person may still collect. */
export type RunGroup = "goes" | "blocked" | "decision";

type LeftOut = { group: Exclude<RunGroup, "goes">; place: FactPlace | null };

/** Of each reason: whether a person may collect all the same, and where the fact stands. */
export const LEFT_OUT_REASONS: Readonly<Record<NotProcessedReason, LeftOut>> = {
  [NOT_PROCESSED.off]: { group: "decision", place: "automation" },
  [NOT_PROCESSED.doNotFund]: { group: "decision", place: "doNotFund" },
  [NOT_PROCESSED.external]: { group: "blocked", place: "external" },
  [NOT_PROCESSED.unknown]: { group: "blocked", place: "payments" },
  [NOT_PROCESSED.duplicate]: { group: "blocked", place: null },
  [NOT_PROCESSED.balance]: { group: "blocked", place: "balance" },
  [NOT_PROCESSED.paidToday]: { group: "decision", place: "payments" },
  [NOT_PROCESSED.promised]: { group: "decision", place: "promises" },
  [NOT_PROCESSED.returnBlock]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.revoked]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.stopped]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.returnCode]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.remark]: { group: "blocked", place: "remarks" },
  [NOT_PROCESSED.corrected]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.cardBlock]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.representments]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.accountDisabled]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.cardExpired]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.noCard]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.preferenceExpired]: { group: "decision", place: "preference" },
  [NOT_PROCESSED.noAccount]: { group: "blocked", place: "accounts" },
  [NOT_PROCESSED.insufficient]: { group: "blocked", place: "bankBalance" },
  [NOT_PROCESSED.processorOff]: { group: "blocked", place: null },
};

/** What is said where something else is due by now than was shown. */
export const dueChanged = (customers: number, totalCents: number): string =>
  `The due amount has changed: now ${formatCents(totalCents)} from ${customers.toLocaleString("en-US")} ${customers === 1 ? "customer" : "customers"}.`;

/** Why a run is not begun, or null: of one that takes more than the limit the total is typed first. Cents. */
export const whyNotRunTotal = (run: {
  totalCents: number;
  limitCents: number;
  typedCents: number | null;
}): string | null =>
  run.totalCents <= run.limitCents || run.typedCents === run.totalCents
    ? null
    : `Type the total, ${formatCents(run.totalCents)}, first.`;

/** The customers that are shown before a run; the numbers are of all. */
export const MOST_SHOWN_BEFORE_RUN = 500;

/** Whether the batch is at its end. */
export const isAutomationOver = (status: AutomationBatchStatus): boolean =>
  status !== "Pending" && status !== "Running";

/**
 * What a row shows as its result: nothing until it is completed, and FAILED where it was not processed
 * (specification 2, section 4).
 */
export function automationResult({
  status,
  paymentStatus,
  notProcessedReason,
}: {
  status: string;
  paymentStatus: AutomationResult | null;
  notProcessedReason: string;
}): AutomationResult | null {
  if (status !== "Completed") return null;
  return notProcessedReason === "" ? paymentStatus : "FAILED";
}
