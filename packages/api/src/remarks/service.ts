import { newYorkDate } from "@countinghouse/validators/new-york";
import { stopsDebits, REMARK_TEXTS as TEXT } from "@countinghouse/validators/remarks/rules";
import type { AddRemark, EndRemark, ListRemarks } from "@countinghouse/validators/remarks/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { toIsoDay } from "../stored-values.ts";

/** One page of the derogatory remarks on a user, the latest first, and how many there are in all. */
export async function listRemarks(ctx: AdminCtx, { userId, pageLimit, currentPage }: ListRemarks) {
  const [remarks, count] = await Promise.all([
    ctx.db.derogatoryRemark.findMany({
      where: { userId },
      orderBy: [{ remarkDate: "desc" }, { id: "desc" }],
      skip: (currentPage - 1) * pageLimit,
      take: pageLimit,
      select: {
        id: true,
        remarkDate: true,
        addedBy: true,
        category: true,
        note: true,
        stopsDebits: true,
        importKey: true,
        addedById: true,
        endedAt: true,
        endReason: true,
        endedBy: { select: { fullName: true } },
      },
    }),
    ctx.db.derogatoryRemark.count({ where: { userId } }),
  ]);
  const data = remarks.map(
    ({ remarkDate, importKey, addedById, endedAt, endReason, endedBy, ...remark }) => ({
      ...remark,
      remarkDate: toIsoDay(remarkDate),
      /** Whether it was brought from another system. */
      isImported: importKey !== null,
      /** Staff end what staff added, and what stops debits; what else a bureau reported is its own. */
      canEnd: addedById !== null || remark.stopsDebits,
      ended: endedAt === null ? null : { at: endedAt, by: endedBy?.fullName ?? "", reason: endReason },
    }),
  );
  return { data, count };
}

/**
 * Adds a remark on a customer. One of a stopping category stops debits and payouts of the person from now on, also what is written
 * down and not sent. Throws NOT_FOUND, and RULE for a day to come.
 */
export function addRemark(ctx: AdminCtx, input: AddRemark & { requestId: string }) {
  const spec = { action: "remarks.add", capability: "remarks.add", input } as const;
  const { userId, category, remarkDate, note } = input;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockUser(tx, userId);
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    refuseWhen(remarkDate > newYorkDate(now) ? TEXT.dayInFuture : null);
    const remark = { category, note, stopsDebits: stopsDebits(category) };
    const { id } = await tx.derogatoryRemark.create({
      data: {
        ...remark,
        userId,
        remarkDate: new Date(remarkDate),
        addedBy: ctx.actor.email,
        addedById: ctx.actor.id,
        createdAt: now,
      },
      select: { id: true },
    });
    return {
      result: { remarkId: id },
      audit: { subject: { type: "user", id: userId }, after: { remarkId: id, remarkDate, ...remark } },
    };
  });
}

/** Ends a remark that staff added, or that stops debits. Throws NOT_FOUND, and CONFLICT where it has ended. */
export function endRemark(ctx: AdminCtx, input: EndRemark & { requestId: string }) {
  const spec = { action: "remarks.end", capability: "remarks.end", input } as const;
  const { remarkId, reason } = input;
  return ctx.command(spec, async ({ tx, now }) => {
    const remark = found(
      await tx.derogatoryRemark.findFirst({
        where: { id: remarkId, OR: [{ addedById: { not: null } }, { stopsDebits: true }] },
        select: { userId: true, category: true, stopsDebits: true },
      }),
      "There is no such remark that staff can end.",
    );
    const { count } = await tx.derogatoryRemark.updateMany({
      where: { id: remarkId, endedAt: null },
      data: { endedAt: now, endedById: ctx.actor.id, endReason: reason },
    });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.alreadyEnded);
    const { userId, ...before } = remark;
    return {
      result: { remarkId },
      audit: {
        subject: { type: "user", id: userId },
        before: { remarkId, ...before },
        after: { ended: true, reason },
      },
      approval: {
        // What stops nothing is no ban.
        matters: remark.stopsDebits ? ["LIFT_BAN"] : [],
        title: `End the remark ${remark.category}: ${reason}`,
        userId,
        amountCents: null,
      },
    };
  });
}
