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

/** Returns the account of the money that a processor holds for us until it is in the bank. */
const clearingOfRail = ({ cardId }: Pick<IntentRow, "cardId">): Posting["account"] => ({
  code: cardId === null ? "clearing:ACH" : "clearing:Debit Card",
  type: "ASSET",
});

const BANK: Posting["account"] = { code: "cash:bank", type: "ASSET" };

const income = (code: string): Posting["account"] => ({ code: `income:${code}`, type: "INCOME" });

/** The amounts of an advance, in cents. */
export interface AdvanceTerms {
  approvedCents: number;
  paybackCents: number;
  disbursementCents: number;
  disbursementFeeCents: number;
}

/**
 * Returns the entries of an advance that was paid out. The user owes the payback amount, the disbursement left through `clearing`,
 * and the difference is income. The origination fee is the rest of the approved amount, so the entries sum to zero for all terms.
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

/** Posts a payment to the ledger once the processor has accepted it. */
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
 * Returns the allocation of a payment. Collected money pays instalments, first the one for which it was collected. A refund is
 * taken from what its sale paid. An advance has none: its own instalments are added, or removed with it.
 */
const toAllocation = ({ id, kind, parentId, scheduleId }: IntentRow): Allocation | null =>
  isFundingKind(kind) ? null : { paymentId: parentId ?? id, scheduleId, from: "oldest" };

/**
 * Reads the amounts of an advance. The disbursement is the amount that moved, even when the application has another one by now. For
 * a part of an advance that is sent again, the same part of every amount is owed.
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

/** Posts money that the processor held and that has reached the bank, or left it. */
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
 * Reverses the ledger entries of an intent one by one, in a new transaction that names the reversed one. Money that had reached the
 * bank leaves the bank again. For a loan that staff returned by hand before, reverses only the rest, so that nothing is reversed
 * twice.
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
  // A transaction has only one reversal, here the loan return. The rest is posted without a reference.
  const reverses = reversal === null ? { reversesId: id } : {};
  const transaction = { intentId: intent.id, kind, effectiveOn, ...reverses };
  await postLedgerTransaction(books, transaction, postings, toAllocation(intent));
}

const RESTORED = "chargeback-reversal";

/**
 * Posts charged-back money that has come back to us: reverses the last chargeback entry by entry. Throws when the ledger has no
 * chargeback.
 */
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

/** Returns the rest of `whole`, account by account, after `done` was posted. */
function without(whole: Posting[], done: Posting[]): Posting[] {
  const left = new Map(whole.map((posting) => [posting.account.code, posting]));
  for (const { account, amountCents } of done) {
    const before = left.get(account.code)?.amountCents ?? 0;
    left.set(account.code, { account, amountCents: before - amountCents });
  }
  return [...left.values()].filter(({ amountCents }) => amountCents !== 0);
}
