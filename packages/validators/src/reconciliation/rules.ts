import { RECONCILIATION_MESSAGES } from "../messages.ts";
import { addDays, isCalendarDate } from "../new-york.ts";

/** The three systems that are compared, as the specification names them (specification 2, section 3). */
export const FUNDING_SYSTEMS = ["giggle", "ledger", "payliance"] as const;
export type FundingSystem = (typeof FUNDING_SYSTEMS)[number];

/** What the systems are called on the screen. */
export const FUNDING_SYSTEM_NAMES: Readonly<Record<FundingSystem, string>> = {
  giggle: "Product",
  ledger: "Ledger sheet",
  payliance: "Processor",
};

/**
 * What may be said of a funding (specification 2, section 4), and two statuses of the ledger sheet alone: a row that can not be
 * read, and a row that stands there twice, which is no second payment.
 */
export const RECONCILED_STATUSES = [
  "Match",
  "Mismatch",
  "Double Funded",
  "Not Found",
  "Unreadable",
  "Duplicate in the sheet",
] as const;
export type ReconciledStatus = (typeof RECONCILED_STATUSES)[number];

/** What may be said of a payment of any kind. */
export const RECONCILED_PAYMENT_STATUSES = [
  "Match",
  "Mismatch",
  "Doubled",
  "Not Found",
  "Unknown Outcome",
  "Unreadable",
  "Duplicate in the sheet",
] as const;
export type ReconciledPaymentStatus = (typeof RECONCILED_PAYMENT_STATUSES)[number];

/** Former names of the statuses, which stored links and saved filters still have. */
export const EARLIER_STATUSES = {
  "Can not be read": "Unreadable",
  "Twice in the sheet": "Duplicate in the sheet",
} as const satisfies Record<string, ReconciledPaymentStatus>;

/** The reports of the page; the first is the specification's. */
export const RECONCILIATION_TABS = ["fundings", "payments"] as const;
export type ReconciliationTab = (typeof RECONCILIATION_TABS)[number];

/** What is known of why the systems do not have a payment alike. */
export const RECONCILIATION_REASONS = {
  hasItAs: (state: string) => `The processor reports the status ${state}.`,
  notKnown: "The processor has no record of it.",
  notReported: (day: string) => `It is not in the processor's report of ${day}.`,
  noReference: "There is no processor reference to look it up by.",
  referenceRefused: "The processor rejects our reference.",
  failedHere: "The payment failed here, but the processor moved the money.",
  openHere: "The outcome is not known here.",
  openAndMoved: "The outcome is not known here. The processor has moved the money.",
  openAndUnasked: "The outcome is not known here, and the processor could not be asked.",
  amountUnreadable: (cell: string, row: number) =>
    `The amount "${cell}" in row ${row} of the sheet can not be read.`,
  dayUnreadable: (cell: string, row: number) =>
    `The day "${cell}" in row ${row} of the sheet can not be read.`,
  rowMoved: (row: number) => `Row ${row} of the sheet is not under its column headings.`,
} as const;

/** The first day there are fundings of to be compared (specification 2, section 5). */
export const RECONCILIATION_EARLIEST = "2024-08-01";

/** The last day that can be compared when it is `today` in New York: two days before (specification 2, section 5). */
export const latestReconciliationDay = (today: string): string => addDays(today, -2);

/** The name an exported report of that day is kept under (specification 2, section 9). */
export const reconciliationFileName = (date: string): string => `funding_reconciliation_report_${date}.csv`;

/** The same of the report of all payments. */
export const allPaymentsFileName = (date: string): string => `payment_reconciliation_report_${date}.csv`;

/**
 * Why a report can not be of these days (YYYY-MM-DD, both included) when it is `today` in New York, or null
 * (specification 2, section 5).
 */
export function whyNotReconciliationDays(start: string, end: string, today: string): string | null {
  if (!isCalendarDate(start) || !isCalendarDate(end)) return RECONCILIATION_MESSAGES.invalidRange;
  if (start > end) return "The first day must not be after the last one.";
  const latest = latestReconciliationDay(today);
  if (start >= RECONCILIATION_EARLIEST && end <= latest) return null;
  return `Choose days from ${RECONCILIATION_EARLIEST} to ${latest}. Newer days are not complete in every system yet.`;
}
