import type { Statement, Tx } from "@countinghouse/db";
import { type NamedUser, whyNotSetDoNotFund } from "@countinghouse/validators/do-not-fund/rules";
import {
  type BanUser,
  type DoNotFundEffect,
  type DoNotFundProgress,
  doNotFundReasonText,
  type RetryDoNotFundStep,
  type UnbanUser,
} from "@countinghouse/validators/do-not-fund/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { crmProgress, retryCrmStep } from "../deals/crm-progress.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { paidOutSql } from "../ledger/paid-out.ts";
import { lockUser } from "../lock-user.ts";
import { crmSteps, STEPS } from "./crm-steps.ts";

type Requested<Input> = Input & { requestId: string };

const CAPABILITY = "doNotFund.write";

/**
 * Flags a user as not to be funded: flag, reason and audit event at once, the CRM's part queued. Throws RULE when the
 * CRM does not know the user, CONFLICT when the flag is set already.
 */
export function setDoNotFund(ctx: AdminCtx, input: Requested<BanUser>) {
  return changeFlag(ctx, "doNotFund.set", input, doNotFundReasonText(input));
}

/** Takes flag and reason back. Throws RULE when the CRM does not know the user, CONFLICT when there is no flag. */
export function clearDoNotFund(ctx: AdminCtx, input: Requested<UnbanUser>) {
  return changeFlag(ctx, "doNotFund.clear", input, null);
}

function changeFlag(
  ctx: AdminCtx,
  action: AuditAction,
  input: Requested<BanUser> | Requested<UnbanUser>,
  reason: string | null,
) {
  const { userId, requestId } = input;
  return ctx.command({ action, capability: CAPABILITY, input }, async ({ tx, now }) => {
    const before = found(await lockFlag(tx, userId), unknownUser(userId));
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
      approval: { matters: ["LIFT_BAN"], title: "Turn Do Not Fund off", userId, amountCents: null },
    };
  });
}

/** Two changes of one user's flag are put one behind the other, and so is what the CRM is told of them. */
async function lockFlag(tx: Tx, id: number) {
  await lockUser(tx, id);
  return tx.user.findUnique({
    where: { id },
    select: { zohoId: true, doNotFund: true, doNotFundReason: true },
  });
}

/** How far the CRM is with the last change of a user's flag, step by step; null when it was never changed here. */
export const doNotFundProgress = (ctx: AdminCtx, { userId }: DoNotFundProgress) =>
  crmProgress(ctx.db, STEPS, userId);

/** Queues a step of the last change again that the CRM refused. Throws RULE when it is not one of those. */
export const retryDoNotFundStep = (ctx: AdminCtx, input: Requested<RetryDoNotFundStep>) =>
  retryCrmStep(ctx, { action: "doNotFund.retryStep", capability: CAPABILITY, steps: STEPS }, input);

interface EffectRow {
  samePerson: NamedUser[];
  unpaidDates: number;
  unpaidCents: number;
}

/** $1 is the user. The same person: the same SSN or EIN, or of the same renewals (person.ts). */
const EFFECT: Statement = {
  name: "doNotFund.effect",
  text: `WITH same AS (
      SELECT u.id FROM users u WHERE u.id = $1
      UNION SELECT f.id FROM users u JOIN users f ON f.ssn_index = u.ssn_index WHERE u.id = $1
      UNION SELECT f.id FROM users u JOIN users f ON f.ein_index = u.ein_index WHERE u.id = $1
      UNION SELECT u.ref_user_id FROM users u WHERE u.id = $1 AND u.ref_user_id IS NOT NULL
      UNION SELECT f.id FROM users u JOIN users f ON f.ref_user_id = coalesce(u.ref_user_id, u.id) WHERE u.id = $1)
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', f.id, 'name',
          coalesce(nullif(trim(f.firstname || ' ' || f.lastname), ''), f.business_name)) ORDER BY f.id), '[]')
        FROM same JOIN users f USING (id) WHERE f.id <> $1) AS "samePerson",
      count(s.id)::int AS "unpaidDates", coalesce(sum(s.amount_cents - s.paid_cents), 0)::float8 AS "unpaidCents"
    FROM users u LEFT JOIN same ON true
      LEFT JOIN payment_schedule s ON s.user_id = same.id AND s.status = 'UNPAID' AND ${paidOutSql("s")}
    WHERE u.id = $1 GROUP BY u.id`,
};

/**
 * What Do Not Fund of a user reaches beside the flag: who is the same person, and the unpaid payment dates of that person, which
 * payment automation leaves from then on (amount in cents). Throws NOT_FOUND.
 */
export async function doNotFundEffect({ db }: AdminCtx, { userId }: DoNotFundEffect): Promise<EffectRow> {
  const [row] = await db.sql<EffectRow>(EFFECT, [userId]);
  return found(row, unknownUser(userId));
}
