import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { ApprovalEffect } from "@countinghouse/validators/approvals/effect";
import {
  APPROVAL_EXPIRES_DAYS,
  APPROVAL_TEXTS as TEXT,
  whyNotDone,
} from "@countinghouse/validators/approvals/rules";
import type { AdminActor } from "../actor.ts";
import { type AuditDraft, appendAuditEvents } from "../audit.ts";
import type { AuditAction } from "../audit-actions.ts";
import { DomainError } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { type OutboxDraft, queueOutbox } from "../outbox/queue.ts";
import type { Vendor } from "../vendors-off.ts";
import { effectHash, isAsApproved, readEffect, readStanding } from "./effect.ts";
import { type ApprovalFacts, reasonsToWait } from "./facts.ts";
import { draftMails, draftOutcome } from "./message.ts";

/** Reports that nothing was done yet, because the command waits for a second person. */
export class WaitsForApproval extends DomainError {
  constructor(approval: { id: string; title: string; reasons: readonly string[] }) {
    const { id, title, reasons } = approval;
    super("WAITS", `${TEXT.waits} ${reasons.join(" ")}`.trim(), { approvalId: id, title, reasons });
    this.name = "WaitsForApproval";
  }
}

/** A command of an admin, as the gate receives it. */
export interface Gated {
  tx: Tx;
  now: Date;
  vault: Vault;
  vendorsOff: readonly Vendor[];
  actor: AdminActor;
  action: AuditAction;
  input: { requestId: string };
  inputHash: Uint8Array<ArrayBuffer>;
}

/** The work of a verb in the transaction. */
export interface Doing {
  result: unknown;
  audit: readonly AuditDraft[];
  outbox: readonly OutboxDraft[];
  approval: ApprovalFacts;
}

/** Sets the savepoint that `setBack` returns to. */
export const markStart = (tx: Tx): Promise<unknown> => tx.$executeRawUnsafe("SAVEPOINT before_verb");
const setBack = (tx: Tx): Promise<unknown> => tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before_verb");

/**
 * Compares the work of a verb with the rules. Returns null if it may be committed. Otherwise undoes the work and stores a request for
 * approval with its effect.
 */
export async function waitInstead(gated: Gated, doing: Doing): Promise<WaitsForApproval | null> {
  const { tx, now, vault, vendorsOff, actor, action, input, inputHash } = gated;
  const { approval: facts } = doing;
  const { version, reasons } = await reasonsToWait(tx, now, actor.id, facts);
  if (reasons.length === 0) return null;
  const then = await readEffect(tx, { ...doing, facts, now });
  await setBack(tx);
  const effect = { before: await readStanding(tx, facts.userId), ...then };
  const { requestId } = input;
  const expiresAt = new Date(now.getTime() + APPROVAL_EXPIRES_DAYS * 86_400_000);
  const { id } = await tx.approval.create({
    data: {
      makerId: actor.id,
      action,
      requestId,
      input: JSON.parse(JSON.stringify(input)),
      inputHash,
      title: facts.title,
      userId: facts.userId,
      amountCents: facts.amountCents,
      matters: [...facts.matters],
      reasons,
      rulesVersion: version,
      effect: JSON.parse(JSON.stringify(effect)),
      effectHash: effectHash(inputHash, effect),
      createdAt: now,
      expiresAt,
    },
    select: { id: true },
  });
  await appendAuditEvents(
    tx,
    vault,
    { at: now, actor: `admin:${actor.id}`, action: "approvals.request", requestId },
    [
      {
        subject: approvalSubject(facts.userId, id),
        after: { approvalId: id, action, title: facts.title, reasons },
      },
    ],
  );
  const mails = await draftMails(tx, now, { id, title: facts.title, makerId: actor.id, reasons });
  await queueOutbox(tx, vault, now, mails, vendorsOff);
  return new WaitsForApproval({ id, title: facts.title, reasons });
}

/** Returns the audit subject of an approval: its customer, or itself without a customer. */
export const approvalSubject = (userId: number | null, approvalId: string) =>
  userId === null ? { type: "approval", id: approvalId } : { type: "user", id: userId };

/** An approval in execution, locked until the transaction ends. */
export interface Claimed {
  id: string;
  effect: ApprovalEffect;
  askedAt: Date;
  userId: number | null;
  decidedById: string;
  before: ReturnType<typeof readStanding> extends Promise<infer Standing> ? Standing : never;
}

