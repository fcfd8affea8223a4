import type { OfUser } from "@countinghouse/validators/loans";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { transactionsOf } from "./service.ts";
import { drawStatement } from "./statement.ts";

/**
 * The statement of a user's transactions, from the first to today in New York, as a PDF in base64 and the name to
 * keep it under. Throws NOT_FOUND.
 */
export async function transactionsPdf(ctx: AdminCtx, { userId }: OfUser) {
  const user = found(
    await ctx.db.user.findUnique({
      where: { id: userId },
      select: { firstname: true, lastname: true, businessName: true },
    }),
    `There is no customer ${userId}.`,
  );
  const transactions = await transactionsOf(ctx, { userId });
  const to = newYorkDate(ctx.now());
  const from = transactions[0]?.transactionDate ?? to;
  const pdf = await drawStatement({
    userId,
    name: `${user.firstname} ${user.lastname}`.trim() || user.businessName || `User ${userId}`,
    from,
    to,
    madeAt: formatNewYork(ctx.now(), "dateTime"),
    transactions,
  });
  return {
    fileName: `transactions_user-${userId}_${from}_to_${to}_America-New_York.pdf`,
    base64: pdf.toString("base64"),
  };
}
