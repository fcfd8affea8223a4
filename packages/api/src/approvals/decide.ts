import type { Tx } from "@countinghouse/db";
import { approvals } from "@countinghouse/validators/approvals/contract";
import { APPROVAL_TEXTS as TEXT, whyNotDecide } from "@countinghouse/validators/approvals/rules";
import type {
  ApproveMany,
  ApproveOne,
  DenyApproval,
  OneApproval,
} from "@countinghouse/validators/approvals/schemas";
import { approvalSubject } from "../approval-gate/gate.ts";
import { draftOutcome } from "../approval-gate/message.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { mustAddFactor } from "../factors/demands.ts";
import type { WithApprovals } from "./engine.ts";

type Requested<Input> = Input & { requestId: string };

/**
 * Approves the effect that the admin was shown, and executes it. Throws RULE when this admin may not decide it, the maker has to add a
 * second factor first, or the request no longer waits. Throws CONFLICT when another effect was shown, or the command would do something
 * else now, NOT_FOUND when the request does not exist.
 */
export async function approve(ctx: AdminCtx<WithApprovals>, input: Requested<ApproveOne>) {
  const { approvalId, effectHash } = input;
  await ctx.command(commandSpec(approvals.approve, input), async ({ tx, now }) => {
    const held = await lockToDecide(tx, now, approvalId, ctx.actor.id);
    if (held.effectHash !== effectHash) throw new DomainError("CONFLICT", TEXT.notAsSeen);
    // The approval would be void, because the maker may do nothing yet. The request waits until the maker has a factor.
    refuseWhen((await mustAddFactor(tx, held.maker)) ? TEXT.makerWithoutFactor : null);
    await tx.approval.update({
      where: { id: approvalId },
      data: { state: "APPROVED", decidedById: ctx.actor.id, decidedAt: now },
    });
    return {
      result: { approvalId },
      audit: {
        subject: approvalSubject(held.userId, approvalId),
        before: { state: "WAITING" },
        after: { approvalId, state: "APPROVED", title: held.title, effectHash },
      },
    };
  });
  return ctx.services.approvals.run(approvalId);
}

/** The outcome of one of several approvals. */
export interface ManyOutcome {
  approvalId: string;
  /** Why the command was not executed; null if it was */
  whyNot: string | null;
}

/**
 * Approves several requests of one kind, one after another; a failure does not stop the others. Throws RULE when their kinds differ or
 * the typed number is wrong.
 */
export async function approveMany(
  ctx: AdminCtx<WithApprovals>,
  { items, typedCount, requestId }: Requested<ApproveMany>,
): Promise<ManyOutcome[]> {
  if (typedCount !== items.length) throw new DomainError("RULE", TEXT.countWrong);
  const ids = items.map(({ approvalId }) => approvalId);
  const kinds = await ctx.db.approval.findMany({ where: { id: { in: ids } }, select: { action: true } });
  if (new Set(kinds.map(({ action }) => action)).size > 1) throw new DomainError("RULE", TEXT.unlike);
  const outcomes: ManyOutcome[] = [];
  for (const item of items) {
    const whyNot = await approve(ctx, {
      ...item,
      requestId: await nthRequest(requestId, item.approvalId),
    }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return error.message;
        throw error;
      },
    );
    outcomes.push({ approvalId: item.approvalId, whyNot });
  }
  return outcomes;
}

/** Denies a request. Throws RULE when this admin may not decide it or it no longer waits, NOT_FOUND when it does not exist. */
export function denyApproval(ctx: AdminCtx, input: Requested<DenyApproval>) {
  const { approvalId, note } = input;
  return ctx.command(commandSpec(approvals.deny, input), async ({ tx, now }) => {
    const held = await lockToDecide(tx, now, approvalId, ctx.actor.id);
    await tx.approval.update({
      where: { id: approvalId },
      data: { state: "DENIED", decidedById: ctx.actor.id, decidedAt: now, endedAt: now, message: note },
    });
    const text = `The request was denied: ${note}`;
    return {
      result: { approvalId },
      audit: {
        subject: approvalSubject(held.userId, approvalId),
        before: { state: "WAITING" },
        after: { approvalId, state: "DENIED", title: held.title, note },
      },
      outbox: [await draftOutcome(tx, { id: approvalId, makerId: held.makerId, text })],
    };
  });
}

/**
 * Withdraws a request of the admin. Throws RULE when it no longer waits, FORBIDDEN when another admin made it, NOT_FOUND when it does not
 * exist.
 */
export function withdrawApproval(ctx: AdminCtx, input: Requested<OneApproval>) {
  const { approvalId } = input;
  return ctx.command(commandSpec(approvals.withdraw, input), async ({ tx, now }) => {
    const held = await lockWaiting(tx, now, approvalId);
    if (held.makerId !== ctx.actor.id)
      throw new DomainError("FORBIDDEN", "Only the requester can withdraw it.");
    if (held.state !== "WAITING") throw new DomainError("RULE", TEXT.notWaiting);
    await tx.approval.update({ where: { id: approvalId }, data: { state: "WITHDRAWN", endedAt: now } });
    return {
      result: { approvalId },
      audit: {
        subject: approvalSubject(held.userId, approvalId),
        before: { state: "WAITING" },
        after: { approvalId, state: "WITHDRAWN", title: held.title },
      },
    };
  });
}

/** Returns an approval, locked until the transaction ends. A waiting one after its expiry has the state EXPIRED. */
async function lockWaiting(tx: Tx, now: Date, id: string) {
  await tx.$executeRaw`SELECT 1 FROM approval WHERE id = ${id}::uuid FOR UPDATE`;
  const held = found(
    await tx.approval.findUnique({
      where: { id },
      select: {
        state: true,
        makerId: true,
        userId: true,
        title: true,
        effectHash: true,
        expiresAt: true,
        maker: { select: { id: true, role: true } },
      },
    }),
    "There is no such approval.",
  );
  const isOver = held.state === "WAITING" && held.expiresAt <= now;
  return { ...held, state: isOver ? ("EXPIRED" as const) : held.state };
}

/** Returns an approval that this admin may decide, locked until the transaction ends. Throws RULE, NOT_FOUND. */
async function lockToDecide(tx: Tx, now: Date, id: string, adminId: string) {
  const held = await lockWaiting(tx, now, id);
  const [given] = await tx.$queryRaw<{ isOfOneGiver: boolean }[]>`
    SELECT approval_of_one_giver(${held.makerId}::uuid, ${adminId}::uuid, ${now}) AS "isOfOneGiver"`;
  refuseWhen(whyNotDecide({ ...held, isOfOneGiver: given?.isOfOneGiver ?? true }, adminId));
  return held;
}

/** Returns the request id of one of several approvals. A repeated request has the same ids. */
async function nthRequest(requestId: string, approvalId: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${requestId}:${approvalId}`)),
  );
  const hex = Buffer.from(digest).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
