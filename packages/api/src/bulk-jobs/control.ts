import type { BulkBatchState, Tx } from "@countinghouse/db";
import { type BulkKind, CAPABILITY_TO_START } from "@countinghouse/validators/bulk-jobs/rules";
import type { OneBatch, OneBulkKind } from "@countinghouse/validators/bulk-jobs/schemas";
import { BULK_JOBS_MESSAGES } from "@countinghouse/validators/messages";
import { PAYOUT_HOLD_TEXTS as HOLD } from "@countinghouse/validators/payout-hold/rules";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import type { WithBulkJobs } from "./engine/bulk-engine.ts";
import { KIND_NAMES } from "./rules.ts";
import { lockKind } from "./start.ts";

/**
 * Stops claiming: what a worker has not begun goes back and waits, what was sent goes on. Throws RULE where it does not
 * run, NOT_FOUND.
 */
export const pauseBatch = (ctx: AdminCtx<WithBulkJobs>, input: OneBatch & { requestId: string }) =>
  move(ctx, input, { action: "bulkJobs.pause", from: "RUNNING", to: "PAUSED" });

/** Goes on with a paused batch. Throws FORBIDDEN for whoever may not start one of its kind, RULE where it is not paused, NOT_FOUND. */
export const resumeBatch = (ctx: AdminCtx<WithBulkJobs>, input: OneBatch & { requestId: string }) =>
  move(ctx, input, { action: "bulkJobs.resume", from: "PAUSED", to: "RUNNING" });

interface Move {
  action: AuditAction;
  from: BulkBatchState;
  to: BulkBatchState;
}

async function move(
  ctx: AdminCtx<WithBulkJobs>,
  input: OneBatch & { requestId: string },
  { action, from, to }: Move,
): Promise<{ state: BulkBatchState }> {
  const { batchId } = input;
  const kind = await kindOf(ctx, batchId);
  // To stop is open to more than to begin.
  const capability = to === "RUNNING" ? CAPABILITY_TO_START[kind] : "bulkJobs.reset";
  const result = await ctx.command({ action, capability, input }, async ({ tx, now }) => {
    const { count } = await tx.bulkBatch.updateMany({
      where: { id: batchId, state: from },
      data: { state: to, lastProgressAt: now, change: { increment: 1 } },
    });
    if (count === 0)
      throw new DomainError(
        "RULE",
        from === "RUNNING" ? "This batch does not run." : "This batch is not paused.",
      );
    if (to === "PAUSED") await takeBack(tx, batchId);
    return {
      result: { state: to },
      audit: { subject: { type: "bulk-batch", id: batchId }, before: { state: from }, after: { state: to } },
    };
  });
  ctx.services.bulkJobs.announce({ batchId, kind });
  ctx.services.bulkJobs.wake(kind);
  return result;
}

/** Throws NOT_FOUND. */
async function kindOf({ db }: AdminCtx, batchId: string): Promise<BulkKind> {
  const batch = await db.bulkBatch.findUnique({ where: { id: batchId }, select: { kind: true } });
  return found(batch, "There is no such batch.").kind;
}

/** What was claimed and has neither a payment nor a bank being asked about it waits again. */
const takeBack = (tx: Tx, batchId: string) => tx.$executeRaw`
  UPDATE bulk_item i SET state = 'WAITING', claimed_by = NULL, claimed_until = NULL
  FROM bulk_batch b WHERE b.id = i.batch_id AND b.id = ${batchId}::uuid AND b.kind <> 'BULK_BALANCE'
    AND i.state = 'CLAIMED' AND i.intent_id IS NULL`;

/**
 * Forces the running flag off (specification 2, section 4): the epoch is raised, what was not sent is cancelled, what
 * was sent goes on to its end. Says how many of each. Throws FORBIDDEN for whoever may not start one, RULE when no job of the kind is
 * running.
 */
