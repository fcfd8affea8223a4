import type { Statement } from "@countinghouse/db";
import {
  CATEGORY_CHANGED,
  CATEGORY_TAKEN_BACK,
  whyNotCategory,
} from "@countinghouse/validators/bank-statistics/rules";
import type { ChangeCategory } from "@countinghouse/validators/bank-statistics/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { tagTransaction } from "./tags.ts";

/** One transaction of a report, without the megabytes around it. */
const TRANSACTION: Statement = {
  name: "bankStatistics.transaction",
  text: `SELECT t->>'date' AS date, t->>'originalDescription' AS description, (t->>'amountCents')::float8 AS cents,
      (t->>'pending')::bool AS pending
    FROM asset_report r CROSS JOIN LATERAL jsonb_path_query(r.report,
      '$.items[*].accounts[*].transactions[*] ? (@.transactionId == $id)', jsonb_build_object('id', $3::text)) t
    WHERE r.id = $1 AND r.user_id = $2 AND r.state = 'READY' LIMIT 1`,
};

interface TransactionRow {
  date: string | null;
  description: string | null;
  cents: number | null;
  pending: boolean | null;
}

/**
 * Takes a transaction of a report for something else than the bank's words say, or for what they say again (null). Kept beside
 * the report, which stays as it came; every number of it follows. Throws NOT_FOUND for what is not in the user's report, RULE for a
 * pending transaction or a category that money of its direction can not have, CONFLICT when it was changed since it was read.
 */
export function changeCategory(ctx: AdminCtx, input: ChangeCategory & { requestId: string }) {
  const { userId, snapshotId: reportId, transactionId, category, was } = input;
  const spec = {
    action: "bankStatistics.changeCategory",
    capability: "bankStatistics.changeCategory",
    input,
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockUser(tx, userId);
    const [row] = await ctx.db.sql<TransactionRow>(TRANSACTION, [reportId, userId, transactionId]);
    const { date, description, cents, pending } = found(row, "There is no such transaction.");
    const amountCents = Number(cents);
    if (pending === true) refuseWhen("A pending transaction does not count yet.");
    const told = tagTransaction({ amountCents, description: description ?? "" });
    const place = { reportId_transactionId: { reportId, transactionId } };
    const before = (await tx.transactionCategory.findUnique({ where: place }))?.category ?? told;
    if (before !== was) {
      throw new DomainError("CONFLICT", "Someone else changed this category.", { current: before });
    }
    const after = category ?? told;
    refuseWhen(whyNotCategory(amountCents, after));
    if (after === told) await tx.transactionCategory.deleteMany({ where: { reportId, transactionId } });
    else {
      const change = { category: after, changedById: ctx.actor.id, changedAt: now };
      await tx.transactionCategory.upsert({
        where: place,
        create: { reportId, transactionId, ...change },
        update: change,
      });
    }
    return {
      result: { category: after, message: after === told ? CATEGORY_TAKEN_BACK : CATEGORY_CHANGED },
      audit: {
        subject: { type: "user", id: String(userId) },
        before: { reportId, transactionId, date, amountCents, category: before },
        after: { reportId, transactionId, category: after },
      },
    };
  });
}
