import type { LedgerAccountType, Tx } from "@countinghouse/db";
import type { PaymentType } from "@countinghouse/validators/manual-payments/rules";
import { type Allocation, allocate } from "./allocate.ts";
import { DISCOUNT_KIND, discountChange, isImported } from "./discount.ts";

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

export interface LedgerTransaction {
  intentId: string;
  kind: string;
  sequence?: number;
  effectiveOn: Date;
  reversesId?: string;
}

/**
 * Posts one ledger transaction, moves the cached balances of the users it concerns and gives what they owe less, or more,
 * to their instalments; null where instalments have no part in it. Returns its id. The database refuses it at commit
 * unless the postings sum to zero, and ever after refuses to change it.
 */
export async function postLedgerTransaction(
  tx: Tx,
  transaction: LedgerTransaction,
  postings: readonly Posting[],
  allocation: Allocation | null,
): Promise<string> {
  const { id } = await tx.ledgerTransaction.create({ data: transaction, select: { id: true } });
  const accountIds = await accountIdsOf(
    tx,
    postings.map(({ account }) => account),
  );
  const entries = postings.map(({ account, amountCents }) => ({
    transactionId: id,
    accountId: accountIds.get(account.code) ?? 0,
    amountCents,
  }));
  await tx.ledgerEntry.createMany({ data: entries });
  for (const { account, amountCents: owedCents } of postings) {
    const { userId } = account;
    if (userId === undefined) continue;
    await moveBalance(tx, userId, owedCents);
    if (allocation !== null) await allocate(tx, { userId, transactionId: id, owedCents }, allocation);
    if (transaction.kind !== DISCOUNT_KIND) await followDiscount(tx, transaction, { userId, owedCents });
  }
  return id;
}

/** One of several transactions of the ledger that are posted together, each of what a user owes less. */
export interface Payment {
  transaction: LedgerTransaction;
  postings: readonly Posting[];
  allocation: Allocation;
}

/**
 * Posts imported payments of one user as `postLedgerTransaction` does, in their order, in a few statements for all of them. They
 * lower what is owed and decide no discount: what raises it is placed by the balance of its moment, and is posted by itself. Throws
 * for others.
 */
export async function postPayments(tx: Tx, userId: number, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return;
  const owedCents = payments.map(({ postings }) =>
    postings.reduce(
      (sum, { account, amountCents }) => sum + (account.userId === userId ? amountCents : 0),
      0,
    ),
  );
  if (owedCents.some((cents) => cents >= 0) || payments.some(({ transaction }) => !isImported(transaction)))
    throw new Error("Only imported payments that lower what is owed are posted together.");
  const made = await tx.ledgerTransaction.createManyAndReturn({
    data: payments.map(({ transaction }) => transaction),
    select: { id: true, intentId: true },
  });
  const idOf = new Map(made.map(({ id, intentId }) => [intentId, id]));
  const accounts = new Map(
    payments.flatMap(({ postings }) => postings.map(({ account }) => [account.code, account])),
  );
  const accountIds = await accountIdsOf(tx, [...accounts.values()]);
  await tx.ledgerEntry.createMany({
    data: payments.flatMap(({ transaction, postings }) =>
      postings.map(({ account, amountCents }) => ({
        transactionId: idOf.get(transaction.intentId) ?? "",
        accountId: accountIds.get(account.code) ?? 0,
        amountCents,
      })),
    ),
  });
  await moveBalance(
    tx,
    userId,
    owedCents.reduce((sum, cents) => sum + cents, 0),
  );
  for (const [index, { transaction, allocation }] of payments.entries()) {
    const transactionId = idOf.get(transaction.intentId) ?? "";
    await allocate(tx, { userId, transactionId, owedCents: owedCents[index] ?? 0 }, allocation);
  }
}

/** The early-payment discount is let off, or taken back, with the transaction that decides it. */
async function followDiscount(
  tx: Tx,
  transaction: LedgerTransaction,
  moved: { userId: number; owedCents: number },
): Promise<void> {
  const change = await discountChange(tx, transaction, moved);
  if (change === null) return;
  const { intentId, changeCents, account } = change;
  const of = { intentId, kind: DISCOUNT_KIND };
  const sequence = (await tx.ledgerTransaction.count({ where: of })) + 1;
  await postLedgerTransaction(
    tx,
    { ...of, sequence, effectiveOn: transaction.effectiveOn },
    [
      { account: receivableOf(moved.userId), amountCents: -changeCents },
      { account, amountCents: changeCents },
    ],
    { paymentId: intentId, from: "newest" },
  );
}

/** Two that open the same account at once end up with one; an account that is there is not locked. */
async function accountIdsOf(tx: Tx, accounts: Posting["account"][]): Promise<ReadonlyMap<string, number>> {
  const find = async () => {
    const where = { code: { in: accounts.map(({ code }) => code) } };
    const known = await tx.ledgerAccount.findMany({ where, select: { id: true, code: true } });
    return new Map(known.map(({ id, code }) => [code, id]));
  };
  const known = await find();
  // In one order, so that two that open the same ones never wait for each other.
  const missing = accounts
    .filter(({ code }) => !known.has(code))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  if (missing.length === 0) return known;
  await tx.ledgerAccount.createMany({ data: missing, skipDuplicates: true });
  return find();
}

const moveBalance = (tx: Tx, userId: number, amountCents: number) =>
  tx.userBalance.upsert({
    where: { userId },
    create: { userId, balanceCents: amountCents },
    update: { balanceCents: { increment: amountCents } },
  });
