import { z } from "zod";
import { UserId } from "./users.ts";

export const GetBankStatistics = z.strictObject({ userId: UserId });
export type GetBankStatistics = z.infer<typeof GetBankStatistics>;
