import { z } from "zod";
import { pageLimit } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { REMARKS_PAGE_SIZE } from "./rules.ts";

/** One page of the derogatory remarks on a user; pages count from 1. */
export const ListRemarks = z.strictObject({
  userId: UserId,
  pageLimit: pageLimit(REMARKS_PAGE_SIZE),
  currentPage: z.number().int().min(1).max(100_000).default(1),
});
export type ListRemarks = z.infer<typeof ListRemarks>;
