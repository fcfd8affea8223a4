import { whyNotRange } from "../custom-days.ts";
import { addDays } from "../new-york.ts";

export const CHARGEBACKS_TITLE = "Chargebacks";

/** Which processor's reports are listed (specification 2, section 9). */
export const CHARGEBACK_TRANSACTION_TYPES = ["All", "ACH", "RCC", "Card"] as const;
export type ChargebackTransactionType = (typeof CHARGEBACK_TRANSACTION_TYPES)[number];

/** Which kind of report is listed (specification 2, section 9). */
export const CHARGEBACK_TYPES = ["All", "Chargeback", "Returns", "Representment"] as const;
export type ChargebackType = (typeof CHARGEBACK_TYPES)[number];

/** Of which days reports are listed (specification 2, section 9). */
export const CHARGEBACK_PERIODS = ["Today", "Last 30 Days", "Custom"] as const;
export type ChargebackPeriod = (typeof CHARGEBACK_PERIODS)[number];

/** What a processor's report is of: returns carry ACH or RCC, card chargebacks CARD (specification 2, section 3). */
export type ReportRail = "ACH" | "RCC" | "CARD";

/** Attempts from which on a report is left to a person (specification 2, sections 4 and 9). */
export const MOST_RETRIES = 5;

/** Whether manual processing is needed. */
export const needsManualProcessing = (reprocessingAttempts: number): boolean =>
  reprocessingAttempts >= MOST_RETRIES;

/** Reports of one page of the processed ones. */
export const CHARGEBACKS_PAGE_SIZE = 50;

/** As many unprocessed reports as are listed, and deleted, at once. */
export const MOST_UNPROCESSED = 1_000;

/** The name that exported chargebacks are kept under: our own, the specification has none. */
export const CHARGEBACKS_FILE_NAME = "chargebacks.csv";

/** Where processed chargebacks are asked for as a file, by POST; the filters follow as the query. */
export const CHARGEBACKS_EXPORT_PATH = "/api/exports/chargebacks";

/** What the numbers of a return's status mean (specification 2, section 9). */
export const RETURN_STATUSES = {
  1: "Settled to merchant account",
  2: "Pending deposit",
  3: "Notification of change",
} as const;

/** The first and the last day of a list, as YYYY-MM-DD. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

const DAYS_OF_LAST_30 = 30;

/** The days of a period when it is `today` in New York; of Custom those that were chosen, null when they are none. */
export function daysOfPeriod(
  { period, startDate, endDate }: { period: ChargebackPeriod; startDate: string; endDate: string },
  today: string,
): DayRange | null {
  if (period === "Today") return { startDate: today, endDate: today };
  if (period === "Last 30 Days") return { startDate: addDays(today, 1 - DAYS_OF_LAST_30), endDate: today };
  return whyNotRange(startDate, endDate, { isLonger: false }) === null ? { startDate, endDate } : null;
}

/** What a report is called that could not be applied (specification 2, section 2). */
export const chargebackLabel = (rail: ReportRail): "CARD Chargeback" | "ACH Chargeback" =>
  rail === "CARD" ? "CARD Chargeback" : "ACH Chargeback";

/** Most days between the report of a chargeback and its answer date. */
export const LONGEST_ANSWER_DAYS = 180;

/** Why a chargeback that was reported on a day can not be answered by another day, or null. Days are YYYY-MM-DD. */
export function whyNotAnswerBy(answerBy: string, reportedOn: string): string | null {
  if (answerBy < reportedOn) return "Choose a day on or after the day of the report.";
  return answerBy > addDays(reportedOn, LONGEST_ANSWER_DAYS)
    ? `Choose a day within ${LONGEST_ANSWER_DAYS} days of the report.`
    : null;
}

export const ANSWER_DATE_SAVED = "The answer date was saved.";
