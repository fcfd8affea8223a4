import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { MANUAL_ACCOUNT_FACTS } from "@countinghouse/validators/bank-accounts/rules";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { stopsDebits } from "@countinghouse/validators/remarks/rules";
import { ensureManualLinks } from "../../bank-accounts/manual-account.ts";
import { insertRows, reserveIds } from "../../insert-rows.ts";
import { externalKey } from "../candidate.ts";
import { momentOfText, type Part, type Target } from "./write-intents.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));

/** How many of each sheet were written of a customer. */
export type FactCounts = Partial<Record<"accounts" | "cards" | "notes" | "remarks", number>>;

/**
 * Writes what a book says of customers beside money: accounts, cards, notes, remarks; returns how many of whom. What is there
 * already stays. A primary account or card is one only where the customer has none.
 */
export async function writeFacts(
  tx: Tx,
  vault: Vault,
  target: Target,
  parts: readonly Part[],
  admins: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<number, FactCounts>> {
  const counts = new Map<number, FactCounts>();
  const count = (sheet: keyof FactCounts, userIds: readonly number[]) => {
    for (const userId of userIds) {
      const of = counts.get(userId) ?? {};
      counts.set(userId, { ...of, [sheet]: (of[sheet] ?? 0) + 1 });
    }
  };
  count("accounts", await writeAccounts(tx, vault, target, sheetRows(parts, "accounts")));
  count("cards", await writeCards(tx, vault, target, sheetRows(parts, "cards")));
  count("notes", await writeNotes(tx, target, sheetRows(parts, "notes"), admins));
  count("remarks", await writeRemarks(tx, target, sheetRows(parts, "remarks")));
  return counts;
}

interface OwnRow {
  userId: number;
  customer: string;
  row: BookRow;
}

const sheetRows = (parts: readonly Part[], sheet: "accounts" | "cards" | "notes" | "remarks"): OwnRow[] =>
  parts.flatMap(({ userId, customer, book }) => book[sheet].map((row) => ({ userId, customer, row })));

const distinctUserIds = (rows: readonly OwnRow[]): number[] => [...new Set(rows.map(({ userId }) => userId))];

/** Says of each row whether it is the first of its user that is to be primary, where the user has none. */
function choosePrimary(rows: readonly OwnRow[], withPrimary: ReadonlySet<number>): boolean[] {
  const taken = new Set(withPrimary);
  return rows.map(({ userId, row }) => {
    const isPrimary = row.isPrimary === true && !taken.has(userId);
    if (isPrimary) taken.add(userId);
    return isPrimary;
  });
}

const toHex = (index: Uint8Array): string => Buffer.from(index).toString("hex");

async function writeAccounts(
  tx: Tx,
  vault: Vault,
  { runId, now }: Target,
  rows: readonly OwnRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const known = await tx.bankAccount.findMany({
    where: { userId: { in: distinctUserIds(rows) } },
    select: { userId: true, routing: true, numberIndex: true, isPrimary: true },
  });
  const accountKey = (userId: number, routing: string, index: Uint8Array) =>
    `${userId} ${routing} ${toHex(index)}`;
  const there = new Set(
    known.map((account) => accountKey(account.userId, account.routing, account.numberIndex)),
  );
  const isThere = ({ userId, row }: OwnRow) =>
    vault
      .blindIndexes("bankAccountNumber", text(row, "accountNumber"))
      .some((index) => there.has(accountKey(userId, text(row, "routing"), index)));
  const fresh = rows
    .filter((own) => !isThere(own))
    .map((own) => ({
      ...own,
      numberIndex: vault.blindIndex("bankAccountNumber", text(own.row, "accountNumber")),
    }));
  const links = await ensureManualLinks(tx, distinctUserIds(fresh), now);
  const ids = await reserveIds(tx, "bank_account", fresh.length);
  const primary = choosePrimary(
    fresh,
    new Set(known.filter(({ isPrimary }) => isPrimary).map(({ userId }) => userId)),
  );
  await insertRows(
    tx,
    "bank_account",
    fresh.map(({ userId, row, numberIndex }, index) => {
      const id = ids[index] ?? 0;
      const number = text(row, "accountNumber");
      return {
        ...MANUAL_ACCOUNT_FACTS,
        id,
        source: "import",
        subtype: text(row, "accountType") || MANUAL_ACCOUNT_FACTS.subtype,
        userId,
        bankLinkId: links.get(userId) ?? 0,
        providerAccountId: `manual-${id}`,
        name: text(row, "bank"),
        routing: text(row, "routing"),
        mask: number.slice(-4),
        numberIndex,
        numberSealed: vault.seal({ table: "bank_account", column: "number_sealed", rowId: id }, number),
        isManuallyAdded: true,
        enabled: row.enabled !== false,
        isPrimary: primary[index] ?? false,
        importRunId: runId,
        createdAt: now,
      };
    }),
  );
  return fresh.map(({ userId }) => userId);
}

async function writeCards(
  tx: Tx,
  vault: Vault,
  { runId, now }: Target,
  rows: readonly OwnRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const known = await tx.card.findMany({
    where: { userId: { in: distinctUserIds(rows) } },
    select: { userId: true, tokenIndex: true, isPrimary: true },
  });
  const there = new Set(
    known.map(({ userId, tokenIndex }) => `${userId} ${tokenIndex === null ? "" : toHex(tokenIndex)}`),
  );
  const isThere = ({ userId, row }: OwnRow) =>
    vault
      .blindIndexes("cardToken", text(row, "token"))
      .some((index) => there.has(`${userId} ${toHex(index)}`));
  const fresh = rows
    .filter((own) => !isThere(own))
    .map((own) => ({ ...own, tokenIndex: vault.blindIndex("cardToken", text(own.row, "token")) }));
  const ids = await reserveIds(tx, "card", fresh.length);
  const primary = choosePrimary(
    fresh,
    new Set(known.filter(({ isPrimary }) => isPrimary).map(({ userId }) => userId)),
  );
  await insertRows(
    tx,
    "card",
    fresh.map(({ userId, row, tokenIndex }, index) => {
      const id = ids[index] ?? 0;
      return {
        id,
        userId,
        tokenSealed: vault.seal({ table: "card", column: "token_sealed", rowId: id }, text(row, "token")),
        tokenIndex,
        last4: text(row, "last4"),
        expiry: text(row, "expiry"),
        cardName: text(row, "cardName"),
        issuer: text(row, "issuer"),
        status: text(row, "status") === "INACTIVE" ? ("INACTIVE" as const) : ("ACTIVE" as const),
        isPrimary: primary[index] ?? false,
        importRunId: runId,
        createdAt: now,
      };
    }),
  );
  return fresh.map(({ userId }) => userId);
}

/** In one order, so that two that write the same ones never wait for each other. */
export const byImportKey = (one: { importKey: string }, other: { importKey: string }): number =>
  one.importKey < other.importKey ? -1 : Number(one.importKey > other.importKey);

/** A note whose owner is nobody here is the importing admin's, and names who wrote it. */
async function writeNotes(
  tx: Tx,
  { source, adminId, runId, now }: Target,
  notes: readonly OwnRow[],
  admins: ReadonlyMap<string, string>,
): Promise<number[]> {
  if (notes.length === 0) return [];
  const rows = notes.map(({ userId, row }) => {
    const owner = text(row, "owner");
    const ownerId = admins.get(owner);
    const writtenAt = row.writtenOn === undefined ? now : momentOfText(text(row, "writtenOn"));
    const byOther = owner !== "" && ownerId === undefined;
    return {
      userId,
      importKey: externalKey(source, text(row, "noteId")),
      importRunId: runId,
      ownerId: ownerId ?? adminId,
      note: byOther ? `${text(row, "note")}\n(written by ${owner})` : text(row, "note"),
      createdAt: writtenAt,
      updatedAt: writtenAt,
    };
  });
  const made = await tx.note.createManyAndReturn({
    data: rows.toSorted(byImportKey),
    skipDuplicates: true,
    select: { userId: true },
  });
  return made.map(({ userId }) => userId);
}

/** Of a remark: which of those equal ones of its customer it is, counted from 1. */
export const REMARK_NTH = "nth";

/** What a remark is known by: all that it says. Of equal ones of a customer each has a number. */
export const remarkKey = ({ source }: Pick<Target, "source">, customer: string, row: BookRow): string => {
  const nth = Number(row[REMARK_NTH] ?? 1);
  const said = [customer, text(row, "remarkDate"), text(row, "category"), text(row, "note")];
  return externalKey(source, JSON.stringify(nth > 1 ? [...said, nth] : said));
};

async function writeRemarks(
  tx: Tx,
  { source, runId }: Target,
  remarks: readonly OwnRow[],
): Promise<number[]> {
  if (remarks.length === 0) return [];
  const made = await tx.derogatoryRemark.createManyAndReturn({
    data: remarks.map(({ userId, customer, row }) => ({
      userId,
      importKey: remarkKey({ source }, customer, row),
      importRunId: runId,
      remarkDate: new Date(text(row, "remarkDate")),
      category: text(row, "category"),
      note: text(row, "note"),
      addedBy: text(row, "addedBy") || "Imported",
      stopsDebits:
        typeof row.stopsDebits === "boolean" ? row.stopsDebits : stopsDebits(text(row, "category")),
      endedAt: row.endedOn === undefined ? null : momentOfText(text(row, "endedOn")),
      endReason: row.endedOn === undefined ? "" : text(row, "endReason") || "Ended in the other system",
    })),
    skipDuplicates: true,
    select: { userId: true },
  });
  return made.map(({ userId }) => userId);
}
