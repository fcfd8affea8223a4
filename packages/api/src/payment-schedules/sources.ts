import type { ReadDb, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { modeRule } from "@countinghouse/validators/payments/kinds";
import { type Vendor, vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { readDebitControl } from "../debit-control/facts.ts";
import { readPreferences } from "../payment-preferences/service.ts";
import { type SourceOrReason, sourceOn } from "./rules.ts";

type Db = Pick<ReadDb, "paymentPreference" | "bankAccount" | "card" | "sql"> | Tx;

/**
 * From where the scheduled payments of these users are taken at `now`, or why from nowhere. Whether one of them came back too
 * often is looked at as it is collected.
 */
export async function readSources(
  db: Db,
  userIds: readonly number[],
  now: Date,
  vendorsOff: readonly Vendor[],
): Promise<(userId: number) => SourceOrReason> {
  const ids = [...new Set(userIds)];
  const [preferences, accounts, cards] = await Promise.all([
    readPreferences(db, ids),
    db.bankAccount.findMany({
      where: { bankLink: { userId: { in: ids } }, replacedAt: null },
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
  const instruments = { accountIds: accounts.map(({ id }) => id), cardIds: cards.map(({ id }) => id) };
  const control = await readDebitControl(db, instruments, now);
  const today = newYorkDate(now);
  const asked = { amountCents: null, scheduleId: null };
  const takenFrom = (userId: number) =>
    sourceOn(today, {
      preference: preferences.get(userId) ?? null,
      accounts: accounts
        .filter(({ bankLink }) => bankLink.userId === userId)
        .map((account) => ({ ...account, block: control.account(account.id, asked) })),
      cards: cards
        .filter((card) => card.userId === userId)
        .map((card) => ({ ...card, block: control.card(card.id) })),
    });
  return (userId) => {
    const chosen = takenFrom(userId);
    const whyNot = chosen.source && whyNotVendor(vendorOfRail(modeRule(chosen.source.mode).rail), vendorsOff);
    return whyNot === null ? chosen : { source: null, whyNot };
  };
}
