import type { Tx } from "@countinghouse/db";
import { DECLINED_STEP } from "@countinghouse/validators/funnel/rules";

interface Deal {
  userId: number;
  /** Null for the newest application. */
  dealId: string | null;
}

/** An application before and after, as the audit has it. */
export interface ApplicationChange {
  before: { applicationId: number; stage: string; declineReason: string };
  after: { applicationId: number; stage: string; declineReason: string };
}

/**
 * Declines the application of a deal for a reason that staff gave. Returns the application before and after, null where it is funded or
 * declined already.
 */
export const declineApplication = (
  tx: Tx,
  deal: Deal,
  reason: string,
  now: Date,
): Promise<ApplicationChange | null> => decline(tx, deal, reason, { now, byDoNotFund: false });

async function decline(
  tx: Tx,
  deal: Deal,
  reason: string,
  { now, byDoNotFund }: { now: Date; byDoNotFund: boolean },
): Promise<ApplicationChange | null> {
  const application = await applicationOf(tx, deal);
  if (application === null || application.fundedAt !== null) return null;
  const { id, stage, declineReason } = application;
  if (stage === "funded" || stage === "declined") return null;
  const after = { stage: "declined", declineReason: reason } as const;
  await tx.application.update({
    where: { id },
    data: {
      ...after,
      declinedAt: now,
      declinedFrom: stage,
      declinedByDoNotFund: byDoNotFund,
      version: { increment: 1 },
    },
  });
  return { before: { applicationId: id, stage, declineReason }, after: { applicationId: id, ...after } };
}

/**
 * Takes a decline by staff back. Returns the application before and after, null where staff did not decline it, and while the customer
 * is not to be funded.
 */
export async function reopenApplication(tx: Tx, deal: Deal): Promise<ApplicationChange | null> {
  return reopen(tx, await applicationOf(tx, deal));
}

/**
 * Declines the newest application of each of these users because of a Do Not Fund, where it is open, and writes the step of their
 * journey. Returns what changed, by user.
 */
export async function declineForDoNotFund(
  tx: Tx,
  userIds: readonly number[],
  reason: string,
  now: Date,
): Promise<Map<number, ApplicationChange>> {
  const changes = await changeEach(userIds, (userId) =>
    decline(tx, { userId, dealId: null }, reason, { now, byDoNotFund: true }),
  );
  await tx.journeyEvent.createMany({
    data: [...changes.keys()].map((userId) => ({ userId, name: DECLINED_STEP, happenedAt: now })),
  });
  return changes;
}

/**
 * Takes the declines of these users by a Do Not Fund back; `reason` is that of the flag. A decline of which the notice went out stays, until the
 * deal is moved on. Returns what changed, by user.
 */
export const reopenAfterDoNotFund = (
  tx: Tx,
  userIds: readonly number[],
  reason: string,
): Promise<Map<number, ApplicationChange>> =>
  changeEach(userIds, async (userId) => {
    const application = await applicationOf(tx, { userId, dealId: null });
    if (application === null || application.notice !== null) return null;
    const isByFlag = application.declinedByDoNotFund ?? application.declineReason === reason;
    return isByFlag ? reopen(tx, application) : null;
  });

async function changeEach(
  userIds: readonly number[],
  change: (userId: number) => Promise<ApplicationChange | null>,
): Promise<Map<number, ApplicationChange>> {
  const changes = new Map<number, ApplicationChange>();
  for (const userId of userIds) {
    const changed = await change(userId);
    if (changed !== null) changes.set(userId, changed);
  }
  return changes;
}

type Found = Awaited<ReturnType<typeof applicationOf>>;

async function reopen(tx: Tx, application: Found): Promise<ApplicationChange | null> {
  if (application?.stage !== "declined" || application.declinedFrom === null) return null;
  if (application.user.doNotFund) return null;
  const { id, stage, declineReason, declinedFrom } = application;
  const after = { stage: declinedFrom, declineReason: "" };
  await tx.application.update({
    where: { id },
    data: {
      ...after,
      declinedAt: null,
      declinedFrom: null,
      declinedByDoNotFund: null,
      version: { increment: 1 },
    },
  });
  return { before: { applicationId: id, stage, declineReason }, after: { applicationId: id, ...after } };
}

/** The application that names the deal, else the newest one. */
async function applicationOf(tx: Tx, { userId, dealId }: Deal) {
  const newestFirst = { orderBy: { id: "desc" }, select: FACTS } as const;
  const named =
    dealId === null ? null : await tx.application.findFirst({ where: { userId, dealId }, ...newestFirst });
  return named ?? (await tx.application.findFirst({ where: { userId }, ...newestFirst }));
}

const FACTS = {
  id: true,
  stage: true,
  declineReason: true,
  declinedFrom: true,
  declinedByDoNotFund: true,
  fundedAt: true,
  notice: { select: { sentAt: true } },
  user: { select: { doNotFund: true } },
} as const;
