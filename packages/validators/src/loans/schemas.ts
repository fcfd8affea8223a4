import { z } from "zod";
import { USER_LEDGER_PAGE_SIZE } from "../ledger/rules.ts";
import { LedgerCursor } from "../ledger/schemas.ts";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { pageLimit } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { BALANCE_PARTS } from "./balance.ts";

/** How many days a transaction sheet covers, the last of which is today (specification 1, section 9). */
export const TRANSACTION_SHEET_DAYS = 30;

/** The loan of one user: its summary, its transactions and what is made of them. */
export const OfUser = z.strictObject({ userId: UserId });
export type OfUser = z.infer<typeof OfUser>;

/** What is owed now, or was at the end of a day in New York. */
export const ExplainBalance = z.strictObject({
  userId: UserId,
  asOf: z.string().refine(isCalendarDate, INVALID_DATE).nullable(),
});
export type ExplainBalance = z.infer<typeof ExplainBalance>;

/** One page of the ledger of one user; it goes on below the last line seen, and a null cursor starts at the newest. */
export const UserLedger = z.strictObject({
  userId: UserId,
  cursor: LedgerCursor.shape.entryId.nullable(),
  limit: pageLimit(USER_LEDGER_PAGE_SIZE),
  /** Of the balance only what this part is made of. */
  part: z.enum(BALANCE_PARTS).nullable().default(null),
});
export type UserLedger = z.infer<typeof UserLedger>;
