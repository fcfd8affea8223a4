import type { OneAutomationBatch } from "@countinghouse/validators/automation/schemas";
import { getBatch } from "../bulk-jobs/batches.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { batchError, batchStatus } from "./rules.ts";
import { LEFT_OUT } from "./run.ts";

/** How the batch that was requested at a time stands. Throws NOT_FOUND. */
export async function automationBatch(ctx: AdminCtx, { requestedAt }: OneAutomationBatch) {
  const where = { kind_requestedAt: { kind: "AUTOMATION", requestedAt: new Date(requestedAt) } } as const;
  const { id: batchId } = found(
    await ctx.db.bulkBatch.findUnique({ where, select: { id: true } }),
    "There is no such batch.",
  );
  const [batch, leftOut, failedUnsent] = await Promise.all([
    getBatch(ctx, { batchId }),
    ctx.db.bulkItem.count({ where: { batchId, errorCode: LEFT_OUT } }),
    ctx.db.bulkItem.count({ where: { batchId, state: "FAILED", intentId: null } }),
  ]);
  const { state, total, completedCount, counts, startedAt, finishedAt, startedBy, isStalled, heldUntil } =
    batch;
  const facts = { state, total, completedCount, leftOut, failedUnsent, ...counts };
  return {
    batchId,
    status: batchStatus(facts),
    error: batchError(facts),
    totalTransactions: total,
    totalCompletedTransactions: completedCount,
    /** Of both: those that were left out from the start. */
    leftOut,
    heldUntil,
    isPaused: state === "PAUSED",
    isStalled,
    startedAt,
    finishedAt,
    startedBy,
  };
}
