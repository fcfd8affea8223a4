import { z } from "zod";
import { UserId } from "../users/schemas.ts";
import { SIMILAR_RECORD_KINDS } from "./rules.ts";

/** The other users who share one kind of thing with a user. */
export const ListSimilarRecords = z.strictObject({ userId: UserId, kind: z.enum(SIMILAR_RECORD_KINDS) });
export type ListSimilarRecords = z.infer<typeof ListSimilarRecords>;

export const ListFundedBalances = z.strictObject({ userId: UserId });
export type ListFundedBalances = z.infer<typeof ListFundedBalances>;
