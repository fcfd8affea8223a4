import type { Tx } from "@countinghouse/db";
import { payments } from "@countinghouse/validators/payments/contract";
import { PAYOUT_HOLD, PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import type { CancelHeld, ListHeld, SetPayoutHold } from "@countinghouse/validators/payout-hold/schemas";
import { can } from "@countinghouse/validators/roles";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { lockIntent } from "./engine/intent-row.ts";
import { moveIntent } from "./state.ts";

const MINUTE_MS = 60_000;

/** Returns how long payouts and runs are held, in minutes, and who set it. */
export async function getPayoutHold(ctx: AdminCtx) {
  const held = await ctx.db.payoutHold.findUnique({
    where: { id: 1 },
    select: {
      minutes: true,
      runMinutes: true,
      version: true,
      updatedAt: true,
      updatedBy: { select: { fullName: true } },
    },
  });
  return {
    minutes: held?.minutes ?? PAYOUT_HOLD.standardMinutes,
    runMinutes: held?.runMinutes ?? PAYOUT_HOLD.standardMinutes,
    version: held?.version ?? 0,
    updatedAt: held?.updatedAt ?? null,
    updatedBy: held?.updatedBy.fullName ?? null,
  };
}

/** Returns the end of the hold for a payout that begins now; null without a hold. */
export async function holdUntil(tx: Tx, now: Date): Promise<Date | null> {
  const held = await tx.payoutHold.findUnique({ where: { id: 1 }, select: { minutes: true } });
  return minutesFrom(now, held?.minutes);
}

/** Returns the end of the hold for a collecting run that starts now; null without a hold. */
export async function runHoldUntil(tx: Tx, now: Date): Promise<Date | null> {
  const held = await tx.payoutHold.findUnique({ where: { id: 1 }, select: { runMinutes: true } });
  return minutesFrom(now, held?.runMinutes);
}

const minutesFrom = (now: Date, minutes: number = PAYOUT_HOLD.standardMinutes): Date | null =>
  minutes === 0 ? null : new Date(now.getTime() + minutes * MINUTE_MS);

/** Sets the hold for payouts and runs that begin from now on. Throws CONFLICT when its version has changed since it was read. */
export function setPayoutHold(ctx: AdminCtx, input: SetPayoutHold & { requestId: string }) {
  const { minutes, runMinutes, version } = input;
  return ctx.command(commandSpec(payments.setHold, input), async ({ tx, now }) => {
    const before = await tx.payoutHold.findUnique({
      where: { id: 1 },
      select: { minutes: true, runMinutes: true },
    });
    const facts = { minutes, runMinutes, version: version + 1, updatedById: ctx.actor.id, updatedAt: now };
    const { count } =
      version === 0
        ? await tx.payoutHold.createMany({ data: facts, skipDuplicates: true })
        : await tx.payoutHold.updateMany({ where: { id: 1, version }, data: facts });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.changed);
    return {
      result: { minutes, runMinutes, version: version + 1, message: TEXT.saved },
      audit: {
        subject: { type: "setting", id: "payoutHold" },
        before: before ?? {
          minutes: PAYOUT_HOLD.standardMinutes,
          runMinutes: PAYOUT_HOLD.standardMinutes,
        },
        after: { minutes, runMinutes },
      },
      approval: {
        matters: ["LIMITS"],
        title: `${TEXT.label}: ${minutes} minutes; ${TEXT.runsLabel}: ${runMinutes} minutes`,
        userId: null,
        amountCents: null,
      },
    };
  });
}

/** Returns the held payouts of a customer, the first to be sent first. Cents. */
export async function listHeld(ctx: AdminCtx, { userId }: ListHeld) {
  const rows = await ctx.db.paymentIntent.findMany({
    where: { userId, state: "READY", heldUntil: { gt: ctx.now() } },
    orderBy: { heldUntil: "asc" },
    select: {
      id: true,
      kind: true,
      amountCents: true,
      instrumentLast4: true,
      heldUntil: true,
      createdBy: { select: { fullName: true } },
    },
  });
  return rows.flatMap(({ amountCents, createdBy, heldUntil, ...row }) =>
    heldUntil === null
      ? []
      : [{ ...row, heldUntil, amountCents: Number(amountCents), by: createdBy?.fullName ?? "" }],
  );
}

/**
 * Cancels a held payout, so that nothing is sent. Throws RULE when it is no longer held, FORBIDDEN when this admin neither
 * requested it nor may decide approvals, NOT_FOUND.
 */
export function cancelHeld(ctx: AdminCtx, input: CancelHeld & { requestId: string }) {
  const { paymentId } = input;
  return ctx.command(commandSpec(payments.cancelHeld, input), async ({ tx, now }) => {
    const intent = found(await lockIntent(tx, paymentId, { wait: true }), "There is no such payment.");
    if (intent.createdById !== ctx.actor.id && !can(ctx.actor.role, "approvals.decide"))
      throw new DomainError("FORBIDDEN", TEXT.notYours);
    const isHeld = intent.state === "READY" && intent.heldUntil !== null && intent.heldUntil > now;
    if (!isHeld) throw new DomainError("RULE", TEXT.notHeld);
    await moveIntent(tx, paymentId, "READY", ["CANCELLED"]);
    await tx.paymentIntent.update({
      where: { id: paymentId },
      data: { failureCode: "cancelled", failureMessage: TEXT.cancelled, dueAt: null },
    });
    return {
      result: { paymentId, message: TEXT.cancelled },
      audit: {
        subject: { type: "user", id: intent.userId },
        before: { paymentId, state: "READY" },
        after: { paymentId, state: "CANCELLED", kind: intent.kind, amountCents: intent.amountCents },
      },
    };
  });
}
