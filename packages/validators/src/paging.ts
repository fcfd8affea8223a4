import { z } from "zod";
import { storableText } from "./text.ts";

/** What the database's columns of whole numbers take. */
const LARGEST = 2_147_483_647;

/** A row's number, as wide as the database column. */
export const RowId = z.number().int().positive().max(LARGEST);

/** The version of a row that was read, counted from 1: what was changed since is not overwritten. */
export const RowVersion = z
  .number()
  .int()
  .positive()
  // The next one has to fit, too.
  .max(LARGEST - 1);

/** The same of what may not be kept yet, and is 0 then. */
export const VersionIfKept = z
  .number()
  .int()
  .min(0)
  .max(LARGEST - 1);

const SORT_DIRECTIONS = ["asc", "desc"] as const;
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
