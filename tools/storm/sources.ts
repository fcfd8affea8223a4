import { readDebitControl } from "../../packages/api/src/debit-control/facts.ts";
import type { Services } from "../../packages/api/src/services.ts";
import type { Tx } from "../../packages/db/src/index.ts";
import { newYorkDate } from "../../packages/validators/src/new-york.ts";
import { whyNotUseAccount, whyNotUseCard } from "../../packages/validators/src/payments/rules.ts";

const ANYTHING = { amountCents: null, scheduleId: null };

/** A customer's card or bank account. */
export interface Source {
  userId: number;
  cardId: number | null;
  bankAccountId: number | null;
  instrumentLast4: string;
}

/** Customers who may be paid, and charged. */
const BOTH_WAYS = { doNotFund: false, isExternal: false };

/** The primary bank accounts that may be used, of such customers. */
export async function usableAccounts({ db, now }: Services): Promise<Source[]> {
  const accounts = await db.read.bankAccount.findMany({
    where: { isPrimary: true, bankLink: { user: BOTH_WAYS } },
    select: { id: true, mask: true, enabled: true, bankLink: { select: { userId: true } } },
  });
  const accountIds = accounts.map(({ id }) => id);
  const control = await readDebitControl(db.read, { accountIds, cardIds: [] }, now());
  return accounts
    .filter((account) => whyNotUseAccount(account) === null && control.account(account.id, ANYTHING) === null)
    .map(({ id, mask, bankLink }) => ({
      userId: bankLink.userId,
      cardId: null,
      bankAccountId: id,
      instrumentLast4: mask,
    }));
}

/** The primary cards that may be used, of such customers. */
export async function usableCards({ db, now }: Services): Promise<Source[]> {
  const cards = await db.read.card.findMany({
    where: { isPrimary: true, user: BOTH_WAYS },
    select: { id: true, userId: true, last4: true, status: true, expiry: true },
  });
  const cardIds = cards.map(({ id }) => id);
  const control = await readDebitControl(db.read, { accountIds: [], cardIds }, now());
  return cards
    .filter((card) => whyNotUseCard(card, newYorkDate(now())) === null && control.card(card.id) === null)
    .map(({ id, userId, last4 }) => ({ userId, cardId: id, bankAccountId: null, instrumentLast4: last4 }));
}

const VALID_FOR_MS = 30 * 24 * 60 * 60_000;
const COSTS_CENTS = 1200;
const PAYMENTS = 4;

/** An application for each amount, approved and ready to be paid out; returns their ids. */
export async function applicationsFor(
  tx: Tx,
  orders: readonly { userId: number; amountCents: number }[],
  now: Date,
): Promise<number[]> {
  const made = await tx.application.createManyAndReturn({
    data: orders.map(({ userId, amountCents }) => ({
      userId,
      stage: "contracted" as const,
      alloyStatus: "Approved",
      expiresAt: new Date(now.getTime() + VALID_FOR_MS),
      approvedAmountCents: amountCents + 2 * COSTS_CENTS,
      disbursementAmountCents: amountCents,
      disbursementFeeCents: COSTS_CENTS,
      paybackAmountCents: amountCents + PAYMENTS * COSTS_CENTS,
      paymentAmountCents: Math.ceil(amountCents / PAYMENTS) + COSTS_CENTS,
      firstPaymentDate: new Date(newYorkDate(now)),
    })),
    select: { id: true },
  });
  return made.map(({ id }) => id);
}

/** Sales that went through, each with its card, so many of those that nothing was given back of. */
export const refundableSales = ({ db }: Services, prefix: string, count: number) =>
  db.read.paymentIntent.findMany({
    where: {
      businessKey: { startsWith: prefix },
      kind: "SALE",
      state: "SUCCEEDED",
      children: { none: {} },
    },
    orderBy: { createdAt: "asc" },
    take: count,
    select: { id: true, userId: true, cardId: true, instrumentLast4: true, amountCents: true },
  });
