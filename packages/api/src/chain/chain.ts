import type { Database, ReadDb, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { coordinate } from "../job-writes.ts";

export interface Link<Id> {
  position: bigint;
  id: Id;
  previousHash: Uint8Array<ArrayBuffer>;
  hash: Uint8Array<ArrayBuffer>;
  /** Null in links from before they were signed. */
  keyId: string | null;
}

/** What a link covers of a row. */
export interface Content {
  hash: Uint8Array<ArrayBuffer>;
  /** False for what was written before rows were signed. */
  isSigned: boolean;
  /** Whether it is what was signed, or, of a row from before, what its own hash says. */
  isAsWritten: boolean;
}

/** Rows that are chained once they are committed: where they, their links and those that wait for one are kept. */
export interface Chain<Id extends bigint | string> {
  name: "audit" | "ledger";
  /** Of an advisory lock: whoever links holds it for one transaction, and one that is frozen is thrown out of it. */
  lock: number;
  hasWaiting(db: ReadDb): Promise<boolean>;
  /** The next rows without a link, what was not signed first. */
  waiting(tx: Tx, most: number): Promise<Id[]>;
  /** What the rows of these ids are; those that are not there are left out. */
  contents(db: ReadDb | Tx, vault: Vault, ids: readonly Id[]): Promise<ReadonlyMap<Id, Content>>;
  last(db: ReadDb | Tx): Promise<Pick<Link<Id>, "position" | "id" | "hash"> | null>;
  /** Keeps links; their rows wait no more. */
  save(tx: Tx, links: readonly (Link<Id> & { keyId: string })[]): Promise<void>;
  linksAfter(db: ReadDb, position: bigint, most: number): Promise<Link<Id>[]>;
  waitingAfter(db: ReadDb, id: Id | null, most: number): Promise<Id[]>;
  /** Rows that neither have a link nor wait for one. */
  unchained(db: ReadDb): Promise<Id[]>;
  /** Whether a link without a signature is right: of the time before they were signed. */
  isOldLink(db: ReadDb, link: Link<Id>, content: Content): Promise<boolean>;
}

const LINKED_AT_ONCE = 500;
/** What the first link follows. */
export const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(32);

/**
 * Links the rows that were committed to their chain until none is left. Any number of processes may run it: one links, the
 * others return at once. Returns how many were linked.
 */
export async function linkCommitted<Id extends bigint | string>(
  chain: Chain<Id>,
  { db, vault }: { db: Database; vault: Vault },
): Promise<number> {
  let linked = 0;
  for (;;) {
    // Most of the time there is nothing to do: that needs no transaction.
    if (!(await chain.hasWaiting(db.read))) return linked;
    const more = await coordinate({ db }, (tx) => linkSome(chain, tx, vault));
    linked += more;
    if (more < LINKED_AT_ONCE) return linked;
  }
}

async function linkSome<Id extends bigint | string>(chain: Chain<Id>, tx: Tx, vault: Vault): Promise<number> {
  const [lock] = await tx.$queryRaw<{ isHeld: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${chain.lock}::bigint) AS "isHeld"`;
  if (!lock?.isHeld) return 0;
  const ids = await chain.waiting(tx, LINKED_AT_ONCE);
  const contents = await chain.contents(tx, vault, ids);
  let { position, hash } = (await chain.last(tx)) ?? { position: 0n, hash: NOTHING };
  const links = ids.flatMap((id) => {
    const content = contents.get(id);
    if (content === undefined) return [];
    const previousHash = hash;
    position++;
    const { keyId, mac } = vault.sign(chainPurpose(chain), previousHash, content.hash);
    hash = mac;
    return [{ position, id, previousHash, hash, keyId }];
  });
  await chain.save(tx, links);
  return links.length;
}

/** What a link is signed for. */
export const chainPurpose = ({ name }: Pick<Chain<bigint>, "name">): string => `${name}-link`;
