import type { ReadDb, Tx } from "@countinghouse/db";
import { readPreferences } from "../payment-preferences/service.ts";
import { type SourceOrReason, sourceOn } from "./rules.ts";

type Db = Pick<ReadDb, "paymentPreference" | "bankAccount" | "card"> | Tx;

/** From where the scheduled payments of these users are taken on `today` (YYYY-MM-DD), or why from nowhere. */
export async function sourcesOf(
  db: Db,
  userIds: readonly number[],
  today: string,
): Promise<(userId: number) => SourceOrReason> {
  const ids = [...new Set(userIds)];
  const [preferences, accounts, cards] = await Promise.all([
    readPreferences(db, ids),
    db.bankAccount.findMany({
      where: { bankLink: { userId: { in: ids } } },
      orderBy: { id: "asc" },
      select: {
        id: true,
        mask: true,
        enabled: true,
        isPrimary: true,
        bankLink: { select: { userId: true } },
      },
    }),
    db.card.findMany({
      where: { userId: { in: ids } },
      orderBy: { id: "asc" },
      select: { id: true, userId: true, last4: true, status: true, expiry: true, isPrimary: true },
    }),
  ]);
  return (userId) =>
    sourceOn(today, {
      preference: preferences.get(userId) ?? null,
      accounts: accounts.filter(({ bankLink }) => bankLink.userId === userId),
      cards: cards.filter((card) => card.userId === userId),
    });
}
