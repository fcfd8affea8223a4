import type {
  BusinessVerification,
  VerifiedBusiness,
} from "@countinghouse/providers/business-verification/port";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { REGISTRATION_FAILED } from "@countinghouse/validators/businesses/rules";
import type { Claimed, Delivery } from "../outbox/deliver.ts";
import { holdLeases, leaseFrom } from "../outbox/lease.ts";
import { fileOnce } from "./file-lien.ts";
import { BusinessMessage } from "./message.ts";
import { nextCheck, verifiedAddress } from "./rules.ts";
import { terminateOnce, terminateOwnOnce } from "./terminate-lien.ts";
import {
  type AskingServices,
  finalFailure,
  type VerifierAttempt,
  verifierCommand,
} from "./verifier-attempt.ts";

/**
 * Registers businesses and has liens filed and terminated. What the verifier refuses, and what it does not answer for a
 * minute, has failed in words that the list shows, and a person may try it again; a filing that may have been done is left
 * to whoever looks for its lien.
 */
export const deliverBusinesses = (
  services: AskingServices,
  verification: BusinessVerification,
  claimed: Claimed[],
): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, attempts, payload }) => {
      try {
        const attempt = { services, verification, id, attempts };
        return { id, receipt: await ask(attempt, BusinessMessage.parse(payload)) };
      } catch (error) {
        return { id, error };
      }
    }),
  );

function ask(attempt: VerifierAttempt, message: BusinessMessage): Promise<string> {
  switch (message.kind) {
    case "business.register":
      return registerOnce(attempt, message);
    case "business.lien":
      return fileOnce(attempt, message);
    case "business.ownLienTermination":
      return terminateOwnOnce(attempt, message.lienId);
    default:
      return terminateOnce(attempt, message.vendorId);
  }
}

interface Registration {
  userId: number;
  batchId: string;
}

async function registerOnce(attempt: VerifierAttempt, registration: Registration): Promise<string> {
  const { db, vault } = attempt.services;
  const { userId, batchId } = registration;
  const business = await db.read.business.findUniqueOrThrow({
    where: { userId },
    include: { user: { select: { einSealed: true } } },
  });
  const isOurs = business.batchId === batchId && business.businessId === null && business.error === "";
  if (!isOurs) return business.businessId ?? "";
  const { einSealed } = business.user;
  try {
    const answer = await attempt.verification.createBusiness({
      externalId: business.externalId,
      name: business.name,
      taxId: einSealed && vault.open({ table: "users", column: "ein_sealed", rowId: userId }, einSealed),
      phone: business.phone || null,
      person: business.person || null,
      address: verifiedAddress(business),
    });
    await saveRegistered(attempt, registration, answer);
    return answer.id;
  } catch (error) {
    const failure = finalFailure(error, attempt);
    await saveUnregistered(attempt, registration, wordsForStaff(failure.message));
    throw failure;
  }
}

function saveRegistered(
  attempt: VerifierAttempt,
  { userId, batchId }: Registration,
  answer: VerifiedBusiness,
) {
  const spec = {
    action: "businesses.registered",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    const facts = { businessId: answer.id, status: answer.status };
    await tx.business.updateMany({
      where: { userId, batchId },
      data: { ...facts, error: "", nextCheckAt: nextCheck(now, now), updatedAt: now },
    });
    return { result: null, audit: { subject: { type: "business", id: userId }, after: facts } };
  });
}

function saveUnregistered(attempt: VerifierAttempt, { userId, batchId }: Registration, error: string) {
  const spec = {
    action: "businesses.notRegistered",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const facts = { status: REGISTRATION_FAILED, error };
    await tx.business.updateMany({ where: { userId, batchId }, data: { ...facts, updatedAt: now } });
    return { result: null, audit: { subject: { type: "business", id: userId }, after: facts } };
  });
}