/**
 * Locks the approval, then its customer, for the only execution of the command. Returns null if it was executed already. Throws CONFLICT
 * when it is not approved, or was approved with other input.
 */
export async function claimApproved(gated: Gated, approvalId: string): Promise<Claimed | null> {
  const { tx, actor, action, input, inputHash } = gated;
  await tx.$executeRaw`SELECT 1 FROM approval WHERE id = ${approvalId}::uuid FOR UPDATE`;
  const held = await tx.approval.findUniqueOrThrow({ where: { id: approvalId } });
  const isIt =
    held.makerId === actor.id &&
    held.action === action &&
    held.requestId === input.requestId &&
    Buffer.compare(held.inputHash, inputHash) === 0;
  if (!isIt) throw new DomainError("CONFLICT", TEXT.notAsSeen);
  if (held.state === "DONE") return null;
  if (held.state !== "APPROVED" || held.decidedById === null)
    throw new DomainError("CONFLICT", whyNotDone(held));
  if (held.userId !== null) await lockUser(tx, held.userId);
  const { id, userId, decidedById, createdAt: askedAt } = held;
  const effect = held.effect as unknown as ApprovalEffect;
  // The stored effect must match the approved hash, because the work is compared with it.
  if (effectHash(inputHash, effect) !== held.effectHash) throw new DomainError("CONFLICT", TEXT.notAsSeen);
  return { id, userId, effect, askedAt, decidedById, before: await readStanding(tx, userId) };
}

/**
 * Compares the work of the verb with the approved effect. If they match, marks the approval DONE and returns null. Otherwise undoes the
 * work, voids the approval, and returns the error to throw after the commit.
 */
export async function doneAsApproved(
  gated: Gated,
  claimed: Claimed,
  doing: Doing,
): Promise<DomainError | null> {
  const { tx, now } = gated;
  await tx.$executeRawUnsafe("SAVEPOINT before_simulation");
  const then = await readEffect(tx, { ...doing, facts: doing.approval, now });
  await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before_simulation");
  if (!isAsApproved(claimed, { before: claimed.before, ...then }, now))
    return voided(gated, claimed, TEXT.changed);
  await tx.approval.update({
    where: { id: claimed.id },
    data: {
      state: "DONE",
      endedAt: now,
      paymentId: doing.approval.paymentId ?? null,
      batchId: doing.approval.batchId ?? null,
    },
  });
  const { simulate, batchId } = doing.approval;
  const isOnlyBegun = simulate !== undefined || batchId !== undefined;
  await tell(gated, claimed, "approvals.done", { text: isOnlyBegun ? TEXT.begun : TEXT.done });
  return null;
}

/** Undoes the work of the verb, voids the approval with this message, and returns the error to throw after the commit. */
export async function voided(gated: Gated, claimed: Claimed, message: string): Promise<DomainError> {
  const { tx, now } = gated;
  await setBack(tx);
  await tx.approval.update({
    where: { id: claimed.id },
    data: { state: "VOIDED", endedAt: now, message },
  });
  await tell(gated, claimed, "approvals.void", { message, text: message });
  return new DomainError("CONFLICT", message, { approvalId: claimed.id });
}

/** Appends the audit event of the outcome and queues the mail to the maker. */
async function tell(
  gated: Gated,
  claimed: Claimed,
  action: AuditAction,
  { message = "", text }: { message?: string; text: string },
): Promise<void> {
  const { tx, now, vault, vendorsOff, actor, input } = gated;
  const { id, userId, decidedById } = claimed;
  const after = {
    approvalId: id,
    action: gated.action,
    approvedBy: decidedById,
    ...(message && { message }),
  };
  await appendAuditEvents(
    tx,
    vault,
    { at: now, actor: `admin:${actor.id}`, action, requestId: input.requestId },
    [{ subject: approvalSubject(userId, id), after }],
  );
  await queueOutbox(tx, vault, now, [await draftOutcome(tx, { id, makerId: actor.id, text })], vendorsOff);
}

/** Returns the facts of a gated verb. Throws when they are missing, because the command would then run without a second person. */
export function requireFacts(action: AuditAction, facts: ApprovalFacts | undefined): ApprovalFacts {
  if (facts === undefined) throw new Error(`${action} says nothing of itself to the rules of approval.`);
  return facts;
}
