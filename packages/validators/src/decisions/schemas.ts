import { z } from "zod";
import { UserId } from "../users/schemas.ts";

export const ListDecisions = z.strictObject({ userId: UserId });
export type ListDecisions = z.infer<typeof ListDecisions>;

export const GetUnderwriting = z.strictObject({ userId: UserId });
export type GetUnderwriting = z.infer<typeof GetUnderwriting>;

/** How far the look-up of what a user's application lacks is. */
export const GetFactsLookup = z.strictObject({ userId: UserId });
export type GetFactsLookup = z.infer<typeof GetFactsLookup>;

/** The look-ups of a customer that failed, once more. */
export const RetryFactsLookup = z.strictObject({ userId: UserId });
export type RetryFactsLookup = z.infer<typeof RetryFactsLookup>;

export const GetVantageScore = z.strictObject({ userId: UserId });
export type GetVantageScore = z.infer<typeof GetVantageScore>;
