import type { Tx } from "@countinghouse/db";
import { newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { can } from "@countinghouse/validators/roles";
import {
  WORK_TEXTS as TEXT,
  WORK_CLAIM_MINUTES,
  whyNotHold,
  workState,
} from "@countinghouse/validators/work/rules";
import type { AssignWork, FinishWork, HoldWork, SnoozeWork } from "@countinghouse/validators/work/schemas";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { oneCause, type WorkFact, waitingFacts } from "./facts.ts";

type Named = HoldWork & { requestId: string };

/** What of an item is kept beside its cause. */
interface Kept {
  heldById?: string | null;
  heldUntil?: Date | null;
  assignedToId?: string | null;
  snoozedUntil?: Date | null;
  doneAt?: Date | null;
  doneById?: string | null;
  reason?: string;
}

const MINUTE_MS = 60_000;

/**
 * Holds an item for WORK_CLAIM_MINUTES, so that nobody else works on it; again by whoever holds it, for that long from now.
 * Throws NOT_FOUND once its cause is gone, CONFLICT while somebody else holds it, or once it is done.
 */
export const holdWork = (ctx: AdminCtx, input: Named) =>
  change(ctx, "work.hold", input, (now) => ({
    heldById: ctx.actor.id,
    heldUntil: new Date(now.getTime() + WORK_CLAIM_MINUTES * MINUTE_MS),
  }));

/** Lets go of an item. Throws as `holdWork` does. */
export const releaseWork = (ctx: AdminCtx, input: Named) =>
  change(ctx, "work.release", input, () => ({ heldById: null, heldUntil: null }));

/** Gives an item to an admin, or to nobody. Throws as `holdWork` does, and RULE for who may not work on it. */
export const assignWork = (ctx: AdminCtx, input: AssignWork & { requestId: string }) =>
  change(ctx, "work.assign", input, async (_now, tx) => {
    if (input.adminId !== null) {
      const admin = await tx.admin.findUnique({
        where: { id: input.adminId },
        select: { role: true, status: true },
      });
      refuseWhen(admin?.status === "ACTIVE" && can(admin.role, "work.handle") ? null : TEXT.notStaff);
    }
    return { assignedToId: input.adminId, heldById: null, heldUntil: null };
  });

/** Puts an item off to the beginning of a day in New York. Throws as `holdWork` does, and RULE for a day that has come. */
export const snoozeWork = (ctx: AdminCtx, input: SnoozeWork & { requestId: string }) =>
  change(ctx, "work.snooze", input, (now) => {
    refuseWhen(input.until > newYorkDate(now) ? null : TEXT.dayMissing);
    return { snoozedUntil: startOfDay(input.until), heldById: null, heldUntil: null };
  });

/** Takes an item off the list with what was done about it, until its cause is heard of again. Throws as `holdWork` does. */
export const finishWork = (ctx: AdminCtx, input: FinishWork & { requestId: string }) =>
  change(ctx, "work.finish", input, (now) => ({
    doneAt: now,
    doneById: ctx.actor.id,
    reason: input.reason,
    snoozedUntil: null,
    heldById: null,
    heldUntil: null,
  }));

/** Brings an item back that is done or put off. Throws as `holdWork` does, but for one that is done. */
export const reopenWork = (ctx: AdminCtx, input: Named) =>
  change(
    ctx,
    "work.reopen",
    input,
    () => ({
      doneAt: null,
      doneById: null,
      reason: "",
      snoozedUntil: null,
      heldById: null,
      heldUntil: null,
    }),
    { evenDone: true },
  );

/** Of two who press at once the second waits for the first, and is told. */
function change(
  ctx: AdminCtx,
  action: AuditAction,
  input: Named,
  decide: (now: Date, tx: Tx) => Kept | Promise<Kept>,
  taking: Taking = {},
): Promise<{ kind: string; key: string }> {
  const { kind, key } = input;
  return ctx.command({ action, capability: "work.handle", input }, async ({ tx, now }) => {
    const fact = await takeItem(tx, input, now, ctx.actor.id, taking);
    const kept = await decide(now, tx);
    await tx.workItem.update({ where: { kind_key: { kind, key } }, data: { ...kept, updatedAt: now } });
    return {
      result: { kind, key },
      audit: {
        subject:
          fact.userId === null
            ? { type: "work_item", id: `${kind}:${key}` }
            : { type: "user", id: fact.userId },
        after: { kind, key, ...kept },
      },
    };
  });
}

interface KeptItem {
  heldBy: string | null;
  heldByName: string | null;
  heldUntil: Date | null;
  doneAt: Date | null;
  doneByName: string | null;
}

interface Taking {
  /** Takes an item that is done as well. */
  evenDone?: boolean;
}

/**
 * Takes an item for the rest of the transaction: of two who press at once the second waits here. Throws NOT_FOUND once its
 * cause is gone, CONFLICT while somebody else holds it, and once somebody has said that it is done.
 */
export async function takeItem(
  tx: Tx,
  item: HoldWork,
  now: Date,
  adminId: string,
  { evenDone = false }: Taking = {},
): Promise<WorkFact> {
  const { kind, key } = item;
  const fact = await readCause(tx, item, now);
  await tx.workItem.createMany({ data: [{ kind, key, updatedAt: now }], skipDuplicates: true });
  const [kept] = await tx.$queryRaw<KeptItem[]>`
    SELECT held.id::text AS "heldBy", held.full_name AS "heldByName", w.held_until AS "heldUntil", w.done_at AS "doneAt",
      done.full_name AS "doneByName"
    FROM work_item w LEFT JOIN admin held ON held.id = w.held_by_id LEFT JOIN admin done ON done.id = w.done_by_id
    WHERE w.kind = ${kind} AND w.key = ${key} FOR UPDATE OF w`;
  const isHeld = kept?.heldUntil != null && kept.heldUntil > now;
  const isDone = workState({ snoozedUntil: null, doneAt: kept?.doneAt ?? null }, fact.latest, now) === "done";
  const whyNot =
    whyNotHold(isHeld ? { id: kept.heldBy ?? "", name: kept.heldByName ?? "" } : null, adminId) ??
    (isDone && !evenDone ? TEXT.done(kept?.doneByName ?? "") : null);
  if (whyNot !== null) throw new DomainError("CONFLICT", whyNot);
  return fact;
}

async function readCause(tx: Tx, { kind, key }: HoldWork, now: Date): Promise<WorkFact> {
  const day = startOfDay(newYorkDate(now));
  const [fact] = waitingFacts(await tx.$queryRawUnsafe<WorkFact[]>(oneCause(kind), day, key, now), now);
  if (fact === undefined) throw new DomainError("NOT_FOUND", TEXT.gone);
  return fact;
}
