import { z } from "zod";
import { UserId } from "./users.ts";

export const ListDecisions = z.strictObject({ userId: UserId });
export type ListDecisions = z.infer<typeof ListDecisions>;

export const GetUnderwriting = z.strictObject({ userId: UserId });
export type GetUnderwriting = z.infer<typeof GetUnderwriting>;

export const GetVantageScore = z.strictObject({ userId: UserId });
export type GetVantageScore = z.infer<typeof GetVantageScore>;
