import { z } from "zod";
import { UserId } from "../users/schemas.ts";

export const ListBankLinks = z.strictObject({ userId: UserId });
export type ListBankLinks = z.infer<typeof ListBankLinks>;

/** Asks the provider for the transfer numbers of all of a user's links again. */
export const ReAuth = z.strictObject({ userId: UserId });
export type ReAuth = z.infer<typeof ReAuth>;

export const ListBalanceRecords = z.strictObject({ userId: UserId });
export type ListBalanceRecords = z.infer<typeof ListBalanceRecords>;

/** Asks the banks themselves what is in the accounts now. */
export const FetchBalances = z.strictObject({ userId: UserId });
export type FetchBalances = z.infer<typeof FetchBalances>;
