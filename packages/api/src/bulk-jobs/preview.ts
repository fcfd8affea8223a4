import { reviewReasons } from "@countinghouse/validators/bulk-jobs/review";
import { type BulkPaymentKind, readUserIds } from "@countinghouse/validators/bulk-jobs/rules";
import type {
  PreviewBulkPayments,
  PreviewFailed,
  PreviewList,
} from "@countinghouse/validators/bulk-jobs/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { listRead } from "../reading.ts";
import { customersForJob } from "./kept-list.ts";
import { chooseSource, type PayerRow, readPayers, reviewFacts } from "./payer-facts.ts";
import { likePayments, reviewDigest } from "./reviewed.ts";
import { bulkMode, bulkRail } from "./rules.ts";

/**
 * What the customers named by pasted ids would be charged, in the order in which they were pasted, each once, with
 * every reason why one can not be or should be looked at, and the digest by which the server knows what it showed. Amounts
 * in cents. Nobody is told about the amount: `amountReasons` does that, since it may be edited.
 */
export async function previewBulkPayments(ctx: AdminCtx, { kind, version, userIds }: PreviewBulkPayments) {
  return { rows: await previewRows(ctx, { kind, version }, readUserIds(userIds).ids) };
}

/** The same for the customers of a kept list. Throws NOT_FOUND, and RULE for more than a job takes. */
export async function previewList(ctx: AdminCtx, { kind, version, listId }: PreviewList) {
  return { rows: await previewRows(ctx, { kind, version }, await customersForJob(ctx, listId)) };
}

/** The same for those whose payment failed or was cancelled in a batch, with its amounts. Throws NOT_FOUND, RULE. */
export async function previewFailed(ctx: AdminCtx, { batchId }: PreviewFailed) {
  const { kind, version, items } = found(
    await ctx.db.bulkBatch.findUnique({
      where: { id: batchId },
      select: {
        kind: true,
        version: true,
        items: {
          where: { state: { in: ["FAILED", "CANCELLED"] } },
          orderBy: { position: "asc" },
          select: { userId: true, amountCents: true },
        },
      },
    }),
    "There is no such batch.",
  );
  if (kind === "BULK_BALANCE") throw new DomainError("RULE", "This batch paid nothing.");
  if (kind === "REVERT") throw new DomainError("RULE", "Refund the remaining payments from their batch.");
  if (kind === "AUTOMATION")
    throw new DomainError("RULE", "Payment automation selects its customers automatically.");
  const amounts = new Map(items.map(({ userId, amountCents }) => [userId, Number(amountCents)]));
  const rows = await previewRows(ctx, { kind, version }, [...amounts.keys()]);
  return { rows: rows.map((row) => ({ ...row, paymentCents: amounts.get(row.userId) ?? row.paymentCents })) };
}

interface Screen {
  kind: BulkPaymentKind;
  version: number;
}

async function previewRows(ctx: AdminCtx, screen: Screen, userIds: readonly number[]) {
  const now = ctx.now();
  const rows = await readPayers(ctx.db, userIds, now);
  const shown = rows.map(({ userId }) => userId);
  const draft = listRead(shown, { procedure: "bulkJobs.preview", kind: screen.kind });
  await ctx.reading.note({ userIds: shown, event: { action: "users.readList", draft } });
  return rows.map((row) => ({
    ...previewRow(row, screen, now),
    /** What was shown, as the server will know it again. */
    reviewed: reviewDigest(ctx.services.vault, screen.kind, row),
  }));
}

function previewRow(row: PayerRow, { kind, version }: Screen, now: Date) {
  const { source, whyNot } = chooseSource(row, bulkRail(kind), now);
  return {
    userId: row.userId,
    renewalId: row.renewalId,
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    /** What is due, as far as it is owed; else what the application names. */
    paymentCents: row.dueCents === null ? row.paymentCents : Math.min(row.dueCents, row.payoffCents),
    paybackCents: row.paybackCents,
    discountDate: row.discountDate,
    /** Of the card or the account it would be taken from; empty where there is none. */
    last4: source?.last4 ?? "",
    /** How it would be taken: RCC where the first version of the ACH screen falls back to it. */
    mode: bulkMode(kind, version, row.hasLink),
    scheduleId: row.scheduleId,
    dueDate: row.dueDate,
    scheduledCents: row.scheduledCents,
    dueCents: row.dueCents,
    balanceCents: row.balanceCents,
    payoffCents: row.payoffCents,
    newestPaymentId: row.newestPaymentId,
    likePayments: likePayments(row, bulkRail(kind), now),
    lastPaidAt: row.lastPaidAt,
    /** When it was put into a batch that still runs: then it is not editable. */
    requestedAt: row.requestedAt,
    reasons: reviewReasons(reviewFacts(row, source, whyNot)),
  };
}
