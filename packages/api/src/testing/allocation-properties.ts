import { randomUUID } from "node:crypto";
import type { Database, Tx } from "@countinghouse/db";
import { createTestVault } from "@countinghouse/db/testing/database";
import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { type Allocation, settleInstalments } from "../ledger/allocate.ts";
import { clearing, postLedgerTransaction, receivable } from "../ledger/post.ts";
import { addApplication } from "./customers.ts";
import { type AllocationRun, type Happening, happening } from "./happenings.ts";
import type { Tables } from "./harness.ts";

const EFFECTIVE_ON = new Date("2026-11-20");
/** Nobody asks afterwards who signed. */
const VAULT = createTestVault();
const FIRST_DAY = "2026-11-23";

/**
 * Plays random histories of customers on the ledger in a real database, next to a model of each instalment, and compares both
 * after every step. What is left of all instalments follows from sums alone, whatever the order of the history.
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
  /** What payments have taken in all, less what was given back. */
  creditCents: number;
  /** What was charged beside the advances. */
  chargedCents: number;
  /** Whether an instalment was collected of which less was to be paid: then less is left than the sums say. */
  isCollected: boolean;
  /** In the order of their days. */
  instalments: Instalment[];
  payments: Payment[];
  /** What else instalments were paid by: what was let off, and credit in the name of an advance. */
  others: Pick<Payment, "id" | "paid">[];
}

/** Plays one history in the same way. Returns what is left of the instalments in the end, in cents. */
export async function playHistory(tables: Tables, history: readonly Happening[]): Promise<number> {
  const { id: userId } = await tables.user();
  const { id: applicationId } = await addApplication(tables, userId, {
    stage: "funded",
    fundedAt: EFFECTIVE_ON,
  });
  const customer: Customer = {
    userId,
    applicationId,
    owedCents: 0,
    creditCents: 0,
    chargedCents: 0,
    isCollected: false,
    instalments: [],
    payments: [],
    others: [],
  };
  for (const next of history) {
    await tables.database.unsafeTransaction((tx) => play(tx, customer, next));
    await compare(tables.database, customer, next);
  }
  return leftCents(customer);
}

async function play(tx: Tx, customer: Customer, next: Happening): Promise<void> {
  switch (next.do) {
    case "advance":
      return advance(tx, customer, next);
    case "pay":
      return pay(tx, customer, next);
    case "let off": {
      const paymentId = await intent(tx, customer, { paymentType: "DEBIT", lineItemType: "Adjustment" });
      customer.creditCents += next.amountCents;
      await owe(tx, customer, -next.amountCents, { paymentId, from: "newest" });
      const paid = spread(customer.instalments.toReversed(), next.amountCents, excessCents(customer));
      customer.others.push({ id: paymentId, paid });
      return;
    }
    case "charge a fee": {
      const paymentId = await intent(tx, customer, {
        paymentType: "CREDIT",
        lineItemType: "Origination Fee",
      });
      customer.chargedCents += next.amountCents;
      await owe(tx, customer, next.amountCents, { paymentId, from: "newest" });
      return;
    }
    case "refund by hand": {
      const paymentId = await intent(tx, customer, { paymentType: "CREDIT", lineItemType: "Refund" });
      customer.creditCents -= next.amountCents;
      await owe(tx, customer, next.amountCents, { paymentId, from: "newest" });
      reopen(customer, null, Math.min(next.amountCents, -excessCents(customer)));
      return;
    }
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
      customer.creditCents -= cents;
      await owe(tx, customer, cents, { paymentId: payment.id, from: "oldest" });
      reopen(customer, payment, Math.min(cents, -excessCents(customer)));
    }
  }
}

async function advance(
  tx: Tx,
  customer: Customer,
  { payments, amountCents: each }: Extract<Happening, { do: "advance" }>,
): Promise<void> {
  const { userId, applicationId, instalments } = customer;
  const paymentId = await intent(tx, customer, { paymentType: "CREDIT" });
  const transactionId = await owe(tx, customer, payments * each, null, paymentId);
  for (let nth = 0; nth < payments; nth++) {
    const paymentDate = addDays(instalments.at(-1)?.paymentDate ?? FIRST_DAY, 7);
    const data = { userId, applicationId, paymentDate: new Date(paymentDate), amountCents: each };
    const { id } = await tx.paymentSchedule.create({ data, select: { id: true } });
    instalments.push({ id, paymentDate, amountCents: each, paidCents: 0 });
  }
  await settleInstalments(tx, { userId, transactionId }, { paymentId, from: "oldest" });
  const excess = excessCents(customer);
  const paid = spread(instalments, excess, excess);
  if (excess < 0) reopen(customer, null, -excess);
  customer.others.push({ id: paymentId, paid });
}

