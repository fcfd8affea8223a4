import { createHash } from "node:crypto";
import { Prisma, type Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { AuditAction } from "./audit-actions.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What happened to what. Values of secret fields are replaced by a keyed digest before they are kept. */
export interface AuditDraft {
  subject: { type: string; id: string | number };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

interface AuditFrame {
  at: Date;
  actor: string;
  action: AuditAction;
  requestId: string;
}

/** Fields whose value may be compared in the audit but never read. */
const SECRET_FIELDS = new Set([
  "ssn",
  "ein",
  "accountNumber",
  "cardToken",
  "password",
  "passcode",
  "code",
  "token",
]);

/**
 * Appends events to the audit inside the transaction that made the change: no audit, no change. Writers do not wait for
 * one another: a chainer links what was committed (`chain/chain.ts`).
 */
export async function appendAuditEvents(
  tx: Tx,
  vault: Vault,
  frame: AuditFrame,
  drafts: AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft) => {
    const event = signedEvent(vault, frame, draft);
    return { ...event, before: event.before ?? Prisma.DbNull, after: event.after ?? Prisma.DbNull };
  });
  await tx.auditEvent.createMany({ data: rows });
}

/** An event as it is kept: secrets as digests, and signed. */
export function signedEvent(vault: Vault, frame: AuditFrame, draft: AuditDraft) {
  const content = {
    ...frame,
    subjectType: draft.subject.type,
    subjectId: String(draft.subject.id),
    before: snapshot(vault, draft.before),
    after: snapshot(vault, draft.after),
  };
  const { keyId, mac } = vault.sign(AUDIT_EVENT, canonicalJson(content));
  return { ...content, contentHash: mac, keyId };
}

/** What an event is signed for. */
export const AUDIT_EVENT = "audit-event";

/** What is signed of an event: all of it but its id, and the signature itself. */
export const eventContent = <Event extends { id: bigint; contentHash: unknown; keyId: unknown }>({
  id: _id,
  contentHash: _hash,
  keyId: _keyId,
  ...content
}: Event) => content;

export const sha256 = (...parts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
};

/** The value as plain JSON with secret fields replaced by a digest: equal secrets can be told, none can be read. */
function snapshot(vault: Vault, value: Record<string, unknown> | null | undefined): Prisma.JsonObject | null {
  if (value === null || value === undefined) return null;
  return JSON.parse(canonicalJson(value), (key, member: unknown) =>
    SECRET_FIELDS.has(key) && member !== "" && member !== null ? sealed(vault, key, member) : member,
  ) as Prisma.JsonObject;
}

const sealed = (vault: Vault, field: string, secret: unknown): string =>
  `sealed:${Buffer.from(vault.secretHash(`audit:${field}`, canonicalJson(secret)))
    .toString("hex")
    .slice(0, 32)}`;
