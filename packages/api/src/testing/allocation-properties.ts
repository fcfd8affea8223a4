import { randomUUID } from "node:crypto";
import type { Database, Tx } from "@countinghouse/db";
import { createTestVault } from "@countinghouse/db/testing/database";
import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { type Allocation, allocateExcess } from "../ledger/allocate.ts";
import { clearing, postLedgerTransaction, receivable } from "../ledger/post.ts";
import { addApplication } from "./customers.ts";
import type { Tables } from "./harness.ts";

const EFFECTIVE_ON = new Date("2026-11-20");
/** Nobody asks afterwards who signed. */
const VAULT = createTestVault();
const FIRST_DAY = "2026-11-23";

/** What may happen to a customer; amounts in cents, a payment by its place among those made. */
export type Happening =
  | { do: "advance"; payments: number; amountCents: number }
  | { do: "pay"; amountCents: number; instalment: number | null }
  | { do: "let off"; amountCents: number }
  | { do: "charge a fee"; amountCents: number }
  | { do: "give back"; payment: number; amountCents: number }
  | { do: "come back"; payment: number }
  | { do: "restore"; payment: number };

const amountCents = fc.integer({ min: 1, max: 60_000 });
const place = fc.nat({ max: 20 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    do: fc.constant("advance" as const),
    payments: fc.integer({ min: 1, max: 6 }),
    amountCents: fc.integer({ min: 1_000, max: 60_000 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      amountCents,
      instalment: fc.option(place),
    }),
  },
  fc.record({ do: fc.constant("let off" as const), amountCents }),
  fc.record({ do: fc.constant("charge a fee" as const), amountCents }),
  fc.record({ do: fc.constant("give back" as const), payment: place, amountCents }),
  fc.record({ do: fc.constant("come back" as const), payment: place }),
  fc.record({ do: fc.constant("restore" as const), payment: place }),
);

export interface AllocationRun {
  histories: number;
  /** What does not hold, with the shortest history that shows it; empty when all does. */
  broken: string[];
}

/**
 * Plays random histories of customers on the ledger in a real database, beside a model of what is to become of each
 * instalment, and compares after every step: each instalment is paid as far as the model has it, and what is left of all
 * of them never comes to more than is owed.
 */
export async function playAllocations(
  tables: Tables,
  plan: { histories: number; seed: number; onProgress?: (done: number) => void },
): Promise<AllocationRun> {
  const run: AllocationRun = { histories: 0, broken: [] };
  const property = fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 14 }), async (history) => {
    await playHistory(tables, history);
    run.histories++;
    plan.onProgress?.(run.histories);
  });
  const parameters = { numRuns: plan.histories, seed: plan.seed };
  const { failed, errorInstance, counterexample } = await fc.check(property, parameters);
  if (failed) run.broken.push(`${String(errorInstance)}\n${JSON.stringify(counterexample)}`);
  return run;
}

interface Instalment {
  id: number;
  paymentDate: string;
  amountCents: number;
  paidCents: number;
}

interface Payment {
  id: string;
  instalment: Instalment | null;
  /** What of it has not been given back. */
  keptCents: number;
  isBack: boolean;
  /** What it has paid of which instalment. */
  paid: Map<Instalment, number>;
}

interface Customer {
  userId: number;
  applicationId: number;
  owedCents: number;
  /** In the order of their days. */
  instalments: Instalment[];
  payments: Payment[];
  /** What the customer had paid too much has paid by the name of an advance. */
  credits: Pick<Payment, "id" | "paid">[];
}

async function playHistory(tables: Tables, history: readonly Happening[]): Promise<void> {
  const { id: userId } = await tables.user();
  const { id: applicationId } = await addApplication(tables, userId, {
    stage: "funded",
    fundedAt: EFFECTIVE_ON,
  });
  const customer: Customer = {
    userId,
    applicationId,
    owedCents: 0,
    instalments: [],
    payments: [],
    credits: [],
  };
  for (const next of history) {
    await tables.database.unsafeTransaction((tx) => play(tx, customer, next));
    await compare(tables.database, customer, next);
  }
}

async function play(tx: Tx, customer: Customer, next: Happening): Promise<void> {
  switch (next.do) {
    case "advance":
      return advance(tx, customer, next);
    case "pay":
      return pay(tx, customer, next);
    case "let off": {
      const paymentId = await intent(tx, customer);
      await owe(tx, customer, -next.amountCents, { paymentId, from: "newest" });
      spread(customer.instalments.toReversed(), next.amountCents);
      return;
    }
    case "charge a fee":
      await owe(tx, customer, next.amountCents, null);
      return;
    default: {
      const payment = customer.payments[next.payment];
      if (payment === undefined) return;
      if (next.do === "restore") return restore(tx, customer, payment);
      if (payment.isBack) return;
      const cents =
        next.do === "come back" ? payment.keptCents : Math.min(next.amountCents, payment.keptCents);
      if (cents === 0) return;
      if (next.do === "come back") payment.isBack = true;
      else payment.keptCents -= cents;
      await owe(tx, customer, cents, { paymentId: payment.id, from: "oldest" });
      takeBack(customer, payment, cents);
    }
  }
}

async function advance(
  tx: Tx,
  customer: Customer,
  { payments, amountCents: each }: Extract<Happening, { do: "advance" }>,
): Promise<void> {
  const { userId, applicationId, instalments } = customer;
  const paymentId = await intent(tx, customer);
  const transactionId = await owe(tx, customer, payments * each, null);
  for (let nth = 0; nth < payments; nth++) {
    const paymentDate = addDays(instalments.at(-1)?.paymentDate ?? FIRST_DAY, 7);
    const data = { userId, applicationId, paymentDate: new Date(paymentDate), amountCents: each };
    const { id } = await tx.paymentSchedule.create({ data, select: { id: true } });
    instalments.push({ id, paymentDate, amountCents: each, paidCents: 0 });
  }
  await allocateExcess(tx, { userId, transactionId }, { paymentId, from: "oldest" });
  const paid = spread(instalments, leftCents(customer) - Math.max(customer.owedCents, 0));
  customer.credits.push({ id: paymentId, paid });
}

