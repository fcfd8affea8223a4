import { z } from "zod";
import { pageLimit } from "../paging.ts";
import { storableText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { TIMELINE_KIND_NAMES, TIMELINE_PAGE, TIMELINE_SEARCH_LENGTH } from "./rules.ts";

const LONGEST_KEY = 100;

/** What happened to a customer, the newest first: of some kinds, or of all; with a text in it, or any. */
export const ListTimeline = z.strictObject({
  userId: UserId,
  kinds: z.array(z.enum(TIMELINE_KIND_NAMES)).nullable().default(null),
  search: storableText().max(TIMELINE_SEARCH_LENGTH).default(""),
  cursor: z.strictObject({ at: z.date(), key: storableText().max(LONGEST_KEY) }).nullable(),
  limit: pageLimit(TIMELINE_PAGE),
});
export type ListTimeline = z.infer<typeof ListTimeline>;
