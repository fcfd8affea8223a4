import type { LedgerAccountType, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { PaymentType } from "@countinghouse/validators/manual-payments/rules";
import { insertRows, newId } from "../insert-rows.ts";
import { type Allocation, allocate, allocateAll } from "./allocate.ts";
import { DISCOUNT_KIND, discountChange, isImported } from "./discount.ts";
import { LEDGER_TRANSACTION, signedText } from "./signed-posting.ts";

export interface Posting {
  account: { code: string; type: LedgerAccountType; userId?: number };
  /** Positive debits the account, negative credits it. */
  amountCents: number;
}

/** The account that holds what a user owes us. */
export const receivable = (userId: number): Posting["account"] => ({
  code: `receivable:${userId}`,
  type: "ASSET",
  userId,
});

/** Where money recorded by hand comes from or goes to: one clearing account for each mode of payment. */
export const clearing = (modeOfPayment: string): Posting["account"] => ({
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
    { account: receivable(userId), amountCents: owedCents },
    { account: other, amountCents: -owedCents },
  ];
}

/** Where a transaction is posted, what signs it, and when. */
export interface Books {
  tx: Tx;
  vault: Vault;
  now: Date;
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
  books: Books,
  transaction: LedgerTransaction,
  postings: readonly Posting[],
  allocation: Allocation | null,
): Promise<string> {
  const { tx, vault, now } = books;
  const id = newId(now);
  await tx.ledgerTransaction.create({
    data: { id, ...transaction, ...signed(vault, id, transaction, postings) },
    select: { id: true },
  });
  const accountIds = await ensureAccountIds(
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
    if (transaction.kind !== DISCOUNT_KIND) await followDiscount(books, transaction, { userId, owedCents });
  }
  return id;
}

/** One of several transactions of the ledger that are posted together. */
export interface ImportedPosting {
  transaction: LedgerTransaction;
  postings: readonly Posting[];
  allocation: Allocation | null;
}

/**
 * Posts transactions of before the import, of many users, as `postLedgerTransaction` does, in a few statements for all of them;
 * returns their ids in their order. They decide no discount. Of one user it is one, or several that lower what is owed and go to
 * the instalments from the same end: what raises it is placed by the balance of its moment; or any that instalments have no part
 * in. Throws for others.
 */
export async function postImported(
  { tx, vault, now }: Books,
  payments: readonly ImportedPosting[],
): Promise<string[]> {
  const changes = payments.map(auditedChange);
  if (![...Map.groupBy(changes, ({ userId }) => userId).values()].every(canBeTogether))
    throw new Error("Only imported payments that lower what is owed are posted together.");
  if (payments.length === 0) return [];
  const ids = payments.map(() => newId(now));
  await insertRows(
    tx,
    "ledger_transaction",
    payments.map(({ transaction, postings }, index) => {
      const [id = "", { reversesId = null, ...facts }] = [ids[index], transaction];
      return { id, ...facts, reversesId, ...signed(vault, id, transaction, postings) };
    }),
  );
  const accounts = new Map(
    payments.flatMap(({ postings }) => postings.map(({ account }) => [account.code, account])),
  );
  const accountIds = await ensureAccountIds(tx, [...accounts.values()]);
  const entries = payments.flatMap(({ postings }, index) =>
    postings.map(({ account, amountCents }) => ({
      transactionId: ids[index] ?? "",
      accountId: accountIds.get(account.code) ?? 0,
      amountCents,
    })),
  );
  await insertRows(tx, "ledger_entry", entries);
  const moved = changes.map(({ userId, owedCents }) => ({ user_id: userId, cents: owedCents }));
  await tx.$executeRaw`
    INSERT INTO user_balance (user_id, balance_cents, updated_at)
    SELECT user_id, sum(cents), now() FROM json_to_recordset(${JSON.stringify(moved)}::json) AS r (user_id int, cents bigint)
    GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE
    SET balance_cents = user_balance.balance_cents + excluded.balance_cents, updated_at = excluded.updated_at`;
  const placed = changes.flatMap(({ allocation, userId, owedCents }, index) =>
    allocation === null ? [] : [{ userId, owedCents, allocation, transactionId: ids[index] ?? "" }],
  );
  if (placed.length > 0) await allocateAll(tx, placed);
  return ids;
}

/** Whose debt a transaction changes, and by how much. Throws where it is not of before the import. */
function auditedChange({ transaction, postings, allocation }: ImportedPosting) {
  const own = postings.find(({ account }) => account.userId !== undefined);
  if (own?.account.userId === undefined || !isImported(transaction))
    throw new Error("Only imported payments are posted together.");
  return { userId: own.account.userId, owedCents: own.amountCents, allocation };
}

const canBeTogether = (changes: readonly ReturnType<typeof auditedChange>[]): boolean =>
  changes.length === 1 ||
  changes.every(({ allocation }) => allocation === null) ||
  changes.every(
    ({ owedCents, allocation }) => owedCents < 0 && allocation?.from === changes[0]?.allocation?.from,
  );

/** The early-payment discount is let off, or taken back, with the transaction that decides it. */
async function followDiscount(
  books: Books,
  transaction: LedgerTransaction,
  moved: { userId: number; owedCents: number },
): Promise<void> {
  const { tx } = books;
  const change = await discountChange(tx, transaction, moved);
  if (change === null) return;
  const { intentId, changeCents, account } = change;
  const of = { intentId, kind: DISCOUNT_KIND };
  const sequence = (await tx.ledgerTransaction.count({ where: of })) + 1;
  await postLedgerTransaction(
    books,
    { ...of, sequence, effectiveOn: transaction.effectiveOn },
    [
      { account: receivable(moved.userId), amountCents: -changeCents },
      { account, amountCents: changeCents },
    ],
    { paymentId: intentId, from: "newest" },
  );
}

/** The signature of a transaction and its entries. */
function signed(
  vault: Vault,
  id: string,
  { intentId, kind, sequence = 1, effectiveOn, reversesId }: LedgerTransaction,
  postings: readonly Posting[],
) {
  const entries = postings.map(({ account: { code }, amountCents }) => ({ code, amountCents }));
  const text = signedText({
    id,
    intentId,
    kind,
    sequence,
    effectiveOn,
    reversesId: reversesId ?? null,
    entries,
  });
  const { keyId, mac: signature } = vault.sign(LEDGER_TRANSACTION, text);
  return { keyId, signature };
}

/** Two that open the same account at once end up with one; an account that is there is not locked. */
async function ensureAccountIds(
  tx: Tx,
  accounts: Posting["account"][],
): Promise<ReadonlyMap<string, number>> {
  const codes = accounts.map(({ code }) => code);
  const find = async () => {
    const known = await tx.$queryRaw<{ id: number; code: string }[]>`
      SELECT id, code FROM ledger_account WHERE code = ANY(${codes}::text[])`;
    return new Map(known.map(({ id, code }) => [code, id]));
  };
  const known = await find();
  // In one order, so that two that open the same ones never wait for each other.
  const missing = accounts
    .filter(({ code }) => !known.has(code))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  if (missing.length === 0) return known;
  await insertRows(
    tx,
    "ledger_account",
    missing.map(({ userId = null, ...account }) => ({ ...account, userId })),
    { skipDuplicates: true },
  );
  return find();
}

const moveBalance = (tx: Tx, userId: number, amountCents: number) =>
  tx.userBalance.upsert({
    where: { userId },
    create: { userId, balanceCents: amountCents },
    update: { balanceCents: { increment: amountCents } },
  });
