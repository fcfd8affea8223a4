import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { needsLien, whyNotAdoptLien, whyNotTerminateLien } from "@countinghouse/validators/businesses/rules";
import type { BusinessOfUser, UnmatchedLien } from "@countinghouse/validators/businesses/schemas";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { settleAdopted } from "./account-for-liens.ts";
import { businessDraft } from "./message.ts";
import { parseLienStatus, parseVerifierLienStatus } from "./rules.ts";

const NO_SUCH = "There is no such lien.";

/** The liens that the verifier lists of a user's business, that are not known here and not settled, oldest first. */
export async function unmatchedLiens(ctx: AdminCtx, { userId }: BusinessOfUser) {
  const [liens, newest] = await Promise.all([
    ctx.db.unmatchedLien.findMany({
      where: { userId, settledAt: null },
      orderBy: [{ foundAt: "asc" }, { vendorId: "asc" }],
    }),
    ctx.db.businessLien.findFirst({
      where: { userId },
      orderBy: { createdAt: "desc" },
      select: { status: true },
    }),
  ]);
  return liens.map(({ vendorId, state, status, fileNumber, filedOn, foundAt, ...lien }) => ({
    vendorId,
    state,
    status: parseVerifierLienStatus(status),
    fileNumber,
    filedOn,
    foundAt,
    terminationAskedAt: lien.terminationAskedAt,
    terminationError: lien.terminationError || null,
    isSettled: false,
    lienStatus: newest && parseLienStatus(newest.status),
  }));
}

/**
 * Makes a lien that the verifier lists the business's own: that of the filing whose outcome is not known, or else a new one.
 * Throws NOT_FOUND for a lien there is not, and RULE where the rules forbid it.
 */
export function adoptLien(ctx: AdminCtx, input: UnmatchedLien & { requestId: string }) {
  const spec = { action: "businesses.adoptLien", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { lien, newest } = await lockLien(tx, input.vendorId);
    refuseWhen(whyNotAdoptLien(lienStanding(lien, newest)));
    const { vendorId, userId, state, status, fileNumber, filedOn, lapsesOn, documentId, documentName } = lien;
    const facts = { vendorId, state, status, fileNumber, filedOn, lapsesOn, documentId, documentName };
    const own = { ...facts, error: "", updatedAt: now };
    const isUnconfirmed = newest !== null && !needsLien({ lienStatus: parseLienStatus(newest.status) });
    const id = isUnconfirmed ? newest.id : randomUUID();
    if (isUnconfirmed) await tx.businessLien.update({ where: { id }, data: own });
    else await tx.businessLien.create({ data: { id, userId, ...own, createdAt: now } });
    await settleAdopted(tx, vendorId, now);
    await tx.business.update({ where: { userId }, data: { nextCheckAt: now } });
    return {
      result: { success: true },
      audit: {
        subject: { type: "business_lien", id },
        before: { status: isUnconfirmed ? newest.status : null },
        after: { userId, vendorId, status },
      },
    };
  });
}

/**
 * Has the verifier terminate a lien that is not known here, after the commit. It stays open until the verifier says that it is
 * closed. Throws NOT_FOUND for a lien there is not, and RULE where the rules forbid it.
 */
export function terminateLien(ctx: AdminCtx, input: UnmatchedLien & { requestId: string }) {
  const spec = { action: "businesses.terminateLien", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { lien, newest } = await lockLien(tx, input.vendorId);
    refuseWhen(whyNotTerminateLien(lienStanding(lien, newest)));
    const { vendorId, userId, status } = lien;
    await tx.unmatchedLien.update({
      where: { vendorId },
      data: { terminationAskedAt: now, terminationError: "", updatedAt: now },
    });
    return {
      result: { success: true },
      audit: {
        subject: { type: "unmatched_lien", id: vendorId },
        after: { userId, status, terminationAskedAt: now },
      },
      outbox: [
        businessDraft(`business.lienTermination:${vendorId}:${input.requestId}`, {
          kind: "business.lienTermination",
          vendorId,
        }),
      ],
    };
  });
}

/** Whoever files against the business, adopts or terminates at the same moment stands in line here. */
async function lockLien(tx: Tx, vendorId: string) {
  const { userId } = found(await tx.unmatchedLien.findUnique({ where: { vendorId } }), NO_SUCH);
  await tx.$executeRaw`SELECT 1 FROM business WHERE user_id = ${userId} FOR UPDATE`;
  const lien = found(await tx.unmatchedLien.findUnique({ where: { vendorId } }), NO_SUCH);
  const newest = await tx.businessLien.findFirst({ where: { userId }, orderBy: { createdAt: "desc" } });
  return { lien, newest };
}

type Locked = Awaited<ReturnType<typeof lockLien>>;

const lienStanding = (lien: Locked["lien"], newest: Locked["newest"]) => ({
  status: parseVerifierLienStatus(lien.status),
  terminationAskedAt: lien.terminationAskedAt,
  isSettled: lien.settledAt !== null,
  lienStatus: newest && parseLienStatus(newest.status),
});
