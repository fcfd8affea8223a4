import type { Tx } from "@countinghouse/db";
import { isFundingKind, toLedgerKind } from "@countinghouse/validators/payments/kinds";
import { proportionalShare } from "@countinghouse/validators/payments/rules";
import type { Allocation } from "../../ledger/allocate.ts";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import {
  type Books,
  type Posting,
  paymentPostings,
  postLedgerTransaction,
  receivable,
} from "../../ledger/post.ts";
import { type IntentRow, intentMovedCents } from "./intent-row.ts";

/** What a processor holds for us until it is in the bank. */
const clearingOfRail = ({ cardId }: Pick<IntentRow, "cardId">): Posting["account"] => ({
  code: cardId === null ? "clearing:ACH" : "clearing:Debit Card",
  type: "ASSET",
});

const BANK: Posting["account"] = { code: "cash:bank", type: "ASSET" };

const income = (code: string): Posting["account"] => ({ code: `income:${code}`, type: "INCOME" });

/** What an advance is made of, in cents. */
export interface AdvanceTerms {
  approvedCents: number;
  paybackCents: number;
  disbursementCents: number;
  disbursementFeeCents: number;
}

/**
 * The entries of an advance paid out: the user owes the payback amount, the money left through `clearing`, and what is
 * left of the two is income. They sum to zero whatever the terms: the origination fee is what remains of the approved
 * amount.
 */
export function advancePostings(
  userId: number,
  terms: AdvanceTerms,
  clearing: Posting["account"],
): Posting[] {
  const { approvedCents, paybackCents, disbursementCents, disbursementFeeCents } = terms;
  const ofeeCents = approvedCents - disbursementCents - disbursementFeeCents;
  return [
    { account: receivable(userId), amountCents: paybackCents },
    { account: clearing, amountCents: -disbursementCents },
    { account: income("origination-fees"), amountCents: -ofeeCents },
    { account: income("disbursement-fees"), amountCents: -disbursementFeeCents },
    { account: income("advance-fees"), amountCents: approvedCents - paybackCents },
  ].filter(({ amountCents }) => amountCents !== 0);
}

/** Posts what a payment did to the ledger once the processor has taken it. */
export async function postPayment(books: Books, intent: IntentRow, effectiveOn: Date): Promise<void> {
  const clearing = clearingOfRail(intent);
  const { id: intentId, userId, paymentType } = intent;
  const kind = toLedgerKind(intent.kind);
  const postings =
    kind === "disbursement"
      ? advancePostings(userId, await readTerms(books.tx, intent), clearing)
      : paymentPostings(userId, paymentType, intentMovedCents(intent), clearing);
  await postLedgerTransaction(books, { intentId, kind, effectiveOn }, postings, toAllocation(intent));
}

/**
 * Money taken pays instalments, the one it was collected for first; what a refund gives back is taken from what its sale
 * has paid. An advance changes no instalment: its own are added, or go with it.
 */
const toAllocation = ({ id, kind, parentId, scheduleId }: IntentRow): Allocation | null =>
  isFundingKind(kind) ? null : { paymentId: parentId ?? id, scheduleId, from: "oldest" };

/**
 * The amount that moved is the disbursement, whatever the application says by now; of an advance that is sent again in part
 * that part of everything is owed.
 */
async function readTerms(tx: Tx, { applicationId, amountCents, parentId }: IntentRow): Promise<AdvanceTerms> {
  const earlier =
    parentId === null
      ? null
      : await tx.paymentIntent.findUniqueOrThrow({ where: { id: parentId }, select: { amountCents: true } });
  const wholeCents = Number(earlier?.amountCents ?? amountCents);
  const toPart = (cents: bigint | number) => proportionalShare(Number(cents), amountCents, wholeCents);
  const terms = await tx.application.findUniqueOrThrow({
    where: { id: applicationId ?? 0 },
    select: { approvedAmountCents: true, paybackAmountCents: true, disbursementFeeCents: true },
  });
  const approvedCents = terms.approvedAmountCents ?? wholeCents;
  return {
    approvedCents: toPart(approvedCents),
    paybackCents: toPart(terms.paybackAmountCents ?? approvedCents),
    disbursementCents: amountCents,
    disbursementFeeCents: toPart(terms.disbursementFeeCents),
  };
}