async function pay(tx: Tx, customer: Customer, next: Extract<Happening, { do: "pay" }>): Promise<void> {
  const instalment = customer.instalments[next.instalment ?? -1] ?? null;
  const id = await intent(tx, customer, { paymentType: "DEBIT" });
  customer.creditCents += next.amountCents;
  await owe(tx, customer, -next.amountCents, {
    paymentId: id,
    scheduleId: instalment?.id ?? null,
    from: "oldest",
  });
  const paid = collect(customer, instalment, next.amountCents);
  customer.payments.push({ id, instalment, keptCents: next.amountCents, isBack: false, paid });
}

async function restore(tx: Tx, customer: Customer, payment: Payment): Promise<void> {
  if (!payment.isBack) return;
  payment.isBack = false;
  const { id: paymentId, instalment, keptCents } = payment;
  customer.creditCents += keptCents;
  await owe(tx, customer, -keptCents, { paymentId, scheduleId: instalment?.id ?? null, from: "oldest" });
  for (const [each, cents] of collect(customer, instalment, keptCents))
    payment.paid.set(each, (payment.paid.get(each) ?? 0) + cents);
}

const ownFirst = ({ instalments }: Customer, own: Instalment | null): Instalment[] =>
  own === null ? instalments : [own, ...instalments.filter((each) => each !== own)];

/** Pays the instalment that the money was meant for, then others as far as more is left of all than should be. */
function collect(customer: Customer, own: Instalment | null, cents: number): Map<Instalment, number> {
  const excess = excessCents(customer);
  const ownCents = own === null ? 0 : Math.min(cents, own.amountCents - own.paidCents);
  if (ownCents > excess) customer.isCollected = true;
  return spread(ownFirst(customer, own), cents, Math.max(excess, ownCents));
}

/** Pays one instalment after the other as far as the money goes, and no more than `mostCents` in all. */
function spread(
  instalments: readonly Instalment[],
  cents: number,
  mostCents: number,
): Map<Instalment, number> {
  const paid = new Map<Instalment, number>();
  let left = Math.min(cents, mostCents);
  for (const each of instalments) {
    const part = Math.min(left, each.amountCents - each.paidCents);
    if (part <= 0) continue;
    each.paidCents += part;
    left -= part;
    paid.set(each, part);
  }
  return paid;
}

/** Makes so much due again: of what the payment has paid, then other payments, then the rest. */
function reopen({ instalments, payments, others }: Customer, payment: Payment | null, cents: number): void {
  let left = cents;
  const own = payments.filter((each) => each === payment);
  const byId = (all: readonly Paying[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const group of [own, byId(payments), byId(others)])
    for (const each of instalments.toReversed())
      for (const { paid } of group) {
        const part = Math.min(left, paid.get(each) ?? 0);
        if (part <= 0) continue;
        each.paidCents -= part;
        left -= part;
        paid.set(each, (paid.get(each) ?? 0) - part);
      }
}

type Paying = Customer["others"][number];

/** What is to be left of the instalments by the sums of the ledger, in whatever order they came to be. */
const shouldBeLeftCents = ({ instalments, owedCents, creditCents, chargedCents }: Customer): number => {
  const wholeCents = instalments.reduce((sum, { amountCents: cents }) => sum + cents, 0);
  return Math.max(0, Math.min(wholeCents, wholeCents - creditCents, owedCents - chargedCents));
};

const excessCents = (customer: Customer): number => leftCents(customer) - shouldBeLeftCents(customer);

const leftCents = ({ instalments }: Customer): number =>
  instalments.reduce((sum, each) => sum + each.amountCents - each.paidCents, 0);

async function intent(
  tx: Tx,
  { userId }: Customer,
  { paymentType, lineItemType }: { paymentType: "DEBIT" | "CREDIT"; lineItemType?: string },
): Promise<string> {
  const manual = { modeOfPayment: "ACH", transactionType: "Other", description: "", isExternal: false };
  const data = {
    userId,
    kind: "MANUAL" as const,
    paymentType,
    businessKey: randomUUID(),
    amountCents: 1,
    ...(lineItemType && { manual: { create: { ...manual, lineItemType } } }),
  };
  return (await tx.paymentIntent.create({ data, select: { id: true } })).id;
}

async function owe(
  tx: Tx,
  customer: Customer,
  cents: number,
  allocation: Allocation | null,
  intentId = allocation?.paymentId ?? "",
): Promise<string> {
  customer.owedCents += cents;
  return postLedgerTransaction(
    { tx, vault: VAULT, now: EFFECTIVE_ON },
    { intentId, kind: randomUUID(), effectiveOn: EFFECTIVE_ON },
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
  const shouldBe = shouldBeLeftCents(customer);
  if (balanceCents !== owedCents || left > shouldBe || (left < shouldBe && !customer.isCollected))
    throw new Error(`after "${what}" ${left} is left of the instalments, and ${balanceCents} is owed`);
}
