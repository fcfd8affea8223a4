import type { Tx } from "@countinghouse/db";
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
    await saveTerminating(attempt, lien.userId, unmatchedLienSubject(vendorId));
    return vendorId;
  } catch (error) {
    if (error instanceof ProviderError && error.status === NOT_FOUND)
      return await saveGone(attempt, vendorId);
    const failure = finalFailure(error, attempt);
    const facts = { terminationAskedAt: null, terminationError: wordsForStaff(failure.message) };
    await saveNotTerminated(attempt, unmatchedLienSubject(vendorId), facts, (tx, now) =>
      tx.unmatchedLien.updateMany({
        where: { vendorId, settledAt: null },
        data: { ...facts, updatedAt: now },
      }),
    );
    throw failure;
  }
}

/** Has the verifier terminate a lien of our own. What it refuses stands with the lien, and a person may try again. */
export async function terminateOwnOnce(attempt: VerifierAttempt, lienId: string): Promise<string> {
  const { db } = attempt.services;
  const { vendorId, userId, status, terminationAskedAt } = await db.read.businessLien.findUniqueOrThrow({
    where: { id: lienId },
  });
  if (vendorId === null || status !== "filed" || terminationAskedAt === null) return "";
  const subject = { type: "business_lien", id: lienId };
  try {
    await attempt.verification.terminateLien(vendorId);
    await saveTerminating(attempt, userId, subject);
    return vendorId;
  } catch (error) {
    const failure = finalFailure(error, attempt);
    const facts = { terminationAskedAt: null, terminationError: wordsForStaff(failure.message) };
    await saveNotTerminated(attempt, subject, facts, (tx, now) =>
      tx.businessLien.updateMany({
        where: { id: lienId, status: "filed" },
        data: { ...facts, updatedAt: now },
      }),
    );
    throw failure;
  }
}

function saveTerminating(attempt: VerifierAttempt, userId: number, subject: AuditSubject) {
  const spec = {
    action: "businesses.lienTerminationTaken",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    return { result: null, audit: { subject, after: { userId } } };
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

function saveNotTerminated(
  attempt: VerifierAttempt,
  subject: AuditSubject,
  after: { terminationAskedAt: null; terminationError: string },
  save: (tx: Tx, now: Date) => Promise<unknown>,
) {
  const spec = {
    action: "businesses.lienNotTerminated",
    capability: null,
    input: { requestId: attempt.id },
  } as const;
  return verifierCommand(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    await save(tx, now);
    return { result: null, audit: { subject, after } };
  });
}

type AuditSubject = { type: string; id: string };

const unmatchedLienSubject = (id: string) => ({ type: "unmatched_lien", id });
