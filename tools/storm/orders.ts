import { randomUUID } from "node:crypto";
import { createCommand } from "../../packages/api/src/command.ts";
import type { Services } from "../../packages/api/src/context.ts";
import type { PaymentKind, Tx } from "../../packages/db/src/index.ts";
import type { Random } from "../../packages/db/src/seed/random.ts";
import { newYorkDate } from "../../packages/validators/src/new-york.ts";
import { whyNotUseAccount, whyNotUseCard } from "../../packages/validators/src/payment-rules.ts";
import { countOpen } from "./books.ts";
import { compareBooks } from "./compare.ts";
import type { Ordered } from "./ordered.ts";

const ORDER_PREFIX = "storm:";
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
export async function orderPayments(services: Services, payments: number, random: Random): Promise<Ordered> {
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
  return {
    prefix: ORDER_PREFIX,
    countOpen: () => countOpen(services, ORDER_PREFIX),
    attend: async () => {},
    settle: async () => {},
    judge: async (captures, ours) => {
      const comparison = compareBooks(payments, captures, ours);
      const { paid, doubled, lost } = comparison;
      return {
        comparison,
        problems: [],
        lines: [],
        result: `${paid} paid, ${doubled} doubled, ${lost} lost`,
      };
    },
  };
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
