import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { found } from "../errors.ts";
import { beginExport, exportFileName } from "./begin-export.ts";
import { drawStatement } from "./statement.ts";
import { readTransactions } from "./transactions.ts";

/**
 * The statement of a user's transactions, from the first to today in New York, as a PDF in base64 and the name to
 * keep it under. It leaves an audit event. Throws NOT_FOUND.
 */
export async function transactionsPdf(ctx: AdminCtx, input: OfUser & { requestId: string }) {
  const { userId } = input;
  const begun = await beginExport(ctx, "loans.exportStatement", input, (first, to) => first ?? to);
  const { madeAt, from, to, lastEntry } = begun;
  const user = found(
    await ctx.db.user.findUnique({
      where: { id: userId },
      select: { id: true, firstname: true, lastname: true, businessName: true },
    }),
    unknownUser(userId),
  );
  const transactions = lastEntry === null ? [] : await readTransactions(ctx, { userId }, lastEntry);
  const pdf = await drawStatement({
    userId,
    name: customerName(user),
    from,
    to,
    madeAt,
    transactions,
  });
  return {
    fileName: exportFileName(userId, begun, "pdf"),
    base64: pdf.toString("base64"),
  };
}
