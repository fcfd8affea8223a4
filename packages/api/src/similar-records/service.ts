import type { Statement } from "@countinghouse/db";
import { hasActiveFundedBalance, SIMILAR_USERS_SHOWN } from "@countinghouse/validators/similar-records/rules";
import type {
  ListFundedBalances,
  ListSimilarRecords,
} from "@countinghouse/validators/similar-records/schemas";
import type { AdminCtx } from "../context.ts";
import { FUNDED_BALANCES, SIMILAR_RECORDS } from "./statements.ts";

interface SimilarRow {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
  doNotFund: boolean;
  funded: boolean;
  /** Whether it is the same customer: the first user of a renewal, or a renewal. */
  renewal: boolean;
  balanceCents: number | null;
  /** The accounts or cards in common, by their last four; empty for what has no such name. */
  matches: string[];
}

/** The other users who share this kind of thing, the latest first; `isMore` says that not all of them are shown. */
export async function listSimilarRecords(ctx: AdminCtx, { userId, kind }: ListSimilarRecords) {
  const statement: Statement = SIMILAR_RECORDS[kind];
  const rows = await ctx.db.sql<SimilarRow>(statement, [userId, SIMILAR_USERS_SHOWN + 1]);
  return { users: rows.slice(0, SIMILAR_USERS_SHOWN), isMore: rows.length > SIMILAR_USERS_SHOWN };
}

interface FundedBalanceRow {
  userId: number;
  balanceCents: number;
  funded: boolean;
  renewalFunded: boolean;
}

/**
 * What is owed, in cents, by the user, its first user and renewals, and the users who have a bank account in common
 * with it; only those who have a balance. `active` says that a funded one still owes.
 */
export async function listFundedBalances(ctx: AdminCtx, { userId }: ListFundedBalances) {
  const rows = await ctx.db.sql<FundedBalanceRow>(FUNDED_BALANCES, [userId]);
  return rows.map((row) => ({
    userId: row.userId,
    balanceCents: row.balanceCents,
    active: hasActiveFundedBalance(row),
  }));
}
