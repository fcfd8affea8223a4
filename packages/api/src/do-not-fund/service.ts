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
import {
  type ApplicationChange,
  declineForDoNotFund,
  reopenAfterDoNotFund,
} from "../applications/decline.ts";
import type { AuditDraft } from "../audit.ts";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { crmProgress, retryCrmStep } from "../deals/crm-progress.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { paidOutSql } from "../ledger/paid-out.ts";
import { lockUsers } from "../locks.ts";
import { crmSteps, otherDealStep, STEPS } from "./crm-steps.ts";
import { SAME_PERSON, whyDoNotFundUser } from "./person.ts";

type Requested<Input> = Input & { requestId: string };

const CAPABILITY = "doNotFund.write";

/**
 * Flags a user as not to be funded, and declines the open application of each user who is the same person: at once, the CRM's part
 * queued. Throws RULE when the CRM does not know the user, CONFLICT when the flag is set already.
 */
export function setDoNotFund(ctx: AdminCtx, input: Requested<BanUser>) {
  return changeFlag(ctx, "doNotFund.set", input, doNotFundReasonText(input));
}

/**
 * Takes flag, reason and the declines by it back. Throws RULE when the CRM does not know the user, CONFLICT when there is no flag.
 */
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
    const ids = await lockPerson(tx, userId);
    const before = found(await readFlag(tx, userId), unknownUser(userId));
    refuseWhen(whyNotSetDoNotFund(before));
    const after = { doNotFund: reason !== null, doNotFundReason: reason ?? "" };
    if (before.doNotFund === after.doNotFund)
      throw new DomainError("CONFLICT", "Someone else changed the Do Not Fund flag. Reload to see it.");
    const { version } = await tx.user.update({
      where: { id: userId },
      data: { ...after, version: { increment: 1 } },
      select: { version: true },
    });
    const changes =
      reason === null
        ? await reopenFundable(tx, ids, before.doNotFundReason)
        : await declineForDoNotFund(tx, ids, reason, now);
    const change = { userId, crmId: before.zohoId.trim(), reason, by: ctx.actor.fullName, at: now };
    const key = `${ctx.actor.id}:${requestId}`;
    const others = await readOthers(tx, userId, changes);
    return {
      result: { ...after, version },
      audit: [
        withApplication(changes.get(userId), {
          subject: { type: "user", id: userId },
          before: { doNotFund: before.doNotFund, doNotFundReason: before.doNotFundReason },
          after,
        }),
        ...others.map(({ id }) =>
          withApplication(changes.get(id), {
            subject: { type: "user", id },
            before: {},
            after: { samePerson: userId },
          }),
        ),
      ],
      outbox: [
        ...crmSteps(key, change),
        ...others.flatMap(({ id, zohoId }) =>
          zohoId.trim() === "" ? [] : [otherDealStep(key, { ...change, userId: id, crmId: zohoId.trim() })],
        ),
      ],
      approval: { matters: ["LIFT_BAN"], title: "Turn Do Not Fund off", userId, amountCents: null },
    };
  });
}

/** Locks the person that a user is: changes of their flags, and what the CRM is told of these, come one behind the other. Returns their ids. */
async function lockPerson(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ id: number }[]>(`${SAME_PERSON} ORDER BY 1`, userId);
  const ids = rows.map(({ id }) => id);
  await lockUsers(tx, ids);
  return ids;
}

const readFlag = (tx: Tx, id: number) =>
  tx.user.findUnique({ where: { id }, select: { zohoId: true, doNotFund: true, doNotFundReason: true } });

/** Takes the declines by a flag back that is gone, of those whom nothing else keeps from being funded. */
async function reopenFundable(tx: Tx, ids: readonly number[], reason: string) {
  const fundable: number[] = [];
  for (const id of ids) if ((await whyDoNotFundUser(tx, id)) === null) fundable.push(id);
  return reopenAfterDoNotFund(tx, fundable, reason);
}

/** The other users of the person whose application changed, with their ids in the CRM. */
const readOthers = (tx: Tx, userId: number, changes: ReadonlyMap<number, ApplicationChange>) =>
  tx.user.findMany({
    where: { id: { in: [...changes.keys()].filter((id) => id !== userId) } },
    select: { id: true, zohoId: true },
    orderBy: { id: "asc" },
  });

const withApplication = (
  change: ApplicationChange | undefined,
  { before, after, ...draft }: AuditDraft,
): AuditDraft => ({
  ...draft,
  before: { ...before, ...(change && { application: change.before }) },
  after: { ...after, ...(change && { application: change.after }) },
});

/** How far the CRM is with the last change of a user's flag, step by step; null when it was never changed here. */
export const doNotFundProgress = (ctx: AdminCtx, { userId }: DoNotFundProgress) =>
  crmProgress(ctx.db, STEPS, userId);

/** Queues a step of the last change again that the CRM refused. Throws RULE when it is not one of those. */
export const retryDoNotFundStep = (ctx: AdminCtx, input: Requested<RetryDoNotFundStep>) =>
  retryCrmStep(ctx, { action: "doNotFund.retryStep", capability: CAPABILITY, steps: STEPS }, input);

interface EffectRow {
  samePerson: NamedUser[];
  /** The applications that it would decline. */
  openApplications: number[];
  unpaidDates: number;
  unpaidCents: number;
}

/** $1 is the user. */
const EFFECT: Statement = {
  name: "doNotFund.effect",
  text: `WITH same AS (${SAME_PERSON})
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', f.id, 'name',
          coalesce(nullif(trim(f.firstname || ' ' || f.lastname), ''), f.business_name)) ORDER BY f.id), '[]')
        FROM same JOIN users f USING (id) WHERE f.id <> $1) AS "samePerson",
      (SELECT coalesce(jsonb_agg(a.id ORDER BY a.id), '[]') FROM same JOIN LATERAL (SELECT * FROM application n
        WHERE n.user_id = same.id ORDER BY n.id DESC LIMIT 1) a ON true
        WHERE a.stage NOT IN ('funded', 'declined') AND a.funded_at IS NULL) AS "openApplications",
      count(s.id)::int AS "unpaidDates", coalesce(sum(s.amount_cents - s.paid_cents), 0)::float8 AS "unpaidCents"
    FROM users u LEFT JOIN same ON true
      LEFT JOIN payment_schedule s ON s.user_id = same.id AND s.status = 'UNPAID' AND ${paidOutSql("s")}
    WHERE u.id = $1 GROUP BY u.id`,
};

/**
 * What Do Not Fund of a user reaches beside the flag: who is the same person, the open applications of that person, which are
 * declined, and the unpaid payment dates, which payment automation leaves from then on (amount in cents). Throws NOT_FOUND.
 */
export async function doNotFundEffect({ db }: AdminCtx, { userId }: DoNotFundEffect): Promise<EffectRow> {
  const [row] = await db.sql<EffectRow>(EFFECT, [userId]);
  return found(row, unknownUser(userId));
}
