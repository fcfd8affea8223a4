import type { Tx } from "@countinghouse/db";
import {
  DRIFT_TEXTS,
  DRIFT_WHAT_NAMES,
  type DriftWhat,
  whyNotRepair,
} from "@countinghouse/validators/drift/rules";
import type { RepairDrift } from "@countinghouse/validators/drift/schemas";
import type { AdminCtx } from "../context.ts";
import { CrmMessage, crmDraft, NOT_IN_DEALS } from "../deals/message.ts";
import { flagMessage } from "../do-not-fund/crm-steps.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { type OutboxDraft, payloadPlace } from "../outbox/queue.ts";
import { sendOnceMore } from "../outbox/send-once-more.ts";
import { refuseOff, type Vendor } from "../vendors-off.ts";

const VENDOR_OF: Readonly<Record<DriftWhat, Vendor | null>> = {
  flag: "crm",
  stage: "crm",
  note: "crm",
  row: "ledgerSheet",
  business: "businessVerification",
  lien: "businessVerification",
  file: null,
};

interface Held {
  id: string;
  what: string;
  subject: string;
  userId: number | null;
  repairs: number;
}

/**
 * Puts right what differs outside, through the outbox and once: a note or a row is looked for before it is written again, a
 * value is set to what is meant now, and what the verifier says is taken over. Throws CONFLICT once it is put right, RULE where
 * a press can not.
 */
export async function repairDrift(ctx: AdminCtx, input: RepairDrift & { requestId: string }) {
  const spec = { action: "drift.repair", capability: "work.handle", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    const [held] = await tx.$queryRaw<Held[]>`
      SELECT id::text AS id, what, subject, user_id AS "userId", repairs FROM drift
      WHERE id = ${input.id}::uuid AND gone_at IS NULL AND repaired_at IS NULL FOR UPDATE`;
    if (held === undefined) throw new DomainError("CONFLICT", DRIFT_TEXTS.gone);
    const what = found(DRIFT_WHAT_NAMES.find((name) => name === held.what) ?? null, DRIFT_TEXTS.gone);
    refuseWhen(whyNotRepair(what));
    const vendor = VENDOR_OF[what];
    if (vendor !== null) refuseOff(vendor, ctx.services);
    const outbox = await mend(ctx, tx, now, what, held);
    await tx.drift.update({
      where: { id: held.id },
      data: { repairedAt: now, repairedById: ctx.actor.id, repairs: held.repairs + 1 },
    });
    return {
      result: { id: held.id },
      audit: {
        subject: held.userId === null ? { type: "drift", id: held.id } : { type: "user", id: held.userId },
        after: { what, drift: held.id, times: held.repairs + 1 },
      },
      outbox,
    };
  });
  ctx.services.wakeOutbox();
  return result;
}

async function mend(
  ctx: AdminCtx,
  tx: Tx,
  now: Date,
  what: DriftWhat,
  { id, subject, userId, repairs }: Held,
): Promise<OutboxDraft[]> {
  const key = `drift:${id}:${repairs + 1}`;
  // Who changes what the CRM is told of them meanwhile comes before this, or after.
  if (userId !== null) await lockUser(tx, userId);
  switch (what) {
    case "flag": {
      const user = await tx.user.findUniqueOrThrow({
        where: { id: userId ?? 0 },
        select: { zohoId: true, doNotFund: true, doNotFundReason: true },
      });
      const reason = user.doNotFund ? user.doNotFundReason : null;
      return [crmDraft(key, flagMessage({ userId: userId ?? 0, crmId: user.zohoId, reason }))];
    }
    case "stage":
      return [crmDraft(key, await lastStage(ctx, tx, userId ?? 0))];
    case "note":
    case "row":
      if (!(await sendOnceMore(tx, now, { id: subject })))
        throw new DomainError("CONFLICT", DRIFT_TEXTS.gone);
      return [];
    default:
      // The next round asks the verifier, and keeps what it says.
      await tx.business.updateMany({ where: { userId: userId ?? 0 }, data: { nextCheckAt: now } });
      return [];
  }
}

/** The last stage that the CRM was told of a customer. Throws CONFLICT while another is on its way: it would be set back by this one. */
async function lastStage(ctx: AdminCtx, tx: Tx, userId: number): Promise<CrmMessage> {
  const told = await tx.outboxMessage.findMany({
    where: { lane: `crm:${userId}`, state: { in: ["DELIVERED", "QUEUED"] }, deletedAt: null },
    orderBy: { position: "desc" },
    select: { id: true, state: true, payload: true, receipt: true },
  });
  for (const { id, state, payload, receipt } of told) {
    const { data } = CrmMessage.safeParse(JSON.parse(ctx.services.vault.open(payloadPlace(id), payload)));
    if (data?.step !== "stage") continue;
    // The deal that was moved, by whatever it was named: the customer may have a newer one since.
    if (state === "DELIVERED") return { ...data, dealId: receipt === NOT_IN_DEALS ? data.dealId : receipt };
    break;
  }
  throw new DomainError("CONFLICT", DRIFT_TEXTS.gone);
}
