import type { Tx } from "@countinghouse/db";
import {
  type OwnLienStanding,
  whyNotContinueLien,
  whyNotTerminateOwnLien,
} from "@countinghouse/validators/businesses/rules";
import type {
  BusinessOfUser,
  ContinueLien,
  TerminateOwnLien,
} from "@countinghouse/validators/businesses/schemas";
import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { dayOrNull, toIsoDay } from "../stored-values.ts";
import { businessDraft } from "./message.ts";
import { lienLapse, parseLienStatus } from "./rules.ts";

type Requested<Input> = Input & { requestId: string };

const NO_SUCH = "There is no such lien.";

/** The newest lien of a user's business that was filed from here, with what can be done about it; null without one. */
export async function ownLien(ctx: AdminCtx, { userId }: BusinessOfUser) {
  const lien = await ctx.db.businessLien.findFirst({
    where: { userId },
    orderBy: { createdAt: "desc" },
    include: OWED,
  });
  if (lien === null) return null;
  const { id, state, fileNumber, filedOn, continuedOn, terminationError } = lien;
  const standing = standingOf(lien);
  return {
    id,
    state,
    fileNumber,
    filedOn: dayOrNull(filedOn),
    continuedOn: dayOrNull(continuedOn),
    ...standing,
    terminationError: terminationError || null,
    whyNotTerminate: whyNotTerminateOwnLien(standing),
  };
}

/**
 * Has the verifier terminate a business's own lien, after the commit. It stays filed until the verifier says that it is closed. Throws
 * NOT_FOUND, and RULE while the customer owes something or where the lien is not filed.
 */
export function terminateOwnLien(ctx: AdminCtx, input: Requested<TerminateOwnLien>) {
  const { lienId, requestId } = input;
  const spec = { action: "businesses.terminateOwnLien", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const lien = await lockLien(tx, lienId);
    refuseWhen(whyNotTerminateOwnLien(standingOf(lien)));
    await tx.businessLien.update({
      where: { id: lienId },
      data: { terminationAskedAt: now, terminationError: "", updatedAt: now },
    });
    return {
      result: { message: LIEN_TEXTS.ownTerminated },
      audit: {
        subject: { type: "business_lien", id: lienId },
        after: { userId: lien.userId, status: lien.status, terminationAskedAt: now },
      },
      outbox: [
        businessDraft(`business.ownLienTermination:${lienId}:${requestId}`, {
          kind: "business.ownLienTermination",
          lienId,
        }),
      ],
    };
  });
}

/**
 * Records that a business's own lien was continued with the state: it lapses five years later than before. Throws NOT_FOUND, and RULE for
 * a day on which a continuation does not count.
 */
export function continueLien(ctx: AdminCtx, input: Requested<ContinueLien>) {
  const { lienId, filedOn } = input;
  const spec = { action: "businesses.continueLien", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const lien = await lockLien(tx, lienId);
    const { lapsesOn } = lien;
    refuseWhen(whyNotContinueLien(standingOf(lien), { filedOn, today: newYorkDate(now) }));
    if (lapsesOn === null) throw new DomainError("RULE", NO_SUCH);
    const next = lienLapse(lapsesOn);
    await tx.businessLien.update({
      where: { id: lienId },
      data: { continuedOn: new Date(filedOn), lapsesOn: next, updatedAt: now },
    });
    return {
      result: { lapsesOn: toIsoDay(next), message: LIEN_TEXTS.continued },
      audit: {
        subject: { type: "business_lien", id: lienId },
        before: { userId: lien.userId, lapsesOn: toIsoDay(lapsesOn) },
        after: { userId: lien.userId, continuedOn: filedOn, lapsesOn: toIsoDay(next) },
      },
    };
  });
}

const OWED = {
  business: { select: { user: { select: { balance: { select: { balanceCents: true } } } } } },
} as const;

/** A second filing or termination for the same business waits here. */
async function lockLien(tx: Tx, lienId: string) {
  const { userId } = found(await tx.businessLien.findUnique({ where: { id: lienId } }), NO_SUCH);
  await tx.$executeRaw`SELECT 1 FROM business WHERE user_id = ${userId} FOR UPDATE`;
  return found(await tx.businessLien.findUnique({ where: { id: lienId }, include: OWED }), NO_SUCH);
}

const standingOf = (lien: Awaited<ReturnType<typeof lockLien>>): OwnLienStanding => ({
  status: parseLienStatus(lien.status),
  terminationAskedAt: lien.terminationAskedAt,
  lapsesOn: dayOrNull(lien.lapsesOn),
  balanceCents: Number(lien.business.user.balance?.balanceCents ?? 0),
});
