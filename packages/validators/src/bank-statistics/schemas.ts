import { z } from "zod";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { ANALYTICS_FLOWS, FLOWS, STATISTICS_PERIODS } from "./rules.ts";

/** Which snapshot of a user; null is the newest. */
const Snapshot = { userId: UserId, snapshotId: RowId.nullable().default(null) };

export const ListBankSnapshots = z.strictObject({ userId: UserId });
export type ListBankSnapshots = z.infer<typeof ListBankSnapshots>;

export const GetBankStatistics = z.strictObject(Snapshot);
export type GetBankStatistics = z.infer<typeof GetBankStatistics>;

/** The transactions behind a number: a flow in a period, page by page from 1. */
export const ListFlowTransactions = z.strictObject({
  ...Snapshot,
  flow: z.enum([...FLOWS, ...ANALYTICS_FLOWS]),
  period: z.literal(STATISTICS_PERIODS),
  page: z.number().int().min(1).max(100_000).default(1),
});
export type ListFlowTransactions = z.infer<typeof ListFlowTransactions>;
