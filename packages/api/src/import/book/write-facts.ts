import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { MANUAL_ACCOUNT_FACTS } from "@countinghouse/validators/bank-accounts/rules";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { manualLinkOf } from "../../bank-accounts/manual-account.ts";
import { externalKey } from "../candidate.ts";
import type { CustomerBook } from "./customer-book.ts";
import { momentOfText, type Target } from "./write-intents.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));

/**
 * Writes what a book says of a customer beside money: accounts, cards, notes, remarks; returns how many were. What is there already stays. A primary
 * account or card is one only where the customer has none.
 */
export async function writeFacts(
  tx: Tx,
  vault: Vault,
  target: Target,
  book: CustomerBook,
  admins: ReadonlyMap<string, string>,
): Promise<{ accounts: number; cards: number; notes: number; remarks: number }> {
  let [accounts, cards] = [0, 0];
  for (const row of book.accounts) accounts += await writeAccount(tx, vault, target, row);
  for (const row of book.cards) cards += await writeCard(tx, vault, target, row);
  const { count: notes } = await writeNotes(tx, target, book.notes, admins);
  const { count: remarks } = await tx.derogatoryRemark.createMany({
    data: book.remarks.map((row) => ({
      userId: target.userId,
      importKey: externalKey(
        target.source,
        JSON.stringify([target.customer, text(row, "remarkDate"), text(row, "category"), text(row, "note")]),
      ),
      remarkDate: new Date(text(row, "remarkDate")),
      category: text(row, "category"),
      note: text(row, "note"),
      addedBy: text(row, "addedBy") || "Imported",
    })),
    skipDuplicates: true,
  });
  return { accounts, cards, notes, remarks };
}

async function writeAccount(tx: Tx, vault: Vault, { userId, now }: Target, row: BookRow): Promise<number> {
  const number = text(row, "accountNumber");
  const routing = text(row, "routing");
  const numberIndex = vault.blindIndex("bankAccountNumber", number);
  if (await tx.bankAccount.findFirst({ where: { userId, routing, numberIndex }, select: { id: true } }))
    return 0;
  const hasPrimary = await tx.bankAccount.findFirst({
    where: { userId, isPrimary: true },
    select: { id: true },
  });
  const { id } = await tx.bankAccount.create({
    data: {
      ...MANUAL_ACCOUNT_FACTS,
      source: "import",
      subtype: text(row, "accountType") || MANUAL_ACCOUNT_FACTS.subtype,
      userId,
      bankLinkId: await manualLinkOf(tx, userId, now),
      providerAccountId: "",
      name: text(row, "bank"),
      routing,
      mask: number.slice(-4),
      numberIndex,
      numberSealed: Buffer.alloc(0),
      isManuallyAdded: true,
      enabled: row.enabled !== false,
      isPrimary: row.isPrimary === true && hasPrimary === null,
      createdAt: now,
    },
    select: { id: true },
  });
  const place = { table: "bank_account", column: "number_sealed", rowId: id };
  const data = { numberSealed: vault.seal(place, number), providerAccountId: `manual-${id}` };
  await tx.bankAccount.update({ where: { id }, data });
  return 1;
}

async function writeCard(tx: Tx, vault: Vault, { userId, now }: Target, row: BookRow): Promise<number> {
  const token = text(row, "token");
  const tokenIndex = vault.blindIndex("cardToken", token);
  if (await tx.card.findFirst({ where: { userId, tokenIndex }, select: { id: true } })) return 0;
  const hasPrimary = await tx.card.findFirst({ where: { userId, isPrimary: true }, select: { id: true } });
  const { id } = await tx.card.create({
    data: {
      userId,
      tokenSealed: Buffer.alloc(0),
      tokenIndex,
      last4: text(row, "last4"),
      expiry: text(row, "expiry"),
      cardName: text(row, "cardName"),
      issuer: text(row, "issuer"),
      status: text(row, "status") === "INACTIVE" ? "INACTIVE" : "ACTIVE",
      isPrimary: row.isPrimary === true && hasPrimary === null,
      createdAt: now,
    },
    select: { id: true },
  });
  const place = { table: "card", column: "token_sealed", rowId: id };
  await tx.card.update({ where: { id }, data: { tokenSealed: vault.seal(place, token) } });
  return 1;
}

/** A note whose owner is nobody here is the importing admin's, and names who wrote it. */
const writeNotes = (
  tx: Tx,
  { userId, source, adminId, now }: Target,
  notes: readonly BookRow[],
  admins: ReadonlyMap<string, string>,
) =>
  tx.note.createMany({
    data: notes.map((row) => {
      const owner = text(row, "owner");
      const ownerId = admins.get(owner);
      const writtenAt = row.writtenOn === undefined ? now : momentOfText(text(row, "writtenOn"));
      const byOther = owner !== "" && ownerId === undefined;
      return {
        userId,
        importKey: externalKey(source, text(row, "noteId")),
        ownerId: ownerId ?? adminId,
        note: byOther ? `${text(row, "note")}\n(written by ${owner})` : text(row, "note"),
        createdAt: writtenAt,
        updatedAt: writtenAt,
      };
    }),
    skipDuplicates: true,
  });
