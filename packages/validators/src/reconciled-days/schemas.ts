import { z } from "zod";
import { RECONCILIATION_MESSAGES } from "../messages.ts";
import { isCalendarDate } from "../new-york.ts";
import { freeText } from "../text.ts";
import { MOST_MATCHED, RESOLUTION_REASON_LENGTH, RECONCILED_DAYS_TEXTS as TEXT } from "./rules.ts";

const Day = z.string().refine(isCalendarDate, RECONCILIATION_MESSAGES.invalidRange);
const Reason = freeText(RESOLUTION_REASON_LENGTH, TEXT.reasonMissing).min(1, TEXT.reasonMissing);

/** A day of New York, YYYY-MM-DD. */
export const OneDay = z.strictObject({ day: Day });
export type OneDay = z.infer<typeof OneDay>;

export const OneBreak = z.strictObject({ breakId: z.uuid() });
export type OneBreak = z.infer<typeof OneBreak>;

/** Says that breaks are one payment and its parts. */
export const MatchBreaks = z.strictObject({
  breakIds: z.array(z.uuid()).min(2).max(MOST_MATCHED),
  reason: Reason,
});
export type MatchBreaks = z.infer<typeof MatchBreaks>;

export const IgnoreBreak = OneBreak.extend({ reason: Reason });
export type IgnoreBreak = z.infer<typeof IgnoreBreak>;
