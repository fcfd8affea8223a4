import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

/** What a file of transactions covers. */
export interface TransactionsExport {
  madeAt: Date;
  /** Both days included, YYYY-MM-DD in New York. */
  from: string;
  to: string;
  /** The last entry of the ledger that is in it; null when there is none. */
  lastEntry: string | null;
}

type ExportKind = "loans.exportSheet" | "loans.exportStatement";

/**
 * Decides what a file of a user's transactions covers, and leaves the audit event that somebody took them away. The file
 * itself is kept nowhere: repeated, the same request covers the same entries. `toFrom` says on which day it begins,
 * given the day of the first transaction (null without one) and the last day. Throws NOT_FOUND, LIMITED.
 */
export async function beginExport(
  ctx: AdminCtx,
  action: ExportKind,
  input: OfUser & { requestId: string },
  toFrom: (first: string | null, to: string) => string,
): Promise<TransactionsExport> {
  const { userId } = input;
  await ctx.reading.note({ userIds: [userId] });
  return ctx.command({ action, capability: "payments.read", input }, async ({ tx, now }) => {
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    const [held] = await tx.$queryRaw<{ first: string | null; lastEntry: string | null }[]>`
      SELECT min(t.effective_on)::text AS first, max(e.id)::text AS "lastEntry"
      FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
      JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE a.code = ${`receivable:${userId}`}`;
    const to = newYorkDate(now);
    const from = toFrom(held?.first ?? null, to);
    return {
      result: { madeAt: now, from, to, lastEntry: held?.lastEntry ?? null },
      audit: { subject: { type: "user", id: userId }, after: { from, to } },
    };
  });
}

/** The name of a file of transactions: whose, from when to when, and by which clock. */
export const exportFileName = (userId: number, { from, to }: TransactionsExport, ending: string): string =>
  `transactions_user-${userId}_${from}_to_${to}_America-New_York.${ending}`;