export async function resetKind(ctx: AdminCtx<WithBulkJobs>, input: OneBulkKind & { requestId: string }) {
  const { kind } = input;
  const spec = { action: "bulkJobs.reset", capability: CAPABILITY_TO_START[kind], input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    const epoch = await lockKind(tx, kind);
    await tx.jobControl.update({ where: { kind }, data: { epoch: { increment: 1 } } });
    const stopped = await cancelRunning(tx, kind, now);
    return {
      result: { success: true, message: BULK_JOBS_MESSAGES.reset, ...stopped },
      audit: {
        subject: { type: "bulk-job", id: kind },
        before: { epoch },
        after: { epoch: epoch + 1, ...stopped },
      },
    };
  });
  ctx.services.bulkJobs.announce({ batchId: result.batchId, kind });
  return result;
}

async function cancelRunning(tx: Tx, kind: BulkKind, now: Date) {
  // Who writes to the items of a batch holds the batch first.
  const [batch] = await tx.$queryRaw<{ id: string; change: number }[]>`
    UPDATE bulk_batch SET state = 'CANCELLED', finished_at = ${now}, change = change + 1
    WHERE kind = ${kind}::"BulkKind" AND state IN ('RUNNING', 'PAUSED') RETURNING id::text AS id, change`;
  if (batch === undefined) throw new DomainError("RULE", `No ${KIND_NAMES[kind]} job is running.`);
  const cancelled = await cancelUnsent(tx, batch, now);
  const inFlight = await tx.bulkItem.count({ where: { batchId: batch.id, state: "CLAIMED" } });
  return { batchId: batch.id, cancelled, inFlight };
}

/** Cancels the rows of a batch that was cancelled which have no payment. Returns how many. */
async function cancelUnsent(
  tx: Tx,
  { id, change }: { id: string; change: number },
  now: Date,
): Promise<number> {
  const cancelled = await tx.$executeRaw`
    UPDATE bulk_item SET state = 'CANCELLED', claimed_by = NULL, claimed_until = NULL, finished_at = ${now},
      error_message = 'Cancelled before it was sent.', change = ${change}
    WHERE batch_id = ${id}::uuid AND (state = 'WAITING' OR (state = 'CLAIMED' AND intent_id IS NULL))`;
  await tx.bulkBatch.update({ where: { id }, data: { cancelled: { increment: cancelled } } });
  return cancelled;
}

/**
 * Cancels a run while it is held: nothing of it is sent. Throws RULE where it is held no more, FORBIDDEN for whoever may not start
 * one of its kind, NOT_FOUND.
 */
export async function cancelHeldBatch(ctx: AdminCtx<WithBulkJobs>, input: OneBatch & { requestId: string }) {
  const { batchId } = input;
  const kind = await kindOf(ctx, batchId);
  const spec = { action: "bulkJobs.cancelHeld", capability: CAPABILITY_TO_START[kind], input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    const [held] = await tx.$queryRaw<HeldBatch[]>`
      SELECT state::text AS state, held_until AS "heldUntil"
      FROM bulk_batch WHERE id = ${batchId}::uuid FOR UPDATE`;
    const batch = found(held, "There is no such batch.");
    const isOver = batch.state === "COMPLETED" || batch.state === "CANCELLED";
    if (isOver || batch.heldUntil === null || batch.heldUntil <= now)
      throw new DomainError("RULE", HOLD.runNotHeld);
    const { change } = await tx.bulkBatch.update({
      where: { id: batchId },
      data: { state: "CANCELLED", finishedAt: now, change: { increment: 1 } },
      select: { change: true },
    });
    const cancelled = await cancelUnsent(tx, { id: batchId, change }, now);
    return {
      result: { batchId, cancelled, message: HOLD.runCancelled },
      audit: {
        subject: { type: "bulk-batch", id: batchId },
        before: { state: batch.state, heldUntil: batch.heldUntil },
        after: { state: "CANCELLED", cancelled },
      },
    };
  });
  ctx.services.bulkJobs.announce({ batchId, kind });
  return result;
}

interface HeldBatch {
  state: BulkBatchState;
  heldUntil: Date | null;
}
