import { z } from "zod";
import { RECONCILIATION_MESSAGES } from "../messages.ts";
import { isCalendarDate } from "../new-york.ts";

const Day = z.string().refine(isCalendarDate, RECONCILIATION_MESSAGES.invalidRange);

/** The days of New York (YYYY-MM-DD, both included) whose fundings are compared. */
export const FundingReconciliation = z.strictObject({
  customDate: z.strictObject({ start: Day, end: Day }),
});
export type FundingReconciliation = z.infer<typeof FundingReconciliation>;
