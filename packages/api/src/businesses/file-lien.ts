import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import {
  FILING_UNANSWERED,
  LIEN_FAILED,
  LIEN_UNCONFIRMED,
  UNMATCHED_FIRST,
} from "@countinghouse/validators/businesses/rules";
import { holdLeases, LeaseLost, leaseFrom, throwUnlessSoon } from "../outbox/lease.ts";
import { accountForLiens, settleAdopted } from "./account-for-liens.ts";
import { lienFacts, nextCheck, UNDECIDED, verifiedAddress } from "./rules.ts";
import { finalFailure, type VerifierAttempt, verifierCommand, withoutVendor } from "./verifier-attempt.ts";

const readLien = ({ services }: VerifierAttempt, id: string) =>
  services.db.read.businessLien.findUniqueOrThrow({ where: { id }, include: { business: true } });

type Lien = Awaited<ReturnType<typeof readLien>>;

const isAwaited = ({ status, vendorId }: Lien): boolean => status === "created" && vendorId === null;
const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * Has a lien filed by one call at most. Nothing at the verifier keeps a second one from being made, at no time after a call
 * that nobody answered. So it is written down before the call that it goes out, and a filing that was sent is never sent
 * again by itself: its lien is found by looking. Only a person who knew of the filing before, sent at `confirmedSentAt`,
 * has it sent once more. Right before, the verifier's liens are looked at: nothing is filed beside one that is not known.
 */
export async function fileOnce(
  attempt: VerifierAttempt,
  { lienId, confirmedSentAt }: { lienId: string; confirmedSentAt: string | null },
): Promise<string> {
  const lien = await readLien(attempt, lienId);
  if (!isAwaited(lien)) return lien.vendorId ?? "";
  const confirmed = confirmedSentAt === null ? null : new Date(confirmedSentAt);
  try {
    const businessId = knownId(lien);
    const there = await attempt.verification.liens(businessId);
    await accountForLiens({ ...attempt.services, wakeOutbox: () => {} }, lien.userId, there);
    const looked = await readLien(attempt, lienId);
    if (!isAwaited(looked)) return looked.vendorId ?? "";
    if (!isSameTime(looked.sentAt, confirmed)) return await saveUnconfirmed(attempt, looked, looked.sentAt);
    await refuseBesideUnmatched(attempt, looked);
    return await send(attempt, businessId, looked, there);
  } catch (error) {
    const failure = finalFailure(error, attempt);
    await saveUnfiled(attempt, lien, confirmed, wordsForStaff(failure.message));
    throw failure;
  }
}

/** The business may have been lost at the verifier meanwhile, and be on its way there anew. */
function knownId({ business }: Lien): string {
  if (business.businessId !== null) return business.businessId;
  throw withoutVendor("unavailable", "The verifier does not know this business yet.");
}

async function refuseBesideUnmatched({ services }: VerifierAttempt, { userId }: Lien): Promise<void> {
  const unmatched = await services.db.read.unmatchedLien.count({ where: { userId, ...UNDECIDED } });
  if (unmatched > 0) throw withoutVendor("refused", UNMATCHED_FIRST);
}

/** Makes the call, and keeps what came of it. */
async function send(
  attempt: VerifierAttempt,
  businessId: string,
  lien: Lien,
  there: readonly VerifiedLien[],
): Promise<string> {
  const sentAt = await markSent(attempt, lien, there);
  try {
    const answer = await attempt.verification.fileLien(businessId, {
      state: lien.state,
      debtor: { name: lien.business.name, address: verifiedAddress(lien.business) },
      collateral: null,
      principalCents: lien.principalCents === null ? null : Number(lien.principalCents),
    });
    await saveFiled(attempt, lien, answer);
    return answer.id;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "unknown") return await saveUnconfirmed(attempt, lien, sentAt);
    await takeBack(attempt, lien, sentAt);
    throw error;
  }
}

/**
 * Writes down that the call goes out now. A worker that was frozen since it looked, while another one filed, does not file
 * as well. Throws LeaseLost then, and when this took so long that the call could outlive the lease.
 */
async function markSent(attempt: VerifierAttempt, lien: Lien, there: readonly VerifiedLien[]): Promise<Date> {
  const { id } = lien;
  const spec = {
    action: "businesses.fileLien",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  const sentAt = await verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    // What was there before the first call can not have come of it.
    const before = { askedAt: now, knownLienIds: there.map((known) => known.id) };
    const { count } = await tx.businessLien.updateMany({
      where: { id, status: "created", vendorId: null, sentAt: lien.sentAt },
      data: { sentAt: now, ...(lien.sentAt === null && before) },
    });
    if (count === 0) throw new LeaseLost();
    return {
      result: now,
      audit: { subject: lienSubject(id), before: { sentAt: lien.sentAt }, after: { sentAt: now } },
    };
  });
  try {
    throwUnlessSoon(sentAt, attempt.services.now());
  } catch (error) {
    await takeBack(attempt, lien, sentAt);
    throw error;
  }
  return sentAt;
}

/** The call that was to go out certainly did nothing. */
function takeBack(attempt: VerifierAttempt, { id, sentAt: before }: Lien, sentAt: Date) {
  const spec = {
    action: "businesses.lienNotSent",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx }) => {
    await tx.businessLien.updateMany({
      where: { id, status: "created", vendorId: null, sentAt },
      data: { sentAt: before },
    });
    return {
      result: null,
      audit: { subject: lienSubject(id), before: { sentAt }, after: { sentAt: before } },
    };
  });
}

function saveFiled(attempt: VerifierAttempt, { id, userId }: Lien, answer: VerifiedLien) {
  const spec = {
    action: "businesses.lienTaken",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    const facts = lienFacts(answer);
    await tx.businessLien.update({ where: { id }, data: { ...facts, updatedAt: now } });
    await settleAdopted(tx, answer.id, now);
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    const { vendorId, status } = facts;
    return { result: null, audit: { subject: lienSubject(id), after: { vendorId, status } } };
  });
}

/** Nobody knows what came of the call: the verifier is asked until it lists the lien. */
async function saveUnconfirmed(
  attempt: VerifierAttempt,
  { id, userId }: Lien,
  sentAt: Date | null,
): Promise<string> {
  const spec = {
    action: "businesses.lienNotConfirmed",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  await verifierCommand(attempt)(spec, async ({ tx, now }) => {
    const facts = { status: LIEN_UNCONFIRMED, error: FILING_UNANSWERED };
    const { count } = await tx.businessLien.updateMany({
      where: { id, status: "created", vendorId: null, sentAt },
      data: { ...facts, updatedAt: now },
    });
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    return { result: null, audit: { subject: lienSubject(id), after: { ...(count > 0 && facts), sentAt } } };
  });
  return "";
}

/** Nothing was filed by this order. Of a filing that was sent before it, still nothing is known. */
function saveUnfiled(attempt: VerifierAttempt, { id }: Lien, confirmed: Date | null, error: string) {
  const spec = {
    action: "businesses.lienNotTaken",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const { sentAt } = await tx.businessLien.findUniqueOrThrow({ where: { id } });
    const facts = {
      status: sentAt === null ? LIEN_FAILED : LIEN_UNCONFIRMED,
      error: isSameTime(sentAt, confirmed) ? error : FILING_UNANSWERED,
    };
    const where = { id, status: "created", vendorId: null } satisfies Prisma.BusinessLienWhereInput;
    await tx.businessLien.updateMany({ where, data: { ...facts, updatedAt: now } });
    return { result: null, audit: { subject: lienSubject(id), after: facts } };
  });
}

const lienSubject = (id: string) => ({ type: "business_lien", id });
