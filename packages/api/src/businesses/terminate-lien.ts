import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { holdLeases, leaseFrom } from "../outbox/lease.ts";
import { settledAs } from "./account-for-liens.ts";
import { nextCheck } from "./rules.ts";
import { finalFailure, type VerifierAttempt, verifierCommand } from "./verifier-attempt.ts";

const NOT_FOUND = 404;

/**
 * Has the verifier terminate a lien that is not known here; a repeat finds the termination that is there. What it refuses, or
 * does not answer for a minute, stands with the lien in its words, and a person may try again.
 */
export async function terminateOnce(attempt: VerifierAttempt, vendorId: string): Promise<string> {
  const { db } = attempt.services;
  const lien = await db.read.unmatchedLien.findUniqueOrThrow({ where: { vendorId } });
  if (lien.settledAt !== null || lien.terminationAskedAt === null) return "";
  try {
    await attempt.verification.terminateLien(vendorId);
    await saveTerminating(attempt, lien);
    return vendorId;
  } catch (error) {
    if (error instanceof ProviderError && error.status === NOT_FOUND)
      return await saveGone(attempt, vendorId);
    const failure = finalFailure(error, attempt);
    await saveNotTerminated(attempt, vendorId, wordsForStaff(failure.message));
    throw failure;
  }
}

function saveTerminating(attempt: VerifierAttempt, lien: { vendorId: string; userId: number }) {
  const { vendorId, userId } = lien;
  const spec = {
    action: "businesses.lienTerminationTaken",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    return { result: null, audit: { subject: unmatchedLienSubject(vendorId), after: { userId } } };
  });
}

/** There is nothing to terminate: the verifier does not know the lien any more. */
async function saveGone(attempt: VerifierAttempt, vendorId: string): Promise<string> {
  const spec = { action: "businesses.lienGone", capability: null, input: { requestId: attempt.id } } as const;
  await verifierCommand(attempt)(spec, async ({ tx, now }) => {
    const facts = settledAs("GONE", now);
    await tx.unmatchedLien.updateMany({
      where: { vendorId, settledAt: null },
      data: { ...facts, updatedAt: now },
    });
    return { result: null, audit: { subject: unmatchedLienSubject(vendorId), after: facts } };
  });
  return "";
}

function saveNotTerminated(attempt: VerifierAttempt, vendorId: string, terminationError: string) {
  const spec = {
    action: "businesses.lienNotTerminated",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const facts = { terminationAskedAt: null, terminationError };
    await tx.unmatchedLien.updateMany({
      where: { vendorId, settledAt: null },
      data: { ...facts, updatedAt: now },
    });
    return { result: null, audit: { subject: unmatchedLienSubject(vendorId), after: facts } };
  });
}

const unmatchedLienSubject = (id: string) => ({ type: "unmatched_lien", id });
