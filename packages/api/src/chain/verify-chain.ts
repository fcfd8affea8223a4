import type { ReadDb } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { type Chain, chainPurpose, type Link, NOTHING } from "./chain.ts";

const VERIFIED_AT_ONCE = 1_000;

export interface ChainFinding<Id> {
  id: Id;
  what: keyof typeof CHAIN_FINDINGS;
}

export const CHAIN_FINDINGS = {
  changed: "is not what was written",
  removed: "was removed",
  misplaced: "does not follow from the one before it in the chain",
  unchained: "is neither linked nor waiting to be linked",
  unsigned: "was not written by this console",
  cut: "is missing at the end of the chain, which was longer",
  remade: "is not the one that was the last of the chain then",
} as const;

/**
 * Holds every row against what was written: those that are not linked yet by themselves, then the whole chain in its
 * order. Finds what was changed, removed, put in or moved. What is committed while it runs may be left to the next time.
 */
export async function verifyChain<Id extends bigint | string>(
  chain: Chain<Id>,
  db: ReadDb,
  vault: Vault,
): Promise<ChainFinding<Id>[]> {
  // What is linked meanwhile is met again in the chain; the other way about it would be missed.
  const waiting = await verifyWaiting(chain, db, vault);
  const { findings, hasSigned } = await verifyLinks(chain, db, vault);
  // Before the first signed row is linked, those from before go first.
  const unsigned = hasSigned ? waiting.unsigned.map((id) => ({ id, what: "unsigned" as const })) : [];
  const unchained = (await chain.unchained(db)).map((id) => ({ id, what: "unchained" as const }));
  return [...waiting.findings, ...unsigned, ...findings, ...unchained];
}

async function verifyWaiting<Id extends bigint | string>(chain: Chain<Id>, db: ReadDb, vault: Vault) {
  const findings: ChainFinding<Id>[] = [];
  const unsigned: Id[] = [];
  for (let after: Id | null = null; ; ) {
    const ids: Id[] = await chain.waitingAfter(db, after, VERIFIED_AT_ONCE);
    const contents = await chain.contents(db, vault, ids);
    for (const id of ids) {
      const content = contents.get(id);
      if (content === undefined) findings.push({ id, what: "removed" });
      else if (!content.isAsWritten) findings.push({ id, what: "changed" });
      else if (!content.isSigned) unsigned.push(id);
      after = id;
    }
    if (ids.length < VERIFIED_AT_ONCE) return { findings, unsigned };
  }
}

async function verifyLinks<Id extends bigint | string>(chain: Chain<Id>, db: ReadDb, vault: Vault) {
  const findings: ChainFinding<Id>[] = [];
  let last: Pick<Link<Id>, "position" | "hash"> = { position: 0n, hash: NOTHING };
  let [hasSigned, hasSignedLink] = [false, false];
  for (;;) {
    const links = await chain.linksAfter(db, last.position, VERIFIED_AT_ONCE);
    const contents = await chain.contents(
      db,
      vault,
      links.map(({ id }) => id),
    );
    for (const link of links) {
      const { id, position, previousHash, hash, keyId } = link;
      const content = contents.get(id);
      if (content === undefined) findings.push({ id, what: "removed" });
      else {
        const isLinked =
          keyId === null
            ? await chain.isOldLink(db, link, content)
            : vault.isSigned({ keyId, mac: hash }, chainPurpose(chain), previousHash, content.hash);
        if (!content.isAsWritten || !isLinked) findings.push({ id, what: "changed" });
        else if ((hasSigned && !content.isSigned) || (hasSignedLink && keyId === null))
          findings.push({ id, what: "unsigned" });
        hasSigned ||= content.isSigned;
      }
      if (position !== last.position + 1n || Buffer.compare(previousHash, last.hash) !== 0)
        findings.push({ id, what: "misplaced" });
      hasSignedLink ||= keyId !== null;
      last = { position, hash };
    }
    if (links.length < VERIFIED_AT_ONCE) return { findings, hasSigned };
  }
}
