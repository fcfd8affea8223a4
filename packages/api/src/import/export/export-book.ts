import { randomUUID } from "node:crypto";
import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { SheetName } from "@countinghouse/validators/import/columns";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { writeAsJob } from "../../job-writes.ts";
import { readMoney } from "./money-rows.ts";
import { openSheetFiles } from "./sheet-files.ts";
import { takeDocuments } from "./take-documents.ts";

export interface ExportOptions {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** Is made, or is empty. */
  folder: string;
  /** Where the documents lie; without it they are left out. */
  storage?: ObjectStorage;
  /** Called after each page with how many customers are written. */
  onProgress?: (customers: number) => void;
}

const CUSTOMERS_AT_ONCE = 500;

/**
 * Writes the whole book into a folder, one CSV file a sheet, in the format that is imported; ids are ours. It holds what is sealed
 * here in the open: only its owner can read it. Returns the rows of each sheet. Throws INVALID when the folder is not empty.
 */
export async function exportBook(options: ExportOptions): Promise<ReadonlyMap<SheetName, number>> {
  const files = await openSheetFiles(options.folder);
  const id = randomUUID();
  await audit(options, id, "users.exportBookStarted", {});
  let written = 0;
  try {
    for (let after = 0; ; ) {
      const users = await readUsers(options, after);
      const last = users.at(-1);
      if (last === undefined) break;
      const ids = users.map((user) => user.id);
      const money = await readMoney(options, ids);
      await files.write(
        "users",
        users.map(({ id: userId, ...user }) => ({
          ...user,
          externalId: String(userId),
          balance: money.balances.get(userId),
          balanceDate: money.balances.has(userId) ? newYorkDate(options.now()) : "",
        })),
      );
      for (const [sheet, rows] of Object.entries(money.sheets)) await files.write(sheet as SheetName, rows);
      await files.write("accounts", await readAccounts(options, ids));
      await files.write("cards", await readCards(options, ids));
      await files.write("notes", await readNotes(options, ids));
      await files.write("remarks", await readRemarks(options, ids));
      await files.write("documents", await takeDocuments(options, ids));
      after = last.id;
      written += users.length;
      options.onProgress?.(written);
    }
  } finally {
    await files.close();
  }
  await audit(options, id, "users.exportBook", Object.fromEntries(files.counts));
  return files.counts;
}

const audit = (
  options: ExportOptions,
  id: string,
  action: "users.exportBook" | "users.exportBookStarted",
  after: Record<string, unknown>,
): Promise<void> =>
  writeAsJob(options, "export", async () => ({
    result: undefined,
    audit: { action, requestId: id, events: [{ subject: { type: "export", id }, after }] },
  }));

async function readUsers({ db, vault }: ExportOptions, after: number) {
  const users = await db.read.user.findMany({
    where: { id: { gt: after } },
    orderBy: { id: "asc" },
    take: CUSTOMERS_AT_ONCE,
  });
  return users.map((user) => ({
    id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    phone: user.phone,
    ssn: opened(vault, "users", "ssn_sealed", user.id, user.ssnSealed),
    ein: opened(vault, "users", "ein_sealed", user.id, user.einSealed),
    dob: formatDay(user.dob),
    currentAddress: user.currentAddress,
    city: user.city,
    state: user.state,
    zipcode: user.zipcode,
    companyName: user.companyName,
    businessName: user.businessName,
    businessType: user.businessType,
    businessCategory: user.businessCategory,
    naicsCode: user.naicsCode,
    businessStartDate: formatDay(user.businessStartDate),
    occupation: user.occupation,
    platform: user.platform,
    zohoId: user.zohoId,
    doNotFund: user.doNotFund || null,
    doNotFundReason: user.doNotFundReason,
    runPaymentAutomation: user.runPaymentAutomation ? null : false,
    isExternal: user.isExternal || null,
    externalAgency: user.externalAgency,
  }));
}

function opened(
  vault: Vault,
  table: string,
  column: string,
  rowId: number,
  sealed: Uint8Array | null,
): string {
  return sealed === null ? "" : vault.open({ table, column, rowId }, sealed);
}

const formatDay = (day: Date | null): string => (day === null ? "" : day.toISOString().slice(0, 10));

const ofUsers = (ids: readonly number[]) => ({
  where: { userId: { in: [...ids] } },
  orderBy: { id: "asc" as const },
});

async function readAccounts({ db, vault }: ExportOptions, ids: readonly number[]) {
  const accounts = await db.read.bankAccount.findMany(ofUsers(ids));
  return accounts.map((account) => ({
    customerId: String(account.userId),
    bank: account.name,
    routing: account.routing,
    accountNumber: opened(vault, "bank_account", "number_sealed", account.id, account.numberSealed),
    accountType: account.subtype === "savings" ? "savings" : "checking",
    isPrimary: account.isPrimary,
    enabled: account.enabled,
  }));
}

async function readCards({ db, vault }: ExportOptions, ids: readonly number[]) {
  const cards = await db.read.card.findMany(ofUsers(ids));
  return cards.map((card) => ({
    customerId: String(card.userId),
    token: opened(vault, "card", "token_sealed", card.id, card.tokenSealed),
    last4: card.last4,
    expiry: card.expiry,
    cardName: card.cardName,
    issuer: card.issuer,
    status: card.status,
    isPrimary: card.isPrimary,
  }));
}

async function readNotes({ db }: ExportOptions, ids: readonly number[]) {
  const notes = await db.read.note.findMany({
    where: { userId: { in: [...ids] }, deletedAt: null },
    orderBy: [{ userId: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    include: { owner: { select: { email: true } } },
  });
  return notes.map((note) => ({
    noteId: note.id,
    customerId: String(note.userId),
    owner: note.owner.email,
    writtenOn: note.createdAt.toISOString(),
    note: note.note,
  }));
}

async function readRemarks({ db }: ExportOptions, ids: readonly number[]) {
  const remarks = await db.read.derogatoryRemark.findMany(ofUsers(ids));
  return remarks.map((remark) => ({
    customerId: String(remark.userId),
    remarkDate: formatDay(remark.remarkDate),
    category: remark.category,
    note: remark.note,
    addedBy: remark.addedBy,
    stopsDebits: remark.stopsDebits,
    endedOn: remark.endedAt?.toISOString() ?? "",
    endReason: remark.endReason,
  }));
}
