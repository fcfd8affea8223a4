import type { ReadDb, Tx } from "@countinghouse/db";
import type { Capability } from "@countinghouse/validators/roles";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { overtaken } from "../outbox/overtaken.ts";
import { sendFailedAgain } from "../outbox/send-once-more.ts";
import { refuseOff } from "../vendors-off.ts";
import { crmLane, NOT_IN_DEALS } from "./message.ts";

/** The steps that one kind of change has in the CRM. */
export interface CrmSteps<Step extends string> {
  /** What their keys begin with. */
  prefix: string;
  /** A change has each of them once at most. */
  names: readonly [Step, ...Step[]];
}

/** The key of a step of a change, delivered once. `change` names the change. */
export const crmStepKey = <Step extends string>(
  { prefix }: CrmSteps<Step>,
  change: string,
  step: Step,
): string => `${prefix}${change}:${step}`;

/** How far the CRM is with the last change of a kind of a user, step by step; null when it was told of none. */
export async function crmProgress<Step extends string>(
  db: Pick<ReadDb, "outboxMessage"> | Tx,
  steps: CrmSteps<Step>,
  userId: number,
) {
  const newestFirst = await db.outboxMessage.findMany({
    where: { lane: crmLane(userId), dedupeKey: { startsWith: steps.prefix } },
    orderBy: { position: "desc" },
    take: steps.names.length,
    select: {
      id: true,
      dedupeKey: true,
      state: true,
      attempts: true,
      receipt: true,
      lastError: true,
      createdAt: true,
    },
  });
  const [last] = newestFirst;
  if (last === undefined) return null;
  const { change } = readKey(steps, last.dedupeKey);
  return {
    queuedAt: last.createdAt,
    steps: newestFirst
      .filter(({ dedupeKey }) => readKey(steps, dedupeKey).change === change)
      .map(({ id, dedupeKey, state, attempts, receipt, lastError }) => ({
        id,
        step: readKey(steps, dedupeKey).step,
        state: state === "DELIVERED" && receipt === NOT_IN_DEALS ? ("SKIPPED" as const) : state,
        attempts,
        lastError,
      }))
      .toReversed(),
  };
}

function readKey<Step extends string>({ names }: CrmSteps<Step>, dedupeKey: string) {
  const end = dedupeKey.lastIndexOf(":");
  const step = names.find((name) => name === dedupeKey.slice(end + 1)) ?? names[0];
  return { change: dedupeKey.slice(0, end), step };
}

interface Retry<Step extends string> {
  action: AuditAction;
  capability: Capability;
  steps: CrmSteps<Step>;
}

const NOT_FAILED = "This step is not one that failed.";
const OVERTAKEN =
  "A later change of the same field was sent to the CRM. Retrying this step would undo it. Reload to see its state.";

/**
 * Queues a step of the last change again that the CRM refused, as whatever failed is sent again: not before the CRM can no longer
 * be doing the last attempt. Throws RULE when it is not one of those, or there is no CRM; CONFLICT when something later of the
 * same was told since.
 */
export async function retryCrmStep<Step extends string>(
  ctx: AdminCtx,
  { action, capability, steps }: Retry<Step>,
  input: { userId: number; stepId: string; requestId: string },
) {
  const { userId, stepId } = input;
  const result = await ctx.command({ action, capability, input }, async ({ tx, now }) => {
    const [failed] = await tx.$queryRaw<{ id: string; lane: string; lastError: string }[]>`
      SELECT id::text AS id, lane, last_error AS "lastError" FROM outbox_message
      WHERE id = ${stepId}::uuid AND lane = ${crmLane(userId)} AND starts_with(dedupe_key, ${steps.prefix})
        AND state = 'FAILED' AND deleted_at IS NULL FOR UPDATE`;
    if (failed === undefined) throw new DomainError("RULE", NOT_FAILED);
    const progress = await crmProgress(tx, steps, userId);
    const last = progress?.steps.find(({ id }) => id === stepId);
    const late = await overtaken(tx, ctx.services.vault, [failed]);
    if (last === undefined || late.has(stepId)) throw new DomainError("CONFLICT", OVERTAKEN);
    refuseOff("crm", ctx.services);
    await sendFailedAgain(tx, now, [stepId]);
    return {
      result: { id: stepId },
      audit: {
        subject: { type: "user", id: userId },
        before: { step: last.step, state: "FAILED", lastError: failed.lastError },
        after: { step: last.step, state: "QUEUED" },
      },
    };
  });
  ctx.services.wakeOutbox();
  return result;
}
