import type { ReadDb, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { AUDIT_EVENT, eventContent, sha256 } from "../audit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Chain, Content } from "./chain.ts";

const SEARCHED_AT_ONCE = 100_000;

/** Every event of the audit, in the order in which they were linked. */
export const AUDIT_CHAIN: Chain<bigint> = {
  name: "audit",
  lock: 4_817_202,
  hasWaiting: async (db) => (await db.auditUnlinked.findFirst({ select: { eventId: true } })) !== null,
  waiting: async (tx, most) => {
    const rows = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT e.id FROM audit_unlinked u JOIN audit_event e ON e.id = u.event_id
      WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = e.id)
      ORDER BY e.key_id IS NOT NULL, e.id LIMIT ${most}`;
    return rows.map(({ id }) => id);
  },
  contents: async (db, vault, ids) => {
    const events = await readEvents(db, ids);
    return new Map(events.map((event) => [event.id, storedContent(event, vault)]));
  },
  last: async (db) => {
    const last = await db.auditLink.findFirst({ orderBy: { position: "desc" } });
    return last && { position: last.position, id: last.eventId, hash: last.hash };
  },
  save: async (tx, links) => {
    const ids = links.map(({ id }) => id);
    await tx.auditLink.createMany({ data: links.map(({ id: eventId, ...link }) => ({ ...link, eventId })) });
    await tx.auditUnlinked.deleteMany({ where: { eventId: { in: ids } } });
  },
  linksAfter: async (db, position, take) => {
    const links = await db.auditLink.findMany({
      where: { position: { gt: position } },
      orderBy: { position: "asc" },
      take,
    });
    return links.map(({ eventId: id, ...link }) => ({ ...link, id }));
  },
  waitingAfter: async (db, id, take) => {
    const rows = await db.auditUnlinked.findMany({
      where: { eventId: { gt: id ?? -1n } },
      orderBy: { eventId: "asc" },
      take,
    });
    return rows.map(({ eventId }) => eventId);
  },
  unchained: findUnchained,
  isOldLink: async (db, { id, previousHash, hash }, content) => {
    if (sameBytes(hash, sha256(previousHash, content.hash))) return true;
    // The links of events from before they had a hash of their own cover the whole event.
    const [event] = await readEvents(db, [id]);
    return (
      event?.contentHash === null && sameBytes(hash, sha256(previousHash, canonicalJson(eventContent(event))))
    );
  },
};

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

/** A range of ids at a time: a long audit is not one long statement. */
async function findUnchained(db: ReadDb): Promise<bigint[]> {
  const newest = await db.auditEvent.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  const found: bigint[] = [];
  for (let after = -1n; after < (newest?.id ?? -1n); after += BigInt(SEARCHED_AT_ONCE)) {
    const ids = await db.sql<{ id: string }>(UNCHAINED, [String(after), SEARCHED_AT_ONCE]);
    found.push(...ids.map(({ id }) => BigInt(id)));
  }
  return found;
}

const UNCHAINED = {
  name: "audit.unchained",
  text: `SELECT e.id::text AS id FROM audit_event e WHERE e.id > $1::bigint AND e.id <= $1::bigint + $2::int
           AND NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = e.id)
           AND NOT EXISTS (SELECT FROM audit_unlinked u WHERE u.event_id = e.id) ORDER BY e.id`,
};

const readEvents = (db: ReadDb | Tx, ids: readonly bigint[]) =>
  db.auditEvent.findMany({ where: { id: { in: [...ids] } } });

type AuditEvent = Awaited<ReturnType<typeof readEvents>>[number];

function storedContent(event: AuditEvent, vault: Vault): Content {
  const { contentHash, keyId } = event;
  const text = canonicalJson(eventContent(event));
  if (contentHash === null) return { hash: sha256(text), isSigned: false, isAsWritten: keyId === null };
  const isAsWritten =
    keyId === null
      ? sameBytes(contentHash, sha256(text))
      : vault.isSigned({ keyId, mac: contentHash }, AUDIT_EVENT, text);
  return { hash: contentHash, isSigned: keyId !== null, isAsWritten };
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
