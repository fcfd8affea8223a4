import { z } from "zod";
import { SIMILAR_RECORD_KINDS } from "./similar-records-rules.ts";
import { UserId } from "./users.ts";

/** The other users who share one kind of thing with a user. */
export const ListSimilarRecords = z.strictObject({ userId: UserId, kind: z.enum(SIMILAR_RECORD_KINDS) });
export type ListSimilarRecords = z.infer<typeof ListSimilarRecords>;

export const ListFundedBalances = z.strictObject({ userId: UserId });
export type ListFundedBalances = z.infer<typeof ListFundedBalances>;
