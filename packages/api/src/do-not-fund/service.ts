import type { ReadDb, Tx } from "@countinghouse/db";
import {
  type BanUser,
  type DoNotFundProgress,
  doNotFundReasonText,
  type RetryDoNotFundStep,
  type UnbanUser,
} from "@countinghouse/validators/do-not-fund";
import { whyNotSetDoNotFund } from "@countinghouse/validators/do-not-fund-rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { crmLane, NOT_IN_DEALS } from "../outbox/crm-message.ts";
import { crmSteps, readStepKey, STEP_KEY_PREFIX } from "./crm-steps.ts";

type Requested<Input> = Input & { requestId: string };

const CAPABILITY = "doNotFund.write";
/** The steps of one change at most. */
const MOST_STEPS = 4;

/**
 * Flags a user as not to be funded: flag, reason and audit event at once, the CRM's part queued. Throws RULE when the
 * CRM does not know the user, CONFLICT when the flag is set already.
 */
export function setDoNotFund(ctx: AdminCtx, input: Requested<BanUser>) {
  return changeFlag(ctx, "do-not-fund.set", input, doNotFundReasonText(input));
}

/** Takes flag and reason back. Throws RULE when the CRM does not know the user, CONFLICT when there is no flag. */
export function clearDoNotFund(ctx: AdminCtx, input: Requested<UnbanUser>) {
  return changeFlag(ctx, "do-not-fund.clear", input, null);
}

function changeFlag(
  ctx: AdminCtx,
  action: string,
  input: Requested<BanUser> | Requested<UnbanUser>,
  reason: string | null,
) {
  const { userId, requestId } = input;
  return ctx.command({ action, capability: CAPABILITY, input }, async ({ tx, now }) => {
    const before = found(await lockUser(tx, userId), `There is no customer ${userId}.`);
    refuseWhen(whyNotSetDoNotFund(before));
    const after = { doNotFund: reason !== null, doNotFundReason: reason ?? "" };
    if (before.doNotFund === after.doNotFund)
      throw new DomainError(
        "CONFLICT",
        "Someone else changed the Do Not Fund flag meanwhile. Reload to see it.",
      );
    const { version } = await tx.user.update({
      where: { id: userId },
      data: { ...after, version: { increment: 1 } },
      select: { version: true },
    });
    const change = { userId, crmId: before.zohoId.trim(), reason, by: ctx.actor.fullName, at: now };
    return {
      result: { ...after, version },
      audit: {
        subject: { type: "user", id: userId },
        before: { doNotFund: before.doNotFund, doNotFundReason: before.doNotFundReason },
        after,
      },
      outbox: crmSteps(`${ctx.actor.id}:${requestId}`, change),
    };
  });
}

/** Two changes of one user's flag are put one behind the other, and so is what the CRM is told of them. */
async function lockUser(tx: Tx, id: number) {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
  return tx.user.findUnique({
    where: { id },
    select: { zohoId: true, doNotFund: true, doNotFundReason: true },
  });
}

const MESSAGE = {
  id: true,
  dedupeKey: true,
  state: true,
  attempts: true,
  receipt: true,
  lastError: true,
  createdAt: true,
} as const;

/** How far the CRM is with the last change of a user's flag, step by step; null when it was never changed here. */
export const doNotFundProgress = (ctx: AdminCtx, { userId }: DoNotFundProgress) => progressOf(ctx.db, userId);

async function progressOf(db: Pick<ReadDb, "outboxMessage">, userId: number) {
  const newestFirst = await db.outboxMessage.findMany({
    where: { lane: crmLane(userId), dedupeKey: { startsWith: STEP_KEY_PREFIX } },
    orderBy: { position: "desc" },
    take: MOST_STEPS,
    select: MESSAGE,
  });
  const [last] = newestFirst;
  if (last === undefined) return null;
  const { key } = readStepKey(last.dedupeKey);
  const steps = newestFirst
    .filter(({ dedupeKey }) => readStepKey(dedupeKey).key === key)
    .map(({ id, dedupeKey, state, attempts, receipt, lastError }) => ({
      id,
      step: readStepKey(dedupeKey).step,
      state: state === "DELIVERED" && receipt === NOT_IN_DEALS ? ("SKIPPED" as const) : state,
      attempts,
      lastError,
    }))
    .toReversed();
  return { queuedAt: last.createdAt, steps };
}

/** Queues a step of the last change again that the CRM refused. Throws RULE when it is not one of those. */
export function retryDoNotFundStep(ctx: AdminCtx, input: Requested<RetryDoNotFundStep>) {
  const { userId, stepId } = input;
  const spec = { action: "do-not-fund.retry-step", capability: CAPABILITY, input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const progress = await progressOf(tx, userId);
    const failed = progress?.steps.find(({ id, state }) => id === stepId && state === "FAILED");
    if (!failed) throw new DomainError("RULE", "This step is not one that failed.");
    await tx.outboxMessage.update({ where: { id: stepId }, data: { state: "QUEUED", nextAt: now } });
    return {
      result: { id: stepId },
      audit: {
        subject: { type: "user", id: userId },
        before: { step: failed.step, state: "FAILED", lastError: failed.lastError },
        after: { step: failed.step, state: "QUEUED" },
      },
    };
  });
}
