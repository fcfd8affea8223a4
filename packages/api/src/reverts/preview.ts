import type { Vault } from "@countinghouse/db/vault";
import { PAYMENT_RAILS, type PaymentRail } from "@countinghouse/validators/payments/kinds";
import { MOST_GIVABLE_SHOWN, whyNotRevert } from "@countinghouse/validators/reverts/rules";
import type { PreviewRevert } from "@countinghouse/validators/reverts/schemas";
import { vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { canonicalJson } from "../canonical-json.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { listRead } from "../reading.ts";
import { type Givable, givableBy, readGivable } from "./facts.ts";

/**
 * What a batch has taken: how much of it can be given back by each rail, with the digest by which the server knows what it showed, and
 * why the rest can not. Throws NOT_FOUND.
 */
export async function previewRevert(ctx: AdminCtx, { batchId }: PreviewRevert) {
  const { _count, ...batch } = found(
    await ctx.db.bulkBatch.findUnique({
      where: { id: batchId },
      select: {
        kind: true,
        state: true,
        revertedBy: {
          orderBy: { requestedAt: "desc" },
          take: 1,
          select: {
            id: true,
            state: true,
            total: true,
            done: true,
            failed: true,
            unknown: true,
            cancelled: true,
          },
        },
        _count: { select: { items: { where: { intentId: null } } } },
      },
    }),
    "There is no such batch.",
  );
  const payments = await readGivable(ctx.db, batchId);
  const shown = payments.slice(0, MOST_GIVABLE_SHOWN);
  const userIds = shown.map(({ userId }) => userId);
  const draft = listRead(userIds, { procedure: "reverts.preview", batchId });
  await ctx.reading.note({ userIds, event: { action: "users.readList", draft } });
  return {
    whyNot: whyNotRevert(batch),
    rails: PAYMENT_RAILS.map((rail) => {
      const givable = givableBy(rail, payments);
      return {
        rail,
        count: givable.length,
        totalCents: sumCents(givable),
        reviewed: revertDigest(ctx.services.vault, batchId, rail, givable),
        whyNot: whyNotVendor(vendorOfRail(rail), ctx.services.vendorsOff),
      };
    }),
    reasons: countReasons(payments),
    /** Rows that never had a payment. */
    neverSent: _count.items,
    count: payments.length,
    rows: shown,
    /** The newest batch that gives it back. */
    latest: batch.revertedBy[0] ?? null,
  };
}

/** What payments come to that are given back, in cents. */
export const sumCents = (payments: readonly Givable[]): number =>
  payments.reduce((sum, { leftCents }) => sum + leftCents, 0);

function countReasons(payments: readonly Givable[]): { reason: string; count: number }[] {
  const reasons = payments.flatMap(({ whyNot }) => whyNot ?? []);
  return Array.from(
    Map.groupBy(reasons, (reason) => reason),
    ([reason, all]) => ({ reason, count: all.length }),
  ).sort((one, other) => other.count - one.count);
}

/** Stands for what was shown: which payments, and how much of each. */
export function revertDigest(
  vault: Vault,
  batchId: string,
  rail: PaymentRail,
  givable: readonly Givable[],
): string {
  const facts = {
    batchId,
    rail,
    payments: givable.map(({ paymentId, leftCents }) => [paymentId, leftCents]),
  };
  return Buffer.from(vault.secretHash("revert-review", canonicalJson(facts))).toString("base64url");
}
