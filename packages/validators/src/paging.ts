import { z } from "zod";
import { storableText } from "./text.ts";

/** A row's number, as wide as the database column. */
export const RowId = z.number().int().positive().max(2_147_483_647);

/** The version of a row that was read, counted from 1: what was changed since is not overwritten. */
export const RowVersion = RowId;

export const SORT_DIRECTIONS = ["asc", "desc"] as const;
export const SortDirection = z.enum(SORT_DIRECTIONS);
export type SortDirection = z.infer<typeof SortDirection>;

/** The place after the last row seen: its sort value, its id to break ties, and the page that follows. */
export const Cursor = z.strictObject({
  value: storableText().max(400),
  id: RowId,
  page: z.number().int().min(1),
});
export type Cursor = z.infer<typeof Cursor>;

/** How many rows one call returns: 1 to 200. */
export const pageLimit = (standard: number) => z.number().int().min(1).max(200).default(standard);