/** Money that the processor held has reached the bank, or left it. */
export async function postSettlement(books: Books, intent: IntentRow, effectiveOn: Date): Promise<void> {
  const movedCents = intentMovedCents(intent);
  const inCents = intent.paymentType === "DEBIT" ? movedCents : -movedCents;
  const postings = [
    { account: BANK, amountCents: inCents },
    { account: clearingOfRail(intent), amountCents: -inCents },
  ];
  await postLedgerTransaction(
    books,
    { intentId: intent.id, kind: "settlement", effectiveOn },
    postings,
    null,
  );
}

/**
 * Takes back what an intent did to the ledger, entry by entry, by a transaction of its own that names the one it
 * reverses. What had reached the bank leaves the bank again. Of a loan that staff took back by hand before only what
 * the loan return left is taken back, so that nothing comes back twice.
 */
export async function reversePayment(
  books: Books,
  intent: IntentRow,
  kind: "return" | "chargeback",
  effectiveOn: Date,
): Promise<void> {
  const restored = kind === "chargeback" ? await readLast(books.tx, intent, RESTORED) : null;
  if (restored !== null) {
    await postOpposite(books, intent, restored, { kind, sequence: restored.sequence + 1, effectiveOn });
    return;
  }
  const { id, entries, reversal } = await books.tx.ledgerTransaction.findFirstOrThrow({
    where: { intentId: intent.id, kind: { in: ["payment", "disbursement", IMPORTED_KINDS.payment] } },
    select: { id: true, entries: ENTRIES, reversal: { select: { id: true, entries: ENTRIES } } },
  });
  const clearing = clearingOfRail(intent).code;
  const whole = entries.map(asPosting).map(({ account, amountCents }): Posting => {
    const inBank = intent.state === "SETTLED" && account.code === clearing;
    return { account: inBank ? BANK : account, amountCents: -amountCents };
  });
  const postings = reversal === null ? whole : without(whole, reversal.entries.map(asPosting));
  if (postings.length === 0) return;
  // A transaction is reversed by one other: what the loan return left is posted beside it.
  const reverses = reversal === null ? { reversesId: id } : {};
  const transaction = { intentId: intent.id, kind, effectiveOn, ...reverses };
  await postLedgerTransaction(books, transaction, postings, toAllocation(intent));
}

const RESTORED = "chargeback-reversal";

/** Money that was charged back has come back to us: the last chargeback is taken back, entry by entry. */
export async function restorePayment(books: Books, intent: IntentRow, effectiveOn: Date): Promise<void> {
  const chargeback = await readLast(books.tx, intent, "chargeback");
  if (chargeback === null) throw new Error(`The ledger has no chargeback of ${intent.id}.`);
  await postOpposite(books, intent, chargeback, {
    kind: RESTORED,
    sequence: chargeback.sequence,
    effectiveOn,
  });
}

const readLast = (tx: Tx, { id }: IntentRow, kind: string) =>
  tx.ledgerTransaction.findFirst({
    where: { intentId: id, kind },
    orderBy: { sequence: "desc" },
    select: { id: true, sequence: true, entries: ENTRIES },
  });

type Posted = NonNullable<Awaited<ReturnType<typeof readLast>>>;

const postOpposite = (
  books: Books,
  intent: IntentRow,
  { id, entries }: Posted,
  as: { kind: string; sequence: number; effectiveOn: Date },
): Promise<string> =>
  postLedgerTransaction(
    books,
    { intentId: intent.id, reversesId: id, ...as },
    entries.map(asPosting).map(({ account, amountCents }) => ({ account, amountCents: -amountCents })),
    toAllocation(intent),
  );

const ENTRIES = {
  select: { amountCents: true, account: { select: { code: true, type: true, userId: true } } },
} as const;

interface Entry {
  amountCents: bigint;
  account: { code: string; type: Posting["account"]["type"]; userId: number | null };
}

const asPosting = ({ amountCents, account: { code, type, userId } }: Entry): Posting => ({
  account: { code, type, ...(userId !== null && { userId }) },
  amountCents: Number(amountCents),
});

/** What is left of `whole`, account by account, once `done` was posted. */
function without(whole: Posting[], done: Posting[]): Posting[] {
  const left = new Map(whole.map((posting) => [posting.account.code, posting]));
  for (const { account, amountCents } of done) {
    const before = left.get(account.code)?.amountCents ?? 0;
    left.set(account.code, { account, amountCents: before - amountCents });
  }
  return [...left.values()].filter(({ amountCents }) => amountCents !== 0);
}
