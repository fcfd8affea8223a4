import { z } from "zod";
import { refineCustomDays } from "../custom-days.ts";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit } from "../paging.ts";
import {
  CHARGEBACK_PERIODS,
  CHARGEBACK_TRANSACTION_TYPES,
  CHARGEBACK_TYPES,
  CHARGEBACKS_PAGE_SIZE,
  MOST_UNPROCESSED,
} from "./rules.ts";

/** The last report seen; null starts with the newest. */
const ReportCursor = z.strictObject({ receivedAt: z.date(), id: z.uuid() }).nullable().default(null);
export type ReportCursor = z.infer<typeof ReportCursor>;

const filters = {
  period: z.enum(CHARGEBACK_PERIODS).default("Last 30 Days"),
  /** Of the period Custom: its first and its last day in New York (YYYY-MM-DD), otherwise empty. */
  startDate: z.string().max(10).default(""),
  endDate: z.string().max(10).default(""),
  transactionType: z.enum(CHARGEBACK_TRANSACTION_TYPES).default("All"),
  chargebackType: z.enum(CHARGEBACK_TYPES).default("All"),
};

/** What narrows the processed returns and chargebacks. */
export const ChargebackFilters = z.strictObject(filters).superRefine(refineCustomDays({ isLonger: true }));
export type ChargebackFilters = z.infer<typeof ChargebackFilters>;

/** One page of them, the newest first. */
export const ListChargebacks = z
  .strictObject({ ...filters, cursor: ReportCursor, limit: pageLimit(CHARGEBACKS_PAGE_SIZE) })
  .superRefine(refineCustomDays({ isLonger: true }));
export type ListChargebacks = z.infer<typeof ListChargebacks>;

/** Tries again what could not be applied, but for what was tried since the list was read. */
export const RetryUnprocessed = z.strictObject({ readAt: z.date() });
export type RetryUnprocessed = z.infer<typeof RetryUnprocessed>;

const ReportIds = z.array(z.uuid()).max(MOST_UNPROCESSED).default([]);

/** Takes reports off the list: those of bank transfers and checks, and those of cards (specification 2, section 7). */
export const DeleteUnprocessed = z.strictObject({ achReturnIds: ReportIds, cardChargebackIds: ReportIds });
export type DeleteUnprocessed = z.infer<typeof DeleteUnprocessed>;

const AnswerDay = z.string("Choose a day.").refine(isCalendarDate, "Choose a day.");

/** Sets the day (YYYY-MM-DD in New York) on which a chargeback is answered at the latest. `was` is the day that was shown. */
export const SetAnswerDate = z.strictObject({
  chargebackId: z.uuid(),
  answerBy: AnswerDay,
  was: AnswerDay.nullable(),
});
export type SetAnswerDate = z.infer<typeof SetAnswerDate>;

/** Brings reports back that were taken off the list a moment ago. */
export const RestoreUnprocessed = z.strictObject({ ids: z.array(z.uuid()).min(1).max(MOST_UNPROCESSED) });
export type RestoreUnprocessed = z.infer<typeof RestoreUnprocessed>;
