import { z } from "zod";
import { UserId } from "./users.ts";

/** How many days a transaction sheet reaches back (specification 1, section 9). */
export const TRANSACTION_SHEET_DAYS = 30;

/** The loan of one user: its summary, its transactions and what is made of them. */
export const OfUser = z.strictObject({ userId: UserId });
export type OfUser = z.infer<typeof OfUser>;
