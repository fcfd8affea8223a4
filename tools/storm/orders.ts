import { randomUUID } from "node:crypto";
import { createCommand } from "../../packages/api/src/command.ts";
import type { Services } from "../../packages/api/src/context.ts";
import type { PaymentKind, Tx } from "../../packages/db/src/index.ts";
import type { Random } from "../../packages/db/src/seed/random.ts";
import { newYorkDate } from "../../packages/validators/src/new-york.ts";
import { whyNotUseAccount, whyNotUseCard } from "../../packages/validators/src/payment-rules.ts";

/** The business keys of the storm's payments begin with it. */
export const ORDER_PREFIX = "storm:";
const ORDERED_AT_ONCE = 250;
/** Whole dollars: no cents that mean something to the sandbox. */
const LEAST_DOLLARS = 10;
const AMOUNTS = 1500;

interface Source {
  userId: number;
  kind: PaymentKind;
  cardId: number | null;
  bankAccountId: number | null;
  instrumentLast4: string;
}

/**
 * Orders payments as a batch does: READY intents under business keys of their own, due at once, by commands of a job.
 * Every other one is a debit of a bank account, the others are sales by card.
 */
export async function orderPayments(services: Services, payments: number, random: Random): Promise<void> {
  const [accounts, cards] = [await usableAccounts(services), await usableCards(services)];
  const command = createCommand(services, { kind: "job", name: "storm" });
  for (let first = 0; first < payments; first += ORDERED_AT_ONCE) {
    const count = Math.min(ORDERED_AT_ONCE, payments - first);
    const input = { requestId: randomUUID(), first, count };
    await command({ action: "storm.order", capability: null, input }, async ({ tx, now }) => {
      const numbers = Array.from({ length: count }, (_, index) => first + index);
      await makeReady(
        tx,
        numbers.map((n) => orderOf(n, random.pick(n % 2 === 0 ? accounts : cards), now)),
      );
      return { result: null, audit: { subject: { type: "storm", id: first }, after: { first, count } } };
    });
  }
}

const orderOf = (n: number, source: Source, now: Date) => ({
  ...source,
  paymentType: "DEBIT" as const,
  businessKey: `${ORDER_PREFIX}${n}`,
  amountCents: (LEAST_DOLLARS + (n % AMOUNTS)) * 100,
  createdAt: now,
  dueAt: now,
});

async function makeReady(tx: Tx, orders: ReturnType<typeof orderOf>[]): Promise<void> {
  await tx.paymentIntent.createMany({ data: orders });
  const businessKey = { in: orders.map((order) => order.businessKey) };
  await tx.paymentIntent.updateMany({ where: { businessKey, state: "CREATED" }, data: { state: "READY" } });
}

async function usableAccounts({ db }: Services): Promise<Source[]> {
  const accounts = await db.read.bankAccount.findMany({
    where: { isPrimary: true },
    select: { id: true, mask: true, enabled: true, bankLink: { select: { userId: true } } },
  });
  return accounts
    .filter((account) => whyNotUseAccount(account) === null)
    .map(({ id, mask, bankLink }) => ({
      userId: bankLink.userId,
      kind: "DEBIT",
      cardId: null,
      bankAccountId: id,
      instrumentLast4: mask,
    }));
}

async function usableCards({ db, now }: Services): Promise<Source[]> {
  const cards = await db.read.card.findMany({
    where: { isPrimary: true },
    select: { id: true, userId: true, last4: true, status: true, expiry: true },
  });
  return cards
    .filter((card) => whyNotUseCard(card, newYorkDate(now())) === null)
    .map(({ id, userId, last4 }) => ({
      userId,
      kind: "SALE",
      cardId: id,
      bankAccountId: null,
      instrumentLast4: last4,
    }));
}

/** Takes money from a customer's card once more under a key that is in none of our books, as a bug would. */
export async function plantDouble({ db, vault, ports }: Services): Promise<void> {
  const { cardId, amountCents } = await db.read.paymentIntent.findFirstOrThrow({
    where: { businessKey: { startsWith: ORDER_PREFIX }, kind: "SALE", cardId: { not: null } },
  });
  const { id, tokenSealed } = await db.read.card.findUniqueOrThrow({ where: { id: cardId ?? 0 } });
  const cardToken = vault.open({ table: "card", column: "token_sealed", rowId: id }, tokenSealed);
  const outcome = await ports.cards.pull({ key: "planted", amountCents: Number(amountCents), cardToken });
  if (outcome.kind !== "paid") throw new Error(`The double could not be planted: ${outcome.kind}.`);
}
