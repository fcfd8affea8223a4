import type { MadeApplication } from "./application.ts";
import type { Banking } from "./banking.ts";
import { newYorkDay } from "./days.ts";
import { FIRST_USER_ID, FIXTURES } from "./fixtures.ts";
import { type Paid, plainly, tellPayments } from "./payment-story.ts";
import { createRandom, type Random, uuidAt } from "./random.ts";
import type { IntentRow, ManualRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";

/** Accounts of the ledger that belong to no user. */
export const HOUSE_ACCOUNTS = [
  { code: "clearing:ACH", type: "ASSET" },
  { code: "clearing:Debit Card", type: "ASSET" },
  { code: "clearing:CashApp", type: "ASSET" },
  { code: "clearing:Collection Agency", type: "ASSET" },
  { code: "clearing:Zelle", type: "ASSET" },
  { code: "clearing:Discount Credit", type: "ASSET" },
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
  /** What staff recorded. */
  manual?: Pick<
    ManualRow,
    "lineItemType" | "modeOfPayment" | "transactionType" | "description" | "isExternal"
  >;
};

const ACH: MoneyWay = { kind: "DEBIT", clearing: "clearing:ACH", provider: "payliance" };
const CARD: MoneyWay = { kind: "SALE", clearing: "clearing:Debit Card", provider: "tabapay" };
const byHand = (clearing: HouseCode, manual: NonNullable<MoneyWay["manual"]>): MoneyWay => ({
  kind: "MANUAL",
  clearing,
  provider: null,
  manual,
});
const CASH_APP = byHand("clearing:CashApp", {
  lineItemType: "Payment",
  modeOfPayment: "CashApp",
  transactionType: "SALE",
  description: "Paid by CashApp",
  isExternal: false,
});
const AGENCY = byHand("clearing:Collection Agency", {
  lineItemType: "External Agency Payment",
  modeOfPayment: "Collection Agency",
  transactionType: "Other",
  description: "Collected by the agency",
  isExternal: true,
});
const SETTLEMENT = byHand("clearing:Zelle", {
  lineItemType: "Settlement",
  modeOfPayment: "Zelle",
  transactionType: "Other",
  description: "Settled for part of the balance",
  isExternal: false,
});
const RECOVERY = byHand("clearing:Zelle", {
  lineItemType: "Recovery",
  modeOfPayment: "Zelle",
  transactionType: "Other",
  description: "Paid after it was written off",
  isExternal: false,
});
const WRITE_OFF = byHand("clearing:Discount Credit", {
  lineItemType: "Write Off",
  modeOfPayment: "Discount Credit",
  transactionType: "Other",
  description: "Written off",
  isExternal: false,
});

const BY: Readonly<Record<NonNullable<Paid["by"]>, MoneyWay>> = {
  card: CARD,
  agency: AGENCY,
  settlement: SETTLEMENT,
  recovery: RECOVERY,
  writeOff: WRITE_OFF,
};

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
  const agreed = { ...terms, from: at, now: context.now, repaid };
  const story = hasStory(context, userId)
    ? tellPayments(agreed, createRandom(STORIES_SEED + applicationId), external)
    : plainly(agreed);
  for (const [index, { at: paidAt, cents, by, isReturned }] of story.entries()) {
    const drawn = external && by === undefined ? AGENCY : random.weighted(WAYS);
    // What a bank sends back went through one.
    const way = isReturned ? ACH : by === undefined ? drawn : BY[by];
    const paid = addIntent(context, random, {
      userId,
      applicationId,
      way,
      paymentType: "DEBIT",
      businessKey: `seed-payment:${applicationId}:${index + 1}`,
      amountCents: cents,
      banking,
      at: paidAt,
    });
    addTransaction(context, random, { intent: paid, kind: "payment", at: paidAt }, [
      [house(context, way.clearing), cents],
      [receivable, -cents],
    ]);
    if (isReturned) context.returned.push(paid);
    owedCents -= cents;
  }
  return owedCents;
}

/** Sets the stream of stories apart from all others. */
const STORIES_SEED = 1_400_000_000;

/** The fixtures stay as they are, and a large database is for its lists. */
const hasStory = ({ withFiles }: SeedContext, userId: number): boolean =>
  withFiles && userId >= FIRST_USER_ID + Object.keys(FIXTURES).length;

const WAYS = [
  [ACH, 70],
  [CARD, 20],
  [CASH_APP, 10],
] as const;

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
    overConfirmed: null,
    equalPaymentId: null,
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
  if (way.manual) context.rows.manual_payment.push({ intentId: id, ...way.manual });
  if (way.provider !== null) {
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
