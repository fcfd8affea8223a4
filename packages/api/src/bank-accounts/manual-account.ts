import type { Prisma, Tx } from "@countinghouse/db";
import { ledgerDraft } from "../ledger-writes/message.ts";
import type { OutboxDraft } from "../outbox/queue.ts";
import {
  type NewAccount,
  newAccountSheetRow,
  SHEET_APPLICATION,
  SHEET_USER,
} from "./new-account-sheet-row.ts";

/** The customer as the sheet of new accounts wants it; null when there is none. */
export const readSheetUser = (tx: Tx, id: number) =>
  tx.user.findUnique({ where: { id }, select: SHEET_USER });

/** The row of a new account for the ledger sheet, with the customer's newest application. */
export async function newAccountDraft(tx: Tx, about: Omit<NewAccount, "application">): Promise<OutboxDraft> {
  const application = await tx.application.findFirst({
    where: { userId: about.user.id },
    orderBy: { id: "desc" },
    select: SHEET_APPLICATION,
  });
  return ledgerDraft(`ledger-sheet:account:${about.account.id}`, {
    sheet: "New Accounts",
    row: newAccountSheetRow({ ...about, application }),
  });
}

/** The users who have an account of these facts. */
export async function readOwners(tx: Tx, account: Prisma.BankAccountWhereInput): Promise<number[]> {
  const accounts = await tx.bankAccount.findMany({ where: account, select: { userId: true } });
  return [...new Set(accounts.map(({ userId }) => userId))];
}

/** How many of these users are neither the user, nor whom it renewed, nor another renewal of either. */
export function countStrangers(
  tx: Tx,
  { id, refUserId }: { id: number; refUserId: number | null },
  userIds: number[],
): Promise<number> {
  const first = refUserId ?? id;
  return tx.user.count({
    where: {
      id: { in: userIds, notIn: [id, first] },
      OR: [{ refUserId: null }, { refUserId: { not: first } }],
    },
  });
}

/** What stands in for a bank link of accounts that have none; made with the first. */
export async function ensureManualLink(tx: Tx, userId: number, now: Date): Promise<number> {
  return (await ensureManualLinks(tx, [userId], now)).get(userId) ?? 0;
}

/** The same of several users, by user. */
export async function ensureManualLinks(
  tx: Tx,
  userIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const known = await tx.bankLink.findMany({
    where: { userId: { in: [...userIds] }, isManual: true },
    select: { id: true, userId: true },
    orderBy: { id: "desc" },
  });
  const links = new Map(known.map(({ id, userId }) => [userId, id]));
  const missing = userIds.filter((userId) => !links.has(userId));
  if (missing.length === 0) return links;
  const made = await tx.bankLink.createManyAndReturn({
    data: missing.map((userId) => ({
      userId,
      institutionId: "",
      institutionName: "",
      isManual: true,
      createdAt: now,
    })),
    select: { id: true, userId: true },
  });
  for (const { id, userId } of made) links.set(userId, id);
  return links;
}
