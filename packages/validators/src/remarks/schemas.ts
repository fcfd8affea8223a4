import { z } from "zod";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { pageLimit, RowId } from "../paging.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { REMARK_CATEGORIES, REMARK_LENGTH, REMARKS_PAGE_SIZE } from "./rules.ts";

/** One page of the derogatory remarks on a user; pages count from 1. */
export const ListRemarks = z.strictObject({
  userId: UserId,
  pageLimit: pageLimit(REMARKS_PAGE_SIZE),
  currentPage: z.number().int().min(1).max(100_000).default(1),
});
export type ListRemarks = z.infer<typeof ListRemarks>;

/** Adds a remark on a customer, of a day (YYYY-MM-DD in New York) that has come. */
export const RemarkForm = z.strictObject({
  category: z.enum(REMARK_CATEGORIES, "Choose a category."),
  remarkDate: z.string().refine(isCalendarDate, INVALID_DATE),
  note: requiredText("note", REMARK_LENGTH),
});
export const AddRemark = RemarkForm.extend({ userId: UserId });
export type AddRemark = z.infer<typeof AddRemark>;

/** Ends a remark that staff added, with the reason. */
export const EndRemark = z.strictObject({ remarkId: RowId, reason: requiredText("reason", REMARK_LENGTH) });
export type EndRemark = z.infer<typeof EndRemark>;
