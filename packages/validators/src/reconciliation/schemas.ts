import { z } from "zod";
import { FileRows } from "../exports/schemas.ts";
import { RECONCILIATION_MESSAGES } from "../messages.ts";
import { isCalendarDate } from "../new-york.ts";
import { storableText } from "../text.ts";
import { RECONCILIATION_TABS } from "./rules.ts";

const Day = z.string().refine(isCalendarDate, RECONCILIATION_MESSAGES.invalidRange);

/** The days of New York (YYYY-MM-DD, both included) whose fundings are compared. */
export const FundingReconciliation = z.strictObject({
  customDate: z.strictObject({ start: Day, end: Day }),
});
export type FundingReconciliation = z.infer<typeof FundingReconciliation>;

/** That a report is saved as a file, and what of it: the rows in sight, and whose they are. */
export const ExportReconciliation = z.strictObject({
  tab: z.enum(RECONCILIATION_TABS),
  customDate: z.strictObject({ start: Day, end: Day }),
  issuesOnly: z.boolean(),
  status: storableText().max(40).nullable(),
  rows: FileRows,
  userIds: z.array(z.number().int().positive()).max(50_000),
});
export type ExportReconciliation = z.infer<typeof ExportReconciliation>;
