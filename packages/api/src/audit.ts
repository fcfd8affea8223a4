import { createHash } from "node:crypto";
import { Prisma, type ReadDb, type Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
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
  action: string;
  requestId: string;
}

/** Serialises writers of the chain, from here to the end of their transactions. */
const AUDIT_CHAIN_LOCK = 4_817_202;

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
 * Appends events to the audit chain inside the transaction that made the change: no audit, no change. Each
 * event's hash covers the one before, so that an altered, removed or inserted event is found.
 */
export async function appendAuditEvents(
  tx: Tx,
  vault: Vault,
  frame: AuditFrame,
  drafts: AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${AUDIT_CHAIN_LOCK}::bigint)`;
  const last = await tx.auditEvent.findFirst({ orderBy: { id: "desc" }, select: { hash: true } });
  let previousHash = last?.hash ?? new Uint8Array(32);
  const rows = drafts.map((draft) => {
    const content = {
      ...frame,
      subjectType: draft.subject.type,
      subjectId: String(draft.subject.id),
      before: snapshot(vault, draft.before),
      after: snapshot(vault, draft.after),
    };
    const hash = eventHash(previousHash, content);
    const row = {
      ...content,
      before: content.before ?? Prisma.DbNull,
      after: content.after ?? Prisma.DbNull,
      previousHash,
      hash,
    };
    previousHash = hash;
    return row;
  });
  await tx.auditEvent.createMany({ data: rows });
}

/** Walks the whole chain in order and returns the ids of events whose hash does not follow from their content. */
export async function verifyAuditChain(db: ReadDb): Promise<bigint[]> {
  const broken: bigint[] = [];
  let expected: Uint8Array = new Uint8Array(32);
  let after = 0n;
  for (;;) {
    const events = await db.auditEvent.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: 1000,
    });
    for (const { id, hash, previousHash, ...content } of events) {
      const follows = sameBytes(previousHash, expected) && sameBytes(hash, eventHash(previousHash, content));
      if (!follows) broken.push(id);
      expected = hash;
      after = id;
    }
    if (events.length === 0) return broken;
  }
}

function eventHash(previousHash: Uint8Array, content: Record<string, unknown>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(previousHash).update(canonicalJson(content)).digest());
}

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

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
