import type { MadeApplication } from "./application.ts";
import type { Banking } from "./banking.ts";
import { addDays, daysBetween, newYorkDay } from "./days.ts";
import { type Random, uuidAt } from "./random.ts";
import type { IntentRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";

/** Accounts of the ledger that belong to no user. */
export const HOUSE_ACCOUNTS = [
  { code: "clearing:ACH", type: "ASSET" },
  { code: "clearing:Debit Card", type: "ASSET" },
  { code: "clearing:CashApp", type: "ASSET" },
  { code: "clearing:Collection Agency", type: "ASSET" },
  { code: "income:advance-fees", type: "INCOME" },
  { code: "income:origination-fees", type: "INCOME" },
  { code: "income:disbursement-fees", type: "INCOME" },
] as const;

type HouseCode = (typeof HOUSE_ACCOUNTS)[number]["code"];

type MoneyWay = {
  kind: IntentRow["kind"];
  clearing: HouseCode;
  /** The vendor that moved it; null where staff recorded what happened elsewhere. */
  provider: "payliance" | "tabapay" | null;
};

const ACH: MoneyWay = { kind: "DEBIT", clearing: "clearing:ACH", provider: "payliance" };
const CARD: MoneyWay = { kind: "SALE", clearing: "clearing:Debit Card", provider: "tabapay" };
const CASH_APP: MoneyWay = { kind: "MANUAL", clearing: "clearing:CashApp", provider: null };
const AGENCY: MoneyWay = { kind: "MANUAL", clearing: "clearing:Collection Agency", provider: null };

export interface Debt {
  userId: number;
  situation: Situation;
  applications: MadeApplication[];
  banking: Banking;
}

/** Adds what a user's funded applications did to the ledger, and the balance that is left. */
export function addRepayment(
  context: SeedContext,
  random: Random,
  { userId, situation, applications, banking }: Debt,
): void {
  const funded = applications.filter(({ row }) => row.fundedAt !== null);
  if (funded.length === 0) return;
  const receivable = addReceivable(context, userId);
  let balanceCents = 0;
  for (const application of funded) {
    const repaid = application === applications.at(-1) ? situation.repayment : "complete";
    const advance = { application, banking, repaid, external: situation.external ?? false };
    balanceCents += addAdvance(context, random, receivable, advance);
  }
  context.rows.user_balance.push({ userId, balanceCents, updatedAt: context.now });
}

function addReceivable(context: SeedContext, userId: number): number {
  const id = ++context.ids.account;
  context.rows.ledger_account.push({ id, code: `receivable:${userId}`, type: "ASSET", userId });
  return id;
}

interface Advance {
  application: MadeApplication;
  banking: Banking;
  repaid: Situation["repayment"];
  external: boolean;
}

/** One advance paid out and paid back as far as it is. Returns what is still owed, in cents. */
function addAdvance(
  context: SeedContext,
  random: Random,
  receivable: number,
  { application: { row, terms }, banking, repaid, external }: Advance,
): number {
  const paidOutAt = row.fundedAt ?? row.createdAt;
  const at = new Date(paidOutAt);
  const { userId, id: applicationId } = row;
  const disbursement = terms.fundsDispersedOption === "instantBankTransfer" ? CARD : ACH;
  const intent = addIntent(context, random, {
    userId,
    applicationId,
    way: { ...disbursement, kind: disbursement === CARD ? "FUND" : "CREDIT" },
    paymentType: "CREDIT",
    businessKey: `fund:${applicationId}:1`,
    amountCents: terms.disbursementCents,
    banking,
    at,
  });
  addTransaction(context, random, { intent, kind: "disbursement", at }, [
    [receivable, terms.paybackCents],
    [house(context, disbursement.clearing), -terms.disbursementCents],
    [house(context, "income:origination-fees"), -terms.ofeeCents],
    [house(context, "income:disbursement-fees"), -terms.disbursementFeeCents],
    [house(context, "income:advance-fees"), terms.approvedCents - terms.paybackCents],
  ]);
  let owedCents = terms.paybackCents;
  for (let number = 1; number <= paymentsMade(context, terms.payments, at, repaid); number++) {
    const amountCents = Math.min(terms.paymentCents, owedCents);
    const way = external ? AGENCY : random.weighted(WAYS);
    const paidAt = addDays(at, 7 * number);
    const paid = addIntent(context, random, {
      userId,
      applicationId,
      way,
      paymentType: "DEBIT",
      businessKey: `seed-payment:${applicationId}:${number}`,
      amountCents,
      banking,
      at: paidAt,
    });
    addTransaction(context, random, { intent: paid, kind: "payment", at: paidAt }, [
      [house(context, way.clearing), amountCents],
      [receivable, -amountCents],
    ]);
    owedCents -= amountCents;
  }
  return owedCents;
}

const WAYS = [
  [ACH, 70],
  [CARD, 20],
  [CASH_APP, 10],
] as const;

/** Weekly payments so far. Who is on time still owes the last one; who is behind stopped after a third. */
export function paymentsMade(
  context: SeedContext,
  payments: number,
  from: Date,
  repaid: Situation["repayment"],
): number {
  if (repaid === "complete") return payments;
  const due = Math.min(Math.floor(daysBetween(from, context.now) / 7), payments - 1);
  return repaid === "behind" ? Math.floor(due / 3) : due;
}

interface Movement {
  userId: number;
  applicationId: number;
  way: MoneyWay;
  paymentType: "DEBIT" | "CREDIT";
  businessKey: string;
  amountCents: number;
  banking: Banking;
  at: Date;
}

/** Every intent begins as CREATED; `moveIntents` walks them to their end once they are loaded. */
function addIntent(context: SeedContext, random: Random, { way, at, banking, ...what }: Movement): string {
  const id = uuidAt(random, at);
  const createdById = way.provider === null ? random.pick(context.staff) : null;
  context.rows.payment_intent.push({
    ...what,
    id,
    kind: way.kind,
    traceparent: null,
    importRunId: null,
    state: "CREATED",
    createdById,
    createdAt: at,
    updatedAt: at,
    ...moneyInstrument(way, banking),
    isExternal: false,
    parentId: null,
    scheduleId: null,
    secondFunding: false,
    movedCents: null,
    isDuplicate: false,
    failureCode: "",
    failureMessage: "",
    dueAt: null,
    processId: null,
    heldUntil: null,
    lookUps: 0,
    postFundedAt: way.kind === "FUND" || way.kind === "CREDIT" ? at : null,
  });
  if (way.provider === null) addManualPayment(context, id, way);
  else {
    context.rows.payment_attempt.push({
      id: uuidAt(random, at),
      intentId: id,
      sequence: 1,
      provider: way.provider,
      providerKey: what.businessKey,
      providerReference: `seed-${id}`,
      outcome: way.provider === "payliance" ? "SUBMITTED" : "SUCCEEDED",
      leasedUntil: null,
      processId: null,
      answer: "{}",
      sentAt: at,
      finishedAt: at,
    });
  }
  return id;
}

function moneyInstrument({ provider }: MoneyWay, { cardId, bankAccountId, last4, accountNumber }: Banking) {
  if (provider === null) return { cardId: null, bankAccountId: null, instrumentLast4: "" };
  if (provider === "tabapay") return { cardId, bankAccountId: null, instrumentLast4: last4 };
  return { cardId: null, bankAccountId, instrumentLast4: accountNumber.slice(-4) };
}

function addManualPayment(context: SeedContext, intentId: string, way: MoneyWay): void {
  const byAgency = way === AGENCY;
  context.rows.manual_payment.push({
    intentId,
    lineItemType: byAgency ? "External Agency Payment" : "Payment",
    modeOfPayment: byAgency ? "Collection Agency" : "CashApp",
    transactionType: byAgency ? "Other" : "SALE",
    description: byAgency ? "Collected by the agency" : "Paid by CashApp",
    isExternal: byAgency,
  });
}

/** Lines of nothing are left out: the ledger refuses them. */
function addTransaction(
  context: SeedContext,
  random: Random,
  { intent, kind, at }: { intent: string; kind: string; at: Date },
  lines: (readonly [accountId: number, amountCents: number])[],
): void {
  const id = uuidAt(random, at);
  context.rows.ledger_transaction.push({
    id,
    intentId: intent,
    kind,
    sequence: 1,
    effectiveOn: newYorkDay(at),
    reversesId: null,
    createdAt: at,
    signature: null,
    keyId: null,
  });
  for (const [accountId, amountCents] of lines) {
    if (amountCents === 0) continue;
    context.rows.ledger_entry.push({ id: ++context.ids.entry, transactionId: id, accountId, amountCents });
  }
}

function house(context: SeedContext, code: HouseCode): number {
  const id = context.houseAccounts.get(code);
  if (id === undefined) throw new Error(`The ledger has no account ${code}.`);
  return id;
}
