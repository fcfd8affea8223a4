import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createCommand } from "../../packages/api/src/command.ts";
import type { Services } from "../../packages/api/src/services.ts";
import type { PaymentKind, Tx } from "../../packages/db/src/index.ts";
import type { Random } from "../../packages/db/src/seed/random.ts";
import { countOpen, countOrdered, fundingProblems, whenUp } from "./books.ts";
import { compareBooks, type KindComparison } from "./compare.ts";
import type { Ordered } from "./ordered.ts";
import { applicationsFor, refundableSales, type Source, usableAccounts, usableCards } from "./sources.ts";

const ORDER_PREFIX = "storm:";
const ORDERED_AT_ONCE = 250;
/** Whole dollars: no cents that mean something to the sandbox. */
const LEAST_DOLLARS = 10;
const AMOUNTS = 1500;
const LOOK_EVERY_MS = 250;
const AHEAD_MS = 60 * 60_000;

/** What is ordered, over and over. There are more sales than refunds, which are ordered once their sale went through. */
const MIX = ["SALE", "DEBIT", "FUND", "SALE", "CREDIT", "DEBIT", "SALE", "REFUND", "SALE", "DEBIT"] as const;
type Kind = (typeof MIX)[number];

const orderKind = (n: number): Kind => MIX[n % MIX.length] ?? "SALE";
const isFunding = (kind: Kind): boolean => kind === "FUND" || kind === "CREDIT";

interface Order extends Source {
  businessKey: string;
  kind: PaymentKind;
  paymentType: "DEBIT" | "CREDIT";
  applicationId: number | null;
  parentId: string | null;
  amountCents: number;
  createdAt: Date;
  dueAt: Date;
}

/**
 * Orders payments as a batch does: READY intents under business keys of their own, due at once, by commands of a job:
 * sales and debits, advances paid out by card and by bank transfer, and while it storms refunds of what was sold.
 */
export async function orderPayments(services: Services, payments: number, random: Random): Promise<Ordered> {
  const [accounts, cards] = [await usableAccounts(services), await usableCards(services)];
  const numbers = Array.from({ length: payments }, (_, n) => n);
  const refunds = numbers.filter((n) => orderKind(n) === "REFUND");
  const others = numbers.filter((n) => orderKind(n) !== "REFUND");
  for (let first = 0; first < others.length; first += ORDERED_AT_ONCE) {
    const some = others.slice(first, first + ORDERED_AT_ONCE);
    const sources = some.map((n) =>
      random.pick(orderKind(n) === "DEBIT" || orderKind(n) === "CREDIT" ? accounts : cards),
    );
    await makeReady(services, randomUUID(), async (tx, now) => {
      const orders = some.map((n, place) => makeOrder(n, sources[place] ?? random.pick(cards), now));
      const fundings = orders.filter((order) => isFunding(orderKind(orderNumber(order))));
      const applicationIds = await applicationsFor(tx, fundings, now);
      return orders.map((order) => ({
        ...order,
        applicationId: applicationIds[fundings.indexOf(order)] ?? null,
      }));
    });
  }
  return {
    prefix: ORDER_PREFIX,
    countOpen: async () => {
      const ordered = await countOrdered(services, ORDER_PREFIX);
      return (await countOpen(services, ORDER_PREFIX)) + payments - ordered;
    },
    attend: (signal) => orderRefunds(services, refunds, signal),
    finish: (signal) => fundingsFinished(services, signal),
    judge: async (captures, ours) => {
      const comparison = compareBooks(payments, captures, ours);
      const { paid, doubled, lost, kinds } = comparison;
      return {
        comparison,
        problems: await fundingProblems(services, ORDER_PREFIX),
        lines: [`paid here and moved there: ${describeKinds(kinds)}`],
        result: `${paid} paid, ${doubled} doubled, ${lost} lost`,
      };
    },
  };
}

const describeKinds = (kinds: ReadonlyMap<string, KindComparison>): string =>
  [...kinds]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, { paid, moved }]) => `${kind} ${paid} and ${moved}`)
    .join(", ");

const orderNumber = ({ businessKey }: Order): number => Number(businessKey.slice(ORDER_PREFIX.length));

function makeOrder(n: number, source: Source, now: Date): Order {
  const kind = orderKind(n);
  return {
    ...source,
    businessKey: `${ORDER_PREFIX}${n}`,
    kind,
    paymentType: kind === "SALE" || kind === "DEBIT" ? "DEBIT" : "CREDIT",
    applicationId: null,
    parentId: null,
    amountCents: (LEAST_DOLLARS + (n % AMOUNTS)) * 100,
    createdAt: now,
    dueAt: now,
  };
}

/** As soon as there are sales to give back, all of one and a part of the next. */
async function orderRefunds(
  services: Services,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const left = [...numbers];
  while (left.length > 0 && !signal.aborted) {
    const sales = await whenUp(() => refundableSales(services, ORDER_PREFIX, left.length), signal);
    const some = left.splice(0, sales.length);
    const requestId = randomUUID();
    const order = () =>
      makeReady(services, requestId, (_, now) =>
        Promise.resolve(
          sales.map(({ id, amountCents, ...source }, place): Order => {
            const wholeCents = Number(amountCents);
            const n = some[place] ?? 0;
            const partCents = Math.floor(wholeCents / 200) * 100;
            return {
              ...makeOrder(n, { ...source, bankAccountId: null }, now),
              parentId: id,
              // They come before what was ordered at the beginning.
              dueAt: new Date(now.getTime() - AHEAD_MS),
              amountCents: place % 2 === 0 ? wholeCents : partCents,
            };
          }),
        ),
      );
    if (some.length > 0) await whenUp(order, signal);
    await pause(LOOK_EVERY_MS);
  }
}

async function makeReady(
  services: Services,
  requestId: string,
  readOrders: (tx: Tx, now: Date) => Promise<Order[]>,
): Promise<void> {
  const command = createCommand(services, { kind: "job", name: "storm" });
  const spec = { action: "storm.order", capability: null, input: { requestId } } as const;
  await command(spec, async ({ tx, now }) => {
    const orders = await readOrders(tx, now);
    await tx.paymentIntent.createMany({ data: orders });
    const businessKey = { in: orders.map((order) => order.businessKey) };
    await tx.paymentIntent.updateMany({ where: { businessKey, state: "CREATED" }, data: { state: "READY" } });
    return {
      result: null,
      audit: { subject: { type: "storm", id: requestId }, after: { count: orders.length } },
    };
  });
}

/** What follows from an advance is done by whoever comes next, when the worker that paid it out was killed. */
async function fundingsFinished(services: Services, signal: AbortSignal): Promise<void> {
  const unfinished = () => whenUp(() => fundingProblems(services, ORDER_PREFIX), signal);
  while (!signal.aborted && (await unfinished()).length > 0) await pause(LOOK_EVERY_MS);
}
