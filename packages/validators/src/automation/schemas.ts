import { z } from "zod";
import { ReviewDigest } from "../confirmations/schemas.ts";
import { refineCustomDays } from "../custom-days.ts";
import { AmountCents } from "../money-field.ts";
import { pageLimit, VersionIfKept } from "../paging.ts";
import {
  AUTOMATION_PAGE_SIZE,
  AUTOMATION_PERIODS,
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  AUTOMATION_TYPES,
} from "./rules.ts";
import { RUN_AT, TIMED_RUN_DECISIONS } from "./timer.ts";

/** When a batch was requested, in milliseconds: what its address names it by (specification 2, section 2). */
const BatchTime = z.number().int().min(0).max(8_640_000_000_000_000);

/** The last row seen: its batch and its place there; null starts with the newest batch. */
const RowCursor = z
  .strictObject({ requestedAt: BatchTime, position: z.int().min(0).max(2_147_483_647) })
  .nullable()
  .default(null);
export type AutomationCursor = z.infer<typeof RowCursor>;

const filters = {
  period: z.enum(AUTOMATION_PERIODS).default("Current Day"),
  /** Of the period Custom: its first and its last day in New York (YYYY-MM-DD), otherwise empty. */
  startDate: z.string().max(10).default(""),
  endDate: z.string().max(10).default(""),
  /** One batch, whenever it was; null shows those of the period. */
  requestedAt: BatchTime.nullable().default(null),
  paymentType: z.enum(AUTOMATION_TYPES).default("All"),
  status: z.enum(AUTOMATION_STATUSES).default("All"),
  source: z.enum(AUTOMATION_SOURCES).default("All"),
};

/** What narrows the transactions of payment automation. */
export const AutomationFilters = z.strictObject(filters).superRefine(refineCustomDays({ isLonger: false }));
export type AutomationFilters = z.infer<typeof AutomationFilters>;

/** The same as the query of an address, where everything is text. */
export const AutomationExport = z
  .strictObject({
    ...filters,
    requestedAt: z
      .union([z.literal("").transform(() => null), z.coerce.number().pipe(BatchTime)])
      .default(null),
  })
  .superRefine(refineCustomDays({ isLonger: false }));

/** One page of them, those of the newest batch first. */
export const ListAutomation = z
  .strictObject({ ...filters, cursor: RowCursor, limit: pageLimit(AUTOMATION_PAGE_SIZE) })
  .superRefine(refineCustomDays({ isLonger: false }));
export type ListAutomation = z.infer<typeof ListAutomation>;

/** The batch that was requested at a time. */
export const OneAutomationBatch = z.strictObject({ requestedAt: BatchTime });
export type OneAutomationBatch = z.infer<typeof OneAutomationBatch>;

/** Starts payment automation for what was shown as due: whom it concerns the server alone says. */
export const RunAutomation = z.strictObject({
  reviewed: ReviewDigest,
  /** Of a run that takes more than the limit for it: the total as it was typed. */
  typedTotalCents: AmountCents.nullable().default(null),
});
export type RunAutomation = z.infer<typeof RunAutomation>;

/** When payment automation runs by itself. */
export const automationTimerForm = z.strictObject({
  isOn: z.boolean(),
  /** HH:MM in New York. */
  runAt: z.string().regex(RUN_AT, "Enter a time as HH:MM."),
});

/** Has payment automation run by itself on banking days, or not any more; `version` as it was read, 0 where nobody has set it. */
export const SetAutomationTimer = automationTimerForm.extend({ version: VersionIfKept });
export type SetAutomationTimer = z.infer<typeof SetAutomationTimer>;

/** Holds, releases or cancels the next timed run: the one of the day that was shown. */
export const DecideTimedRun = z.strictObject({
  day: z.iso.date(),
  decision: z.enum(TIMED_RUN_DECISIONS),
});
export type DecideTimedRun = z.infer<typeof DecideTimedRun>;
