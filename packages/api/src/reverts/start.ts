import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { REVERT_TEXTS as TEXT, whyNotRevert } from "@countinghouse/validators/reverts/rules";
import type { StartRevert } from "@countinghouse/validators/reverts/schemas";
import { vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import type { WithLimits } from "../auth/limits.ts";
import type { WithBulkJobs } from "../bulk-jobs/engine/bulk-engine.ts";
import { KIND_NAMES } from "../bulk-jobs/rules.ts";
import { insertItems, lockIdle, openBatch } from "../bulk-jobs/start.ts";
import type { AdminCtx } from "../context.ts";
import { refuseInRecovery } from "../environment/gate.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { checkPasscode } from "../passcodes/service.ts";
import { givableBy, readGivable } from "./facts.ts";
import { revertDigest, sumCents } from "./preview.ts";

const KIND = "REVERT";

/**
 * Gives back, in the background, what a batch that is over has taken by one rail: a payment for each of its payments, which
 * names it. Money goes out only with the passcode. Throws RULE where the batch is not over, nothing can be given back, or something
 * else than was shown; CONFLICT while another batch is given back, LIMITED after wrong passcodes, NOT_FOUND.
 */
export async function startRevert(
  ctx: AdminCtx<WithBulkJobs & WithLimits>,
  input: StartRevert & { requestId: string },
) {
  const { passcode, ...order } = input;
  // Whoever asked for it has proven it: it is neither kept nor asked of whoever approves.
  if (ctx.approvalId === null) await checkPasscode(ctx, order.rail, passcode);
  const { batchId, rail } = order;
  const spec = { action: `bulkJobs.start.${KIND}`, capability: "bulkJobs.giveBack", input: order } as const;
  const started = await ctx.command(spec, async ({ tx, now, vendorsOff }) => {
    refuseWhen(whyNotVendor(vendorOfRail(rail), vendorsOff));
    await refuseInRecovery(tx);
    const epoch = await lockIdle(tx, KIND);
    const batch = found(
      await tx.bulkBatch.findUnique({
        where: { id: batchId },
        select: { kind: true, state: true, requestedAt: true },
      }),
      "There is no such batch.",
    );
    refuseWhen(whyNotRevert(batch));
    const givable = givableBy(rail, await readGivable(tx, batchId));
    if (revertDigest(ctx.services.vault, batchId, rail, givable) !== order.reviewed)
      throw new DomainError("RULE", TEXT.changed, { confirm: "changed" });
    if (givable.length === 0) throw new DomainError("RULE", TEXT.nothing);
    if (givable.length !== order.count) throw new DomainError("RULE", TEXT.countWrong);
    const { id } = await openBatch(tx, now, {
      kind: KIND,
      version: 1,
      epoch,
      requestedById: ctx.actor.id,
      total: givable.length,
      revertsId: batchId,
    });
    const rows = givable.map(({ userId, leftCents }) => ({ userId, amountCents: leftCents }));
    await insertItems(
      tx,
      id,
      rows.map((row) => ({ ...row, scheduleId: null })),
    );
    const totalCents = sumCents(givable);
    const of = `${KIND_NAMES[batch.kind]} of ${formatNewYork(batch.requestedAt, "dateTime")}`;
    return {
      result: { batchId: id },
      audit: {
        subject: { type: "bulk-batch", id },
        after: { kind: KIND, gives: batchId, rail, payments: givable.length, totalCents },
      },
      approval: {
        matters: ["REVERT", "PAY_OUT"],
        title: `Refund ${givable.length} payments of the ${of}: ${formatCents(totalCents)}`,
        userId: null,
        amountCents: totalCents,
        batchId: id,
        rows,
      },
    };
  });
  ctx.services.bulkJobs.announce({ batchId: started.batchId, kind: KIND });
  ctx.services.bulkJobs.wake(KIND);
  return started;
}