async function pay(tx: Tx, customer: Customer, next: Extract<Happening, { do: "pay" }>): Promise<void> {
  const instalment = customer.instalments[next.instalment ?? -1] ?? null;
  const id = await intent(tx, customer);
  await owe(tx, customer, -next.amountCents, {
    paymentId: id,
    scheduleId: instalment?.id ?? null,
    from: "oldest",
  });
  const paid = spread(ownFirst(customer, instalment), next.amountCents);
  customer.payments.push({ id, instalment, keptCents: next.amountCents, isBack: false, paid });
}

async function restore(tx: Tx, customer: Customer, payment: Payment): Promise<void> {
  if (!payment.isBack) return;
  payment.isBack = false;
  const { id: paymentId, instalment, keptCents } = payment;
  await owe(tx, customer, -keptCents, { paymentId, scheduleId: instalment?.id ?? null, from: "oldest" });
  for (const [each, cents] of spread(ownFirst(customer, instalment), keptCents))
    payment.paid.set(each, (payment.paid.get(each) ?? 0) + cents);
}

const ownFirst = ({ instalments }: Customer, own: Instalment | null): Instalment[] =>
  own === null ? instalments : [own, ...instalments.filter((each) => each !== own)];

/** Pays one instalment after the other as far as the money goes. */
function spread(instalments: readonly Instalment[], cents: number): Map<Instalment, number> {
  const paid = new Map<Instalment, number>();
  let left = cents;
  for (const each of instalments) {
    const part = Math.min(left, each.amountCents - each.paidCents);
    if (part <= 0) continue;
    each.paidCents += part;
    left -= part;
    paid.set(each, part);
  }
  return paid;
}

/** What the payment has paid; then what credit has, and payments of which less is kept than they stand for. */
function takeBack(customer: Customer, payment: Payment, cents: number): void {
  const need = (most: number) => Math.min(most, Math.max(customer.owedCents, 0) - leftCents(customer));
  const own = { ...payment, freeCents: cents };
  const left = cents - takeOff(customer, [own], need(cents));
  const others = customer.payments
    .filter((each) => each !== payment)
    .map((each) => ({ ...each, freeCents: standsForCents(each) - (each.isBack ? 0 : each.keptCents) }));
  const credits = customer.credits.map((each) => ({ ...each, freeCents: left }));
  const free = [...others, ...credits].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  takeOff(customer, free, need(left));
}

type Free = Customer["credits"][number] & { freeCents: number };

/** Takes so much off the newest instalments, of each payment no more than is free. Returns how much that was. */
function takeOff(customer: Customer, payments: Free[], cents: number): number {
  let left = cents;
  for (const each of customer.instalments.toReversed())
    for (const payment of payments) {
      const part = Math.min(left, payment.paid.get(each) ?? 0, payment.freeCents);
      if (part <= 0) continue;
      each.paidCents -= part;
      left -= part;
      payment.freeCents -= part;
      payment.paid.set(each, (payment.paid.get(each) ?? 0) - part);
    }
  return cents - left;
}

const standsForCents = ({ paid }: Payment): number =>
  [...paid.values()].reduce((total, cents) => total + cents, 0);

const leftCents = ({ instalments }: Customer): number =>
  instalments.reduce((sum, each) => sum + each.amountCents - each.paidCents, 0);

async function intent(tx: Tx, { userId }: Customer): Promise<string> {
  const data = {
    userId,
    kind: "MANUAL",
    paymentType: "DEBIT",
    businessKey: randomUUID(),
    amountCents: 1,
  } as const;
  return (await tx.paymentIntent.create({ data, select: { id: true } })).id;
}

async function owe(
  tx: Tx,
  customer: Customer,
  cents: number,
  allocation: Allocation | null,
): Promise<string> {
  customer.owedCents += cents;
  return postLedgerTransaction(
    { tx, vault: VAULT, now: EFFECTIVE_ON },
    {
      intentId: allocation?.paymentId ?? (await intent(tx, customer)),
      kind: randomUUID(),
      effectiveOn: EFFECTIVE_ON,
    },
    [
      { account: receivable(customer.userId), amountCents: cents },
      { account: clearing("ACH"), amountCents: -cents },
    ],
    allocation,
  );
}

async function compare({ read }: Database, customer: Customer, { do: what }: Happening): Promise<void> {
  const { userId, instalments, owedCents } = customer;
  const held = await read.paymentSchedule.findMany({ where: { userId }, orderBy: { paymentDate: "asc" } });
  const isSame = held.every(({ paidCents, amountCents: whole, status }, index) => {
    const meant = instalments[index]?.paidCents;
    return Number(paidCents) === meant && (status === "PAID") === (paidCents === whole);
  });
  if (!isSame)
    throw new Error(
      `after "${what}" ${held.map(({ paidCents }) => paidCents).join(", ")} is paid instead of ${instalments
        .map(({ paidCents }) => paidCents)
        .join(", ")}`,
    );
  const left = held.reduce((sum, each) => sum + Number(each.amountCents - each.paidCents), 0);
  const balance = await read.userBalance.findUnique({ where: { userId } });
  const balanceCents = Number(balance?.balanceCents ?? 0);
  if (balanceCents !== owedCents || left > Math.max(balanceCents, 0))
    throw new Error(`after "${what}" ${left} is left of the instalments, and ${balanceCents} is owed`);
}
