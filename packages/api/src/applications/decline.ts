import type { Tx } from "@countinghouse/db";

interface Deal {
  userId: number;
  dealId: string;
}

/**
 * Declines the application of a deal for a reason that staff gave. Returns the application before and after, null where it is funded or
 * declined already.
 */
export async function declineApplication(tx: Tx, deal: Deal, reason: string, now: Date) {
  const application = await applicationOf(tx, deal);
  if (application === null || application.fundedAt !== null) return null;
  const { id, stage, declineReason } = application;
  if (stage === "funded" || stage === "declined") return null;
  const after = { stage: "declined", declineReason: reason } as const;
  await tx.application.update({
    where: { id },
    data: { ...after, declinedAt: now, declinedFrom: stage, version: { increment: 1 } },
  });
  return { before: { applicationId: id, stage, declineReason }, after: { applicationId: id, ...after } };
}

/** Takes a decline by staff back. Returns the application before and after, null where staff did not decline it. */
export async function reopenApplication(tx: Tx, deal: Deal) {
  const application = await applicationOf(tx, deal);
  if (application?.stage !== "declined" || application.declinedFrom === null) return null;
  const { id, stage, declineReason, declinedFrom } = application;
  const after = { stage: declinedFrom, declineReason: "" };
  await tx.application.update({
    where: { id },
    data: { ...after, declinedAt: null, declinedFrom: null, version: { increment: 1 } },
  });
  return { before: { applicationId: id, stage, declineReason }, after: { applicationId: id, ...after } };
}

/** The application that names the deal, else the newest one. */
async function applicationOf(tx: Tx, { userId, dealId }: Deal) {
  const newestFirst = { orderBy: { id: "desc" }, select: FACTS } as const;
  return (
    (await tx.application.findFirst({ where: { userId, dealId }, ...newestFirst })) ??
    (await tx.application.findFirst({ where: { userId }, ...newestFirst }))
  );
}

const FACTS = { id: true, stage: true, declineReason: true, declinedFrom: true, fundedAt: true } as const;
