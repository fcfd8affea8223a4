import { z } from "zod";
import { RowId } from "../paging.ts";
import { storableText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { ANALYTICS_FLOWS, FLOWS, PAYERS, STATISTICS_PERIODS, TRANSACTION_TAGS } from "./rules.ts";

/** Which snapshot of a user; null is the newest. */
const Snapshot = { userId: UserId, snapshotId: RowId.nullable().default(null) };

export const ListMatches = z.strictObject(Snapshot);
export type ListMatches = z.infer<typeof ListMatches>;

export const ListBankSnapshots = z.strictObject({ userId: UserId });
export type ListBankSnapshots = z.infer<typeof ListBankSnapshots>;

export const GetBankStatistics = z.strictObject(Snapshot);
export type GetBankStatistics = z.infer<typeof GetBankStatistics>;

/** The transactions behind a number: a flow in a period, page by page from 1. */
export const ListFlowTransactions = z.strictObject({
  ...Snapshot,
  flow: z.enum([...FLOWS, ...ANALYTICS_FLOWS]),
  period: z.literal(STATISTICS_PERIODS),
  /** Of payments to lenders only those to this one. */
  lender: z.string().max(500).nullable().default(null),
  /** Of income only that through these payers. */
  through: z.enum(PAYERS).nullable().default(null),
  page: z.number().int().min(1).max(100_000).default(1),
});
export type ListFlowTransactions = z.infer<typeof ListFlowTransactions>;

/**
 * Another category for a transaction of a snapshot; null is what the bank's words say. `was` is the one that was read: a
 * change made since then is not overwritten.
 */
export const ChangeCategory = z.strictObject({
  userId: UserId,
  snapshotId: RowId,
  transactionId: storableText().min(1).max(200),
  category: z.enum(TRANSACTION_TAGS).nullable(),
  was: z.enum(TRANSACTION_TAGS),
});
export type ChangeCategory = z.infer<typeof ChangeCategory>;
