import { z } from "zod";
import { pageLimit } from "../paging.ts";
import { UPLOADS_PAGE_SIZE } from "./rules.ts";

/** One page of what was uploaded, the latest first; the cursor is the last one seen, or null. */
export const ListUploads = z.strictObject({
  cursor: z.strictObject({ createdAt: z.date(), id: z.uuid() }).nullable(),
  limit: pageLimit(UPLOADS_PAGE_SIZE),
});
export type ListUploads = z.infer<typeof ListUploads>;
