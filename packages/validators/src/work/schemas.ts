import { z } from "zod";
import { isCalendarDate } from "../new-york.ts";
import { VersionIfKept } from "../paging.ts";
import { freeText, storableText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import {
  EARLIER_WORK_VIEWS,
  MOST_TARGET_DAYS,
  WORK_TEXTS as TEXT,
  WORK_KIND_NAMES,
  WORK_REASON_LENGTH,
  WORK_VIEWS,
} from "./rules.ts";

const LONGEST_KEY = 200;

/** Names an item: what kind of cause it has, and which. */
export const WorkItem = z.strictObject({
  kind: z.enum(WORK_KIND_NAMES),
  key: storableText().min(1).max(LONGEST_KEY),
});

const View = z
  .enum([...WORK_VIEWS, "put-off"])
  .transform((view) => (view === "put-off" ? EARLIER_WORK_VIEWS[view] : view))
  .default("team");

/** Lists the items of a view, of one kind and of one customer where they are named. */
export const ListWork = z.strictObject({
  view: View,
  kind: z.enum(WORK_KIND_NAMES).nullable().default(null),
  userId: UserId.nullable().default(null),
});
export type ListWork = z.infer<typeof ListWork>;

/** Opens an item to work on it, or lets it go. */
export const HoldWork = WorkItem;
export type HoldWork = z.infer<typeof HoldWork>;

/** Brings an item back that is done or put off. */
export const ReopenWork = WorkItem;
export type ReopenWork = z.infer<typeof ReopenWork>;

/** Gives an item to an admin, or to nobody. */
export const AssignWork = WorkItem.extend({ adminId: z.uuid(TEXT.notStaff).nullable() });
export type AssignWork = z.infer<typeof AssignWork>;

/** Puts an item off to a day, YYYY-MM-DD in New York. */
export const SnoozeWork = WorkItem.extend({
  until: z.string(TEXT.dayMissing).refine(isCalendarDate, TEXT.dayMissing),
});
export type SnoozeWork = z.infer<typeof SnoozeWork>;

/** Says that an item is done whose cause does not end by itself. */
export const FinishWork = WorkItem.extend({
  reason: freeText(WORK_REASON_LENGTH, TEXT.reasonMissing).min(1, TEXT.reasonMissing),
});
export type FinishWork = z.infer<typeof FinishWork>;

/** Sends again what failed for one reason: the key of its item. */
export const SendAgain = z.strictObject({ key: WorkItem.shape.key });
export type SendAgain = z.infer<typeof SendAgain>;

/** Changes within how many banking days a kind is seen to. `version` is the one that was read; 0 where nobody has set it. */
export const SetWorkTarget = z.strictObject({
  kind: z.enum(WORK_KIND_NAMES),
  days: z.int(TEXT.targetInvalid).min(0, TEXT.targetInvalid).max(MOST_TARGET_DAYS, TEXT.targetInvalid),
  version: VersionIfKept,
});
export type SetWorkTarget = z.infer<typeof SetWorkTarget>;

/** The form of the same: days as typed. */
export const WorkTargetForm = z.strictObject({
  days: z
    .string()
    .trim()
    .regex(/^[0-9]{1,2}$/, TEXT.targetInvalid)
    .transform(Number)
    .pipe(SetWorkTarget.shape.days),
});
