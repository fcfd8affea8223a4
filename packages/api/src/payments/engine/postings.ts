import type { Tx } from "@countinghouse/db";
import { type Posting, paymentPostings, postLedgerTransaction, receivableOf } from "../../ledger/post.ts";
import { type IntentRow, isFunding } from "./intent-row.ts";

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
    { account: receivableOf(userId), amountCents: paybackCents },
    { account: clearing, amountCents: -disbursementCents },
    { account: income("origination-fees"), amountCents: -ofeeCents },
    { account: income("disbursement-fees"), amountCents: -disbursementFeeCents },
    { account: income("advance-fees"), amountCents: approvedCents - paybackCents },
  ].filter(({ amountCents }) => amountCents !== 0);
}

/** Posts what a payment did to the ledger once the processor has taken it. */
export async function postPayment(tx: Tx, intent: IntentRow, effectiveOn: Date): Promise<void> {
  const clearing = clearingOfRail(intent);
  if (!isFunding(intent.kind)) {
    const { userId, paymentType, amountCents } = intent;
    await postLedgerTransaction(
      tx,
      { intentId: intent.id, kind: "payment", effectiveOn },
      paymentPostings(userId, paymentType, amountCents, clearing),
    );
    return;
  }
  const postings = advancePostings(intent.userId, await termsOf(tx, intent), clearing);
  await postLedgerTransaction(tx, { intentId: intent.id, kind: "disbursement", effectiveOn }, postings);
}

/** The amount that moved is the disbursement, whatever the application says by now. */
async function termsOf(tx: Tx, { applicationId, amountCents }: IntentRow): Promise<AdvanceTerms> {
  const terms = await tx.application.findUniqueOrThrow({
    where: { id: applicationId ?? 0 },
    select: { approvedAmountCents: true, paybackAmountCents: true, disbursementFeeCents: true },
  });
  const approvedCents = Number(terms.approvedAmountCents ?? amountCents);
  return {
    approvedCents,
    paybackCents: Number(terms.paybackAmountCents ?? approvedCents),
    disbursementCents: amountCents,
    disbursementFeeCents: Number(terms.disbursementFeeCents),
  };
}

/** Money that the processor held has reached the bank, or left it. */
export async function postSettlement(tx: Tx, intent: IntentRow, effectiveOn: Date): Promise<void> {
  const inCents = intent.paymentType === "DEBIT" ? intent.amountCents : -intent.amountCents;
  await postLedgerTransaction(tx, { intentId: intent.id, kind: "settlement", effectiveOn }, [
    { account: BANK, amountCents: inCents },
    { account: clearingOfRail(intent), amountCents: -inCents },
  ]);
}

/**
 * Takes back what an intent did to the ledger, entry by entry, by a transaction of its own that names the one it
 * reverses. What had reached the bank leaves the bank again.
 */
export async function reversePayment(
  tx: Tx,
  intent: IntentRow,
  kind: "return" | "chargeback",
  effectiveOn: Date,
): Promise<void> {
  const posted = await tx.ledgerTransaction.findFirstOrThrow({
    where: { intentId: intent.id, kind: { in: ["payment", "disbursement"] } },
    select: {
      id: true,
      reversal: { select: { id: true } },
      entries: {
        select: { amountCents: true, account: { select: { code: true, type: true, userId: true } } },
      },
    },
  });
  // Staff may have taken the loan back by hand before the bank told of it.
  if (posted.reversal !== null) return;
  const clearing = clearingOfRail(intent).code;
  const postings = posted.entries.map(({ amountCents, account: { code, type, userId } }): Posting => {
    const inBank = intent.state === "SETTLED" && code === clearing;
    const account = inBank ? BANK : { code, type, ...(userId !== null && { userId }) };
    return { account, amountCents: -Number(amountCents) };
  });
  await postLedgerTransaction(
    tx,
    { intentId: intent.id, kind, effectiveOn, reversesId: posted.id },
    postings,
  );
}
