import type { ReadDb, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { sha256 } from "../audit.ts";
import { canonicalJson } from "../canonical-json.ts";
import { LEDGER_TRANSACTION, type SignedPosting, signedText } from "../ledger/signed-posting.ts";
import type { Chain, Content } from "./chain.ts";

const SEARCHED_AT_ONCE = 100_000;

/** Every transaction of the ledger with its entries, in the order in which they were linked. */
export const LEDGER_CHAIN: Chain<string> = {
  name: "ledger",
  lock: 4_817_203,
  hasWaiting: async (db) => (await db.ledgerUnlinked.findFirst({ select: { transactionId: true } })) !== null,
  waiting: async (tx, most) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT t.id::text AS id FROM ledger_unlinked u JOIN ledger_transaction t ON t.id = u.transaction_id
      WHERE NOT EXISTS (SELECT FROM ledger_link l WHERE l.transaction_id = t.id)
      ORDER BY t.key_id IS NOT NULL, t.id LIMIT ${most}`;
    return rows.map(({ id }) => id);
  },
  contents: async (db, vault, ids) => {
    const posted = await readPosted(db, ids);
    return new Map(posted.map((transaction) => [transaction.id, postedContent(transaction, vault)]));
  },
  last: async (db) => {
    const last = await db.ledgerLink.findFirst({ orderBy: { position: "desc" } });
    return last && { position: last.position, id: last.transactionId, hash: last.hash };
  },
  save: async (tx, links) => {
    const ids = links.map(({ id }) => id);
    await tx.ledgerLink.createMany({
      data: links.map(({ id, ...link }) => ({ ...link, transactionId: id })),
    });
    await tx.ledgerUnlinked.deleteMany({ where: { transactionId: { in: ids } } });
  },
  linksAfter: async (db, position, take) => {
    const links = await db.ledgerLink.findMany({
      where: { position: { gt: position } },
      orderBy: { position: "asc" },
      take,
    });
    return links.map(({ transactionId: id, ...link }) => ({ ...link, id }));
  },
  waitingAfter: async (db, id, take) => {
    const rows = await db.ledgerUnlinked.findMany({
      ...(id !== null && { where: { transactionId: { gt: id } } }),
      orderBy: { transactionId: "asc" },
      take,
    });
    return rows.map(({ transactionId }) => transactionId);
  },
  unchained: findUnchained,
  // Every link of this chain was signed.
  isOldLink: () => Promise.resolve(false),
};

/** A range of ids at a time, and last the entries that belong to no transaction of it. */
async function findUnchained(db: ReadDb): Promise<string[]> {
  const found: string[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await db.sql<{ id: string; isChained: boolean }>(UNCHAINED, [after, SEARCHED_AT_ONCE]);
    found.push(...rows.filter(({ isChained }) => !isChained).map(({ id }) => id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < SEARCHED_AT_ONCE) return found;
    after = last.id;
  }
}

const UNCHAINED = {
  name: "ledger.unchained",
  text: `SELECT t.id::text AS id, EXISTS (SELECT FROM ledger_link l WHERE l.transaction_id = t.id)
           OR EXISTS (SELECT FROM ledger_unlinked u WHERE u.transaction_id = t.id) AS "isChained"
         FROM ledger_transaction t WHERE t.id > $1::uuid ORDER BY t.id LIMIT $2::int`,
};

const readPosted = (db: ReadDb | Tx, ids: readonly string[]) =>
  db.ledgerTransaction.findMany({
    where: { id: { in: [...ids] } },
    include: { entries: { select: { amountCents: true, account: { select: { code: true } } } } },
  });

type Posted = Awaited<ReturnType<typeof readPosted>>[number];

function postedContent(
  { signature, keyId, createdAt, entries, ...transaction }: Posted,
  vault: Vault,
): Content {
  const posting: SignedPosting = {
    ...transaction,
    entries: entries.map(({ account: { code }, amountCents }) => ({
      code,
      amountCents: Number(amountCents),
    })),
  };
  const text = signedText(posting);
  const hash = sha256(canonicalJson({ text, createdAt, keyId, signature: signature && toHex(signature) }));
  if (keyId === null) return { hash, isSigned: false, isAsWritten: signature === null };
  const isAsWritten =
    signature !== null && vault.isSigned({ keyId, mac: signature }, LEDGER_TRANSACTION, text);
  return { hash, isSigned: true, isAsWritten };
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
