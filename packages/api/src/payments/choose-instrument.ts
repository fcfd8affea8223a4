import type { Tx } from "@countinghouse/db";
import type { AskedDebit } from "@countinghouse/validators/debit-control/account-facts";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { modeRule, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { whyNotUseAccount, whyNotUseCard } from "@countinghouse/validators/payments/rules";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { readDebitControl } from "../debit-control/facts.ts";
import { DomainError, refuseWhen } from "../errors.ts";

export interface ChosenInstrument {
  cardId: number | null;
  bankAccountId: number | null;
  last4: string;
}

interface Order extends Pick<RunPayment, "userId" | "instrumentId">, AskedDebit {
  mode: PaymentMode;
}

/**
 * Returns the customer's own card or account that an order names, checked for use at `now`. Every collection and every payout
 * calls this. Throws RULE when it is unusable, or when its earlier returns, declines or chargebacks forbid the payment.
 */
export async function chooseInstrument(tx: Tx, order: Order, now: Date): Promise<ChosenInstrument> {
  const isCard = modeRule(order.mode).rail === "CARD";
  const chosen = await (isCard ? chooseCard(tx, order, newYorkDate(now)) : chooseAccount(tx, order));
  refuseWhen(await whyNotMove(tx, { ...chosen, ...order }, now));
  return chosen;
}

/** Returns the reason why the answers of an account's bank or a card's issuer forbid a payment of this mode, or null. */
export async function whyNotMove(
  tx: Tx,
  {
    mode,
    cardId,
    bankAccountId,
    ...asked
  }: Omit<ChosenInstrument, "last4"> & AskedDebit & { mode: PaymentMode },
  now: Date,
): Promise<string | null> {
  const isPayout = modeRule(mode).direction === "out";
  if (isPayout && bankAccountId === null) return null;
  const control = await readDebitControl(
    tx,
    {
      accountIds: bankAccountId === null ? [] : [bankAccountId],
      cardIds: cardId === null ? [] : [cardId],
    },
    now,
  );
  if (bankAccountId === null) return control.card(cardId ?? 0)?.message ?? null;
  const block = isPayout ? control.payTo(bankAccountId) : control.account(bankAccountId, asked);
  return block?.message ?? null;
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
