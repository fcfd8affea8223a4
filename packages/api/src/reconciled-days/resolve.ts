import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { startOfDay } from "@countinghouse/validators/new-york";
import {
  BREAK_CAUSE_NAMES,
  isRepairable,
  matchDifference,
  RECONCILED_DAYS_TEXTS as TEXT,
  whyNotMatch,
} from "@countinghouse/validators/reconciled-days/rules";
import type { IgnoreBreak, MatchBreaks, OneBreak } from "@countinghouse/validators/reconciled-days/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { OutboxDraft } from "../outbox/queue.ts";
import { sendOnceMore } from "../outbox/send-once-more.ts";
import { lockIntent } from "../payments/engine/intent-row.ts";
import { intentSheetDraft } from "../payments/engine/sheet-draft.ts";
import { refuseOff } from "../vendors-off.ts";
import { lockDay, OPEN } from "./keep.ts";
import { type ReconciledBreak, readDay } from "./list.ts";

const CAPABILITY = "reconciliation.resolve";

interface HeldBreak {
  id: string;
  day: string;
  cause: string;
  paymentId: string | null;
  resolution: string | null;
  matchId: string | null;
}

/** Holds a break and its day. Throws CONFLICT once it is gone, RULE once the day is signed off. */
async function hold(tx: Tx, breakId: string): Promise<HeldBreak> {
  const [before] = await tx.$queryRaw<{ day: string }[]>`
    SELECT day::text AS day FROM reconciliation_break WHERE id = ${breakId}::uuid`;
  if (before === undefined) throw new DomainError("CONFLICT", TEXT.gone);
  await lockDay(tx, before.day);
  const [held] = await tx.$queryRaw<HeldBreak[]>`
    SELECT id::text AS id, day::text AS day, cause, payment_id::text AS "paymentId", resolution, match_id::text AS "matchId"
    FROM reconciliation_break WHERE id = ${breakId}::uuid AND gone_at IS NULL FOR UPDATE`;
  if (held === undefined) throw new DomainError("CONFLICT", TEXT.gone);
  return held;
}

async function holdOpen(tx: Tx, breakId: string): Promise<HeldBreak> {
  const held = await hold(tx, breakId);
  if (held.resolution !== null) throw new DomainError("CONFLICT", TEXT.gone);
  return held;
}

const resolved = (ctx: AdminCtx, now: Date) => ({ resolvedAt: now, resolvedById: ctx.actor.id });
const ofDay = (day: string) => ({ type: "reconciled_day", id: day });

/**
 * Repairs a break through the outbox: the row that the sheet lacks is looked for and written once. It is over once a later run
 * does not find it any more. Throws CONFLICT once somebody has seen to it, RULE where a press can not repair it.
 */
export async function repairBreak(ctx: AdminCtx, input: OneBreak & { requestId: string }) {
  const spec = { action: "reconciledDays.repair", capability: CAPABILITY, input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    const held = await holdOpen(tx, input.breakId);
    const cause = BREAK_CAUSE_NAMES.find((name) => name === held.cause);
    const { paymentId, day } = held;
    refuseWhen(cause !== undefined && isRepairable(cause) && paymentId !== null ? null : TEXT.notRepairable);
    refuseOff("ledgerSheet", ctx.services);
    const outbox = await rowOnceMore(tx, now, paymentId ?? "", day);
    await tx.reconciliationBreak.update({
      where: { id: held.id },
      data: { resolution: "REPAIRED", ...resolved(ctx, now) },
    });
    return {
      result: { breakId: held.id },
      audit: { subject: ofDay(day), after: { breakId: held.id, cause: held.cause, paymentId } },
      outbox,
    };
  });
  ctx.services.wakeOutbox();
  return result;
}

/** The row of a payment: its message again, or where none was ever queued, since the sheet was off then, the first. */
async function rowOnceMore(tx: Tx, now: Date, paymentId: string, day: string): Promise<OutboxDraft[]> {
  const dedupeKey = `ledger-sheet:payment:${paymentId}`;
  if (await sendOnceMore(tx, now, { dedupeKey })) return [];
  const waits = await tx.outboxMessage.findUnique({ where: { dedupeKey }, select: { state: true } });
  if (waits?.state === "FAILED") throw new DomainError("RULE", "This row was permanently deleted.");
  if (waits !== null) return [];
  const intent = found(await lockIntent(tx, paymentId, { wait: true }), TEXT.gone);
  return [await intentSheetDraft(tx, intent, startOfDay(day))];
}

/** Accepts a break as it is, with a reason. Throws CONFLICT once somebody has seen to it. */
export function ignoreBreak(ctx: AdminCtx, input: IgnoreBreak & { requestId: string }) {
  const spec = { action: "reconciledDays.ignore", capability: CAPABILITY, input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const held = await holdOpen(tx, input.breakId);
    await tx.reconciliationBreak.update({
      where: { id: held.id },
      data: { resolution: "IGNORED", why: input.reason, ...resolved(ctx, now) },
    });
    return {
      result: { breakId: held.id },
      audit: {
        subject: ofDay(held.day),
        after: { breakId: held.id, cause: held.cause, reason: input.reason },
      },
    };
  });
}

/**
 * Says that breaks of a day are one payment, or one and its parts. By how much they differ together stands in the audit and on
 * the certificate. Throws CONFLICT once somebody has seen to one of them, RULE for what can not be one payment.
 */
export function matchBreaks(ctx: AdminCtx, input: MatchBreaks & { requestId: string }) {
  const spec = { action: "reconciledDays.match", capability: CAPABILITY, input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const ids = [...new Set(input.breakIds)].toSorted();
    const held: HeldBreak[] = [];
    for (const id of ids) held.push(await holdOpen(tx, id));
    const [first] = held;
    const day = first?.day ?? "";
    refuseWhen(held.every((each) => each.day === day) ? null : "The breaks are of different days.");
    const { breaks } = await readDay(tx, { day });
    const chosen = breaks.filter(({ id }): boolean => ids.includes(id));
    refuseWhen(whyNotMatch(chosen));
    const differenceCents = matchDifference(chosen);
    const matchId: string = randomUUID();
    await tx.reconciliationBreak.updateMany({
      where: { id: { in: ids } },
      data: { resolution: "MATCHED", why: input.reason, matchId, ...resolved(ctx, now) },
    });
    return {
      result: { matchId, differenceCents },
      audit: {
        subject: ofDay(day),
        after: { matchId, breakIds: ids, differenceCents, reason: input.reason, refs: chosen.map(breakRef) },
      },
    };
  });
}

const breakRef = ({ ref }: ReconciledBreak): string => ref;

/** Takes back that a break was matched, with those it was matched with, or ignored. Throws CONFLICT where it was not. */
export function undoBreak(ctx: AdminCtx, input: OneBreak & { requestId: string }) {
  const spec = { action: "reconciledDays.undo", capability: CAPABILITY, input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const held = await hold(tx, input.breakId);
    const { resolution, matchId, day } = held;
    if (resolution !== "MATCHED" && resolution !== "IGNORED") throw new DomainError("CONFLICT", TEXT.gone);
    const { count } = await tx.reconciliationBreak.updateMany({
      where: matchId === null ? { id: held.id } : { matchId, day: new Date(day) },
      data: OPEN,
    });
    return {
      result: { reopened: count },
      audit: {
        subject: ofDay(day),
        before: { breakId: held.id, resolution, matchId },
        after: { resolution: null },
      },
    };
  });
}
