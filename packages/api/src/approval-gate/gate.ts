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
import { lockUser } from "../lock-user.ts";
import { type OutboxDraft, queueOutbox } from "../outbox/queue.ts";
import type { Vendor } from "../vendors-off.ts";
import { effectHash, isAsApproved, readEffect, readStanding } from "./effect.ts";
import { type ApprovalFacts, reasonsToWait } from "./facts.ts";
import { draftMails, draftOutcome } from "./message.ts";

/** Says that nothing was done yet: it waits for a second person. */
export class WaitsForApproval extends DomainError {
  constructor(approval: { id: string; title: string; reasons: readonly string[] }) {
    const { id, title, reasons } = approval;
    super("WAITS", `${TEXT.waits} ${reasons.join(" ")}`.trim(), { approvalId: id, title, reasons });
    this.name = "WaitsForApproval";
  }
}

/** A command of an admin as the gate sees it. */
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

/** What the verb has done in the transaction. */
export interface Doing {
  result: unknown;
  audit: readonly AuditDraft[];
  outbox: readonly OutboxDraft[];
  approval: ApprovalFacts;
}

/** Where the transaction can be set back to: as if the verb had not begun. */
export const markStart = (tx: Tx): Promise<unknown> => tx.$executeRawUnsafe("SAVEPOINT before_verb");
const setBack = (tx: Tx): Promise<unknown> => tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before_verb");

/**
 * Holds what a verb has done against the rules. Null where it may be committed; otherwise it is undone, and what it would have
 * done waits in its place.
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

/** Whose history it stands in: the customer's, where there is one. */
export const approvalSubject = (userId: number | null, approvalId: string) =>
  userId === null ? { type: "approval", id: approvalId } : { type: "user", id: userId };

/** An approval that is being done, locked until the transaction ends. */
export interface Claimed {
  id: string;
  effect: ApprovalEffect;
  askedAt: Date;
  userId: number | null;
  decidedById: string;
  before: ReturnType<typeof readStanding> extends Promise<infer Standing> ? Standing : never;
}

/**
 * Takes an approved command to do it: one at a time, once. Null where it was done already. Throws CONFLICT where it is not
 * approved, or was approved of other input.
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
  // What is compared below is what the hash names that was approved.
  if (effectHash(inputHash, effect) !== held.effectHash) throw new DomainError("CONFLICT", TEXT.notAsSeen);
  return { id, userId, effect, askedAt, decidedById, before: await readStanding(tx, userId) };
}

/**
 * Holds what the verb has done for an approval against what was approved. Null where it is that, and the approval is done with
 * it; otherwise it is undone, the approval is void, and what is thrown once that is committed says so.
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

/** Undoes what the verb has done and says why it is not done after all. */
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

/** Leaves the event of what came of it, and the mail to whoever asked for it. */
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

/** What a verb that the rules may hold up says of itself. Throws where it forgot: nobody would be asked. */
export function requireFacts(action: AuditAction, facts: ApprovalFacts | undefined): ApprovalFacts {
  if (facts === undefined) throw new Error(`${action} says nothing of itself to the rules of approval.`);
  return facts;
}
