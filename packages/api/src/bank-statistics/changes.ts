import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import type { StoredReport } from "../asset-reports/stored.ts";
import type { AdminCtx } from "../context.ts";
import type { Changes } from "./book.ts";
import { tagTransaction } from "./tags.ts";
import { postedTransactions } from "./transactions.ts";

/** A transaction that staff take for something else than the bank's words say. */
export interface CategoryChange {
  transactionId: string;
  /** The bank's day, YYYY-MM-DD. */
  date: string;
  name: string;
  amountCents: number;
  told: TransactionTag;
  category: TransactionTag;
  /** The full name of who changed it last. */
  changedBy: string;
  changedAt: Date;
}

/** What staff changed in a report, the newest transaction first. */
export async function listChanges(
  ctx: Pick<AdminCtx, "db">,
  reportId: number,
  report: Pick<StoredReport, "items">,
): Promise<CategoryChange[]> {
  const rows = await ctx.db.transactionCategory.findMany({
    where: { reportId },
    select: {
      transactionId: true,
      category: true,
      changedAt: true,
      changedBy: { select: { fullName: true } },
    },
  });
  if (rows.length === 0) return [];
  const changed = new Map(rows.map((row) => [row.transactionId, row]));
  return postedTransactions(report)
    .flatMap((transaction) => {
      const row = changed.get(transaction.id);
      if (!row) return [];
      const { id: transactionId, date, description: name, amountCents } = transaction;
      return {
        transactionId,
        date,
        name,
        amountCents,
        told: tagTransaction(transaction),
        category: row.category,
        changedBy: row.changedBy.fullName,
        changedAt: row.changedAt,
      };
    })
    .toReversed();
}

/** The changes as numbers need them. */
export const toChanges = (changes: readonly Pick<CategoryChange, "transactionId" | "category">[]): Changes =>
  new Map(changes.map(({ transactionId, category }) => [transactionId, category]));
