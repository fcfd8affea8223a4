import type { ReadDb, Tx } from "@countinghouse/db";
import type { CrmDeal } from "@countinghouse/providers/crm/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import {
  CLOSED_LOST,
  DEAL_SOURCE,
  type DealStanding,
  UNDERWRITING,
  whyNotDeclineDeal,
  whyNotMoveDeal,
  whyNotRequestDeal,
} from "@countinghouse/validators/deals/rules";
import type { DeclineDeal, GetDeal, MoveDeal, RequestDeal } from "@countinghouse/validators/deals/schemas";
import { DECLINED_STEP } from "@countinghouse/validators/funnel/rules";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { declineApplication, reopenApplication } from "../applications/decline.ts";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { payloadPlace } from "../outbox/queue.ts";
import type { WithPorts } from "../ports.ts";
import { CrmMessage, crmDraft, crmLane, EDIT_KEY_PREFIX } from "./message.ts";

type Requested<Input> = Input & { requestId: string };

const CAPABILITY = "deals.write";

/**
 * The customer's deal as the CRM has it now, null when the customer is not in deals, and the last change made here.
 * Throws NOT_FOUND, and UNAVAILABLE when the CRM does not say.
 */
export async function getDeal(ctx: AdminCtx<WithPorts<"crm">>, { userId }: GetDeal) {
  const { zohoId } = await readUser(ctx.db, userId);
  const [deal, change] = await Promise.all([askForDeal(ctx, zohoId), lastChange(ctx, ctx.db, userId)]);
  return { zohoId, deal, change };
}

/** Moves the customer's deal into a queue, and takes a decline of its application back. Throws RULE when it may not be, CONFLICT when it is another deal now. */
export async function moveDeal(ctx: AdminCtx<WithPorts<"crm">>, input: Requested<MoveDeal>) {
  const { stage } = input;
  const spec = { action: "deals.move", capability: CAPABILITY, input } as const;
  return changeStage(ctx, spec, { stage, declineReason: null }, (standing) =>
    whyNotMoveDeal(stage, standing),
  );
}

/** Closes the customer's deal as lost and declines its application, for a reason. Throws RULE when it is declined already, CONFLICT as moving does. */
export async function declineDeal(ctx: AdminCtx<WithPorts<"crm">>, input: Requested<DeclineDeal>) {
  const spec = { action: "deals.decline", capability: CAPABILITY, input } as const;
  return changeStage(ctx, spec, { stage: CLOSED_LOST, declineReason: input.reason }, whyNotDeclineDeal);
}

/** Asks the CRM for a deal of a customer who has none. Throws RULE when there is one, or no customer in the CRM. */
export async function requestDeal(ctx: AdminCtx<WithPorts<"crm">>, input: Requested<RequestDeal>) {
  const { userId, requestId } = input;
  const user = await readUser(ctx.db, userId);
  const asked = await settleAnswer(askForDeal(ctx, user.zohoId));
  const spec = { action: "deals.request", capability: CAPABILITY, input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const standing = await readStanding(ctx, tx, userId, asked());
    refuseWhen(whyNotRequestDeal(standing, user.zohoId));
    return {
      result: { queued: true },
      audit: { subject: { type: "user", id: userId }, after: { source: DEAL_SOURCE } },
      outbox: [
        crmDraft(`deals:${ctx.actor.id}:${requestId}`, {
          step: "request",
          userId,
          crmId: user.zohoId,
          name: dealName(user, userId),
          stage: UNDERWRITING,
          source: DEAL_SOURCE,
        }),
      ],
    };
  });
}

interface ChangeSpec {
  action: AuditAction;
  capability: typeof CAPABILITY;
  input: { requestId: string; userId: number; dealId: string };
}

type Standing = DealStanding & { deal: CrmDeal | null };

