import { z } from "zod";
import { FileRows } from "../exports/schemas.ts";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit, RowId } from "../paging.ts";
import {
  ALL_PARTNERS,
  CHANNELS,
  DEAL_TYPES,
  FUNNEL_OUTCOMES,
  FUNNEL_USERS_PAGE,
  whyNotFunnelDays,
} from "./rules.ts";

/**
 * What a funnel report is of: inclusive days of New York (YYYY-MM-DD), deal type, channel and partner. The days of a
 * period may be one day; those that are chosen are not.
 */
const Asked = z.strictObject({
  startDate: z.string().max(10),
  endDate: z.string().max(10),
  dealType: z.enum(DEAL_TYPES).default("All"),
  channel: z.enum(CHANNELS).default("All"),
  /** The code of a partner; counts with the channel Partner alone. */
  partner: z.string().max(40).default(ALL_PARTNERS.value),
});

function refineDays(
  { startDate, endDate }: { startDate: string; endDate: string },
  context: z.core.$RefinementCtx,
): void {
  if (startDate === endDate && isCalendarDate(startDate)) return;
  const message = whyNotFunnelDays(startDate, endDate);
  if (message) context.addIssue({ code: "custom", path: ["endDate"], message });
}

export const FunnelReport = Asked.superRefine(refineDays);
export type FunnelReport = z.infer<typeof FunnelReport>;

/** That a report is saved as a file. */
export const ExportFunnel = z.strictObject({ report: FunnelReport, rows: FileRows });
export type ExportFunnel = z.infer<typeof ExportFunnel>;
/** The customers behind a number of such a report: those of a phase of whom this became. The cursor is the last one seen. */
export const ListFunnelUsers = Asked.extend({
  eventId: RowId,
  outcome: z.enum(FUNNEL_OUTCOMES),
  cursor: RowId.nullable(),
  limit: pageLimit(FUNNEL_USERS_PAGE),
}).superRefine(refineDays);
export type ListFunnelUsers = z.infer<typeof ListFunnelUsers>;
