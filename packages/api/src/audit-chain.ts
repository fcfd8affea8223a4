import type { Database, ReadDb } from "@countinghouse/db";
import { hashContent, sha256 } from "./audit.ts";
import { canonicalJson } from "./canonical-json.ts";
import { coordinate } from "./job-writes.ts";

/** Whoever links holds it for one transaction: a chainer that is frozen is thrown out of it, and another one goes on. */
const CHAINER_LOCK = 4_817_202;
const LINKED_AT_ONCE = 500;
const VERIFIED_AT_ONCE = 1_000;
const SEARCHED_AT_ONCE = 100_000;
/** What the first link follows. */
const NOTHING = new Uint8Array(32);

/**
 * Links the events that were committed to the chain, in the order of their ids, until none is left. Any number of
 * processes may run it: one links, the others return at once. Returns how many were linked.
 */
export async function linkAuditEvents(db: Database): Promise<number> {
  let linked = 0;
  for (;;) {
    // Most of the time there is nothing to do: that needs no transaction.
    if ((await db.read.auditUnlinked.findFirst({ select: { eventId: true } })) === null) return linked;
    const more = await linkSome(db);
    linked += more;
    if (more < LINKED_AT_ONCE) return linked;
  }
}

const linkSome = (db: Database): Promise<number> =>
  coordinate({ db }, async (tx) => {
    const [lock] = await tx.$queryRaw<{ isHeld: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${CHAINER_LOCK}::bigint) AS "isHeld"`;
    if (!lock?.isHeld) return 0;
    const last = await tx.auditLink.findFirst({ orderBy: { position: "desc" } });
    let { position, hash } = last ?? { position: 0n, hash: NOTHING };
    const events = await tx.$queryRaw<{ id: bigint; contentHash: Uint8Array }[]>`
      SELECT e.id, e.content_hash AS "contentHash" FROM audit_unlinked u JOIN audit_event e ON e.id = u.event_id
      WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = e.id)
      ORDER BY e.id LIMIT ${LINKED_AT_ONCE}`;
    const links = events.map(({ id, contentHash }) => {
      const previousHash = hash;
      position++;
      hash = sha256(previousHash, contentHash);
      return { position, eventId: id, previousHash, hash };
    });
    await tx.auditLink.createMany({ data: links });
    await tx.auditUnlinked.deleteMany({ where: { eventId: { in: links.map(({ eventId }) => eventId) } } });
    return links.length;
  });

/** How many events are not linked yet, and how many of them have not been for more than a minute: nobody links. */
export async function auditTail(db: ReadDb): Promise<{ waiting: number; late: number }> {
  const [tail] = await db.sql<{ waiting: number; late: number }>(TAIL, []);
  return tail ?? { waiting: 0, late: 0 };
}

const TAIL = {
  name: "audit.tail",
  text: `SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE since < now() - interval '1 minute'))::int AS late
         FROM audit_unlinked`,
};

export interface AuditFinding {
  eventId: bigint;
  what: keyof typeof AUDIT_FINDINGS;
}

export const AUDIT_FINDINGS = {
  changed: "is not what was written",
  removed: "was removed",
  misplaced: "does not follow from the one before it in the chain",
  unchained: "is neither linked nor waiting to be linked",
} as const;

/**
 * Holds every event against what was written: those that are not linked yet by their own hashes, then the whole chain in
 * order. Finds what was changed, removed, put in or moved. Events that are committed while it runs may be left to the
 * next time.
 */
export async function verifyAuditChain(db: ReadDb): Promise<AuditFinding[]> {
  // What is linked meanwhile is met again in the chain; the other way about it would be missed.
  return [...(await verifyTail(db)), ...(await verifyLinks(db)), ...(await findUnchained(db))];
}

async function verifyTail(db: ReadDb): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (let after = -1n; ; ) {
    const unlinked = await db.auditUnlinked.findMany({
      where: { eventId: { gt: after } },
      orderBy: { eventId: "asc" },
      take: VERIFIED_AT_ONCE,
    });
    const events = await eventsOf(db, unlinked);
    for (const { eventId } of unlinked) {
      const event = events.get(eventId);
      if (event === undefined) findings.push({ eventId, what: "removed" });
      else if (!isAsWritten(event)) findings.push({ eventId, what: "changed" });
      after = eventId;
    }
    if (unlinked.length < VERIFIED_AT_ONCE) return findings;
  }
}

async function verifyLinks(db: ReadDb): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  let last: { position: bigint; hash: Uint8Array } = { position: 0n, hash: NOTHING };
  for (;;) {
    const links = await db.auditLink.findMany({
      where: { position: { gt: last.position } },
      orderBy: { position: "asc" },
      take: VERIFIED_AT_ONCE,
    });
    const events = await eventsOf(db, links);
    for (const { position, eventId, previousHash, hash } of links) {
      const event = events.get(eventId);
      if (event === undefined) findings.push({ eventId, what: "removed" });
      else if (!sameBytes(hash, linkHash(previousHash, event))) findings.push({ eventId, what: "changed" });
      if (position !== last.position + 1n || !sameBytes(previousHash, last.hash))
        findings.push({ eventId, what: "misplaced" });
      last = { position, hash };
    }
    if (links.length < VERIFIED_AT_ONCE) return findings;
  }
}

/** A range of ids at a time: a long audit is not one long statement. */
async function findUnchained(db: ReadDb): Promise<AuditFinding[]> {
  const newest = await db.auditEvent.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  const findings: AuditFinding[] = [];
  for (let after = -1n; after < (newest?.id ?? -1n); after += BigInt(SEARCHED_AT_ONCE)) {
    const ids = await db.sql<{ id: string }>(UNCHAINED, [String(after), SEARCHED_AT_ONCE]);
    findings.push(...ids.map(({ id }) => ({ eventId: BigInt(id), what: "unchained" as const })));
  }
  return findings;
}

const UNCHAINED = {
  name: "audit.unchained",
  text: `SELECT e.id::text AS id FROM audit_event e WHERE e.id > $1::bigint AND e.id <= $1::bigint + $2::int
           AND NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = e.id)
           AND NOT EXISTS (SELECT FROM audit_unlinked u WHERE u.event_id = e.id) ORDER BY e.id`,
};

async function eventsOf(db: ReadDb, named: readonly { eventId: bigint }[]) {
  const ids = named.map(({ eventId }) => eventId);
  const events = await db.auditEvent.findMany({ where: { id: { in: ids } } });
  return new Map(events.map((event) => [event.id, event]));
}

type AuditEvent = Awaited<ReturnType<typeof eventsOf>> extends Map<bigint, infer Event> ? Event : never;

const isAsWritten = ({ id: _id, contentHash, ...content }: AuditEvent): boolean =>
  contentHash !== null && sameBytes(contentHash, hashContent(content));

/** The hash that the link of an event has to have; null where its content is not what was written. */
function linkHash(previousHash: Uint8Array, event: AuditEvent): Uint8Array | null {
  const { id: _id, contentHash, ...content } = event;
  // Events from before the links have no hash of their own: that of the link covers them.
  if (contentHash === null) return sha256(previousHash, canonicalJson(content));
  return isAsWritten(event) ? sha256(previousHash, contentHash) : null;
}

const sameBytes = (a: Uint8Array, b: Uint8Array | null): boolean => b !== null && Buffer.compare(a, b) === 0;