async function changeStage(
  ctx: AdminCtx<WithPorts<"crm">>,
  spec: ChangeSpec,
  to: { stage: string; declineReason: string | null },
  whyNot: (standing: DealStanding) => string | null,
) {
  const { userId, dealId, requestId } = spec.input;
  const { zohoId } = await readUser(ctx.db, userId);
  const asked = await settleAnswer(askForDeal(ctx, zohoId));
  return ctx.command(spec, async ({ tx, now }) => {
    const standing = await readStanding(ctx, tx, userId, asked());
    refuseWhen(whyNot(standing));
    if (standing.deal?.dealId !== dealId)
      throw new DomainError("CONFLICT", "The customer has another deal now. Reload to see it.");
    if (to.declineReason !== null)
      await tx.journeyEvent.create({ data: { userId, name: DECLINED_STEP, happenedAt: now } });
    const application =
      to.declineReason === null
        ? await reopenApplication(tx, { userId, dealId })
        : await declineApplication(tx, { userId, dealId }, to.declineReason, now);
    return {
      result: { queued: true },
      audit: {
        subject: { type: "user", id: userId },
        before: { ...standing.deal, ...(application && { application: application.before }) },
        after: { dealId, ...to, ...(application && { application: application.after }) },
      },
      outbox: [
        crmDraft(`deals:${ctx.actor.id}:${requestId}`, {
          step: "stage",
          userId,
          crmId: zohoId,
          dealId,
          ...to,
        }),
      ],
    };
  });
}

/** The facts of the rules: what the CRM said before, and what is on its way, with every other change held off. */
async function readStanding(ctx: AdminCtx, tx: Tx, userId: number, deal: CrmDeal | null): Promise<Standing> {
  await lockUser(tx, userId);
  const change = await lastChange(ctx, tx, userId);
  return { deal, isChanging: change?.state === "QUEUED" };
}

/** An answer that is looked at later: a request that was already answered needs none. */
async function settleAnswer<Answer>(asking: Promise<Answer>): Promise<() => Answer> {
  const [outcome] = await Promise.allSettled([asking]);
  return () => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  };
}

async function askForDeal(ctx: AdminCtx<WithPorts<"crm">>, zohoId: string): Promise<CrmDeal | null> {
  if (zohoId === "") return null;
  try {
    const looked = await ctx.services.ports.crm.findDeal(zohoId);
    return looked.inDeals ? looked.deal : null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.services.log.warn({ error: error.message }, "crm");
    throw new DomainError("UNAVAILABLE", "The CRM did not return the deal's stage. Try again.");
  }
}

/** The last message about the customer's deal, by whichever screen, and how far it is. */
async function lastChange(ctx: AdminCtx, db: Pick<ReadDb, "outboxMessage">, userId: number) {
  const newestFirst = await db.outboxMessage.findMany({
    where: { lane: crmLane(userId), NOT: { dedupeKey: { startsWith: EDIT_KEY_PREFIX } } },
    orderBy: { position: "desc" },
    take: NEWEST,
    select: { id: true, payload: true, state: true, lastError: true, createdAt: true },
  });
  for (const { payload, ...message } of newestFirst) {
    const opened = CrmMessage.parse(JSON.parse(ctx.services.vault.open(payloadPlace(message.id), payload)));
    if (opened.step !== "stage" && opened.step !== "request") continue;
    const declineReason = opened.step === "stage" ? opened.declineReason : null;
    return { ...message, step: opened.step, stage: opened.stage, declineReason };
  }
  return null;
}

/** Among so many steps there is always one about the deal. */
const NEWEST = 4;

const readUser = async (db: ReadDb, userId: number) =>
  found(
    await db.user.findUnique({
      where: { id: userId },
      select: { zohoId: true, firstname: true, lastname: true, businessName: true },
    }),
    unknownUser(userId),
  );

const dealName = (
  user: { firstname: string; lastname: string; businessName: string },
  userId: number,
): string => `${user.firstname} ${user.lastname}`.trim() || user.businessName || `Customer ${userId}`;
