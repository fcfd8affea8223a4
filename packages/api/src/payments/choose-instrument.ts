import type { Tx } from "@countinghouse/db";
import { modeRule } from "@countinghouse/validators/payments/kinds";
import { whyNotUseAccount, whyNotUseCard } from "@countinghouse/validators/payments/rules";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { DomainError, refuseWhen } from "../errors.ts";

export interface ChosenInstrument {
  cardId: number | null;
  bankAccountId: number | null;
  last4: string;
}

type Order = Pick<RunPayment, "userId" | "mode" | "instrumentId">;

/** The customer's own card or account, fit for use on `today` (YYYY-MM-DD). Throws RULE when it is not. */
export function chooseInstrument(tx: Tx, order: Order, today: string): Promise<ChosenInstrument> {
  return modeRule(order.mode).rail === "CARD" ? chooseCard(tx, order, today) : chooseAccount(tx, order);
}

async function chooseCard(tx: Tx, { userId, mode, instrumentId }: Order, today: string) {
  const select = { id: true, last4: true, status: true, expiry: true } as const;
  const primary =
    mode === "FUND" && (await tx.card.findFirst({ where: { userId, isPrimary: true }, select }));
  if (mode === "FUND" && !primary) throw new DomainError("RULE", TEXT.noPrimaryAccount);
  if (instrumentId === null) throw new DomainError("RULE", TEXT.cardMissing);
  const card = await tx.card.findFirst({ where: { id: instrumentId, userId }, select });
  if (card === null) throw new DomainError("RULE", TEXT.instrumentGone);
  refuseWhen(whyNotUseCard(card, today));
  return { cardId: card.id, bankAccountId: null, last4: card.last4 };
}

async function chooseAccount(tx: Tx, { userId, instrumentId }: Order) {
  if (instrumentId === null) throw new DomainError("RULE", TEXT.accountMissing);
  const account = await tx.bankAccount.findFirst({
    where: { id: instrumentId, bankLink: { userId } },
    select: { id: true, mask: true, enabled: true },
  });
  if (account === null) throw new DomainError("RULE", TEXT.instrumentGone);
  refuseWhen(whyNotUseAccount(account));
  return { cardId: null, bankAccountId: account.id, last4: account.mask };
}
