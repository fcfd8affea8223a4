import type { LedgerAccountType, Tx } from "@countinghouse/db";
import type { PaymentType } from "@countinghouse/validators/manual-payment-rules";

export interface Posting {
  account: { code: string; type: LedgerAccountType; userId?: number };
  /** Positive debits the account, negative credits it. */
  amountCents: number;
}

/** The account that holds what a user owes us. */
export const receivableOf = (userId: number): Posting["account"] => ({
  code: `receivable:${userId}`,
  type: "ASSET",
  userId,
});

/** Where money recorded by hand comes from or goes to: one clearing account for each mode of payment. */
export const clearingOf = (modeOfPayment: string): Posting["account"] => ({
  code: `clearing:${modeOfPayment}`,
  type: "ASSET",
});

/**
 * The two sides of a payment between a user's receivable and `other`: a DEBIT reduces what the user owes, a CREDIT
 * increases it. They sum to zero.
 */
export function paymentPostings(
  userId: number,
  paymentType: PaymentType,
  amountCents: number,
  other: Posting["account"],
): [Posting, Posting] {
  const owedCents = paymentType === "DEBIT" ? -amountCents : amountCents;
  return [
    { account: receivableOf(userId), amountCents: owedCents },
    { account: other, amountCents: -owedCents },
  ];
}

/**
 * Posts one ledger transaction and moves the cached balances of the users it concerns. The database refuses it at
 * commit unless the postings sum to zero, and ever after refuses to change it.
 */
export async function postLedgerTransaction(
  tx: Tx,
  transaction: { intentId: string; kind: string; effectiveOn: Date; reversesId?: string },
  postings: Posting[],
): Promise<void> {
  const { id } = await tx.ledgerTransaction.create({ data: transaction, select: { id: true } });
  for (const { account, amountCents } of postings) {
    const accountId = await accountOf(tx, account);
    await tx.ledgerEntry.create({ data: { transactionId: id, accountId, amountCents } });
    if (account.userId !== undefined) await moveBalance(tx, account.userId, amountCents);
  }
}

/** Two that open the same account at once end up with one; an account that is there is not locked. */
async function accountOf(tx: Tx, account: Posting["account"]): Promise<number> {
  const where = { code: account.code };
  const known = await tx.ledgerAccount.findUnique({ where, select: { id: true } });
  if (known !== null) return known.id;
  await tx.ledgerAccount.createMany({ data: account, skipDuplicates: true });
  return (await tx.ledgerAccount.findUniqueOrThrow({ where, select: { id: true } })).id;
}

const moveBalance = (tx: Tx, userId: number, amountCents: number) =>
  tx.userBalance.upsert({
    where: { userId },
    create: { userId, balanceCents: amountCents },
    update: { balanceCents: { increment: amountCents } },
  });
