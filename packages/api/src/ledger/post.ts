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

/** Returns the account of a user's debt. */
export const receivable = (userId: number): Posting["account"] => ({
  code: `receivable:${userId}`,
  type: "ASSET",
  userId,
});

/** Returns the clearing account of a mode of payment, for money recorded by hand. */
export const clearing = (modeOfPayment: string): Posting["account"] => ({
  code: `clearing:${modeOfPayment}`,
  type: "ASSET",
});

/**
 * Returns the two sides of a payment between a user's receivable and `other`. A DEBIT lowers the user's debt, a CREDIT raises it. They
 * sum to zero.
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

/** The database transaction to post in, the vault that signs, and the time. */
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
 * Posts one ledger transaction, updates the cached balances of its users and allocates the change of their debt to instalments, unless
 * `allocation` is null. Returns its id. The database rejects it at commit unless the postings sum to zero, and rejects any later change.
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

/** One of several ledger transactions that are posted together. */
export interface ImportedPosting {
  transaction: LedgerTransaction;
  postings: readonly Posting[];
  allocation: Allocation | null;
}

/**
 * Posts imported transactions of many users as `postLedgerTransaction` does, but in a few statements and without deciding a discount.
 * Returns their ids in the same order. A user has one transaction, or several that lower the debt and pay instalments from the same end,
 * or several without allocation. A transaction that raises the debt is the only one of its user, because the balance at its moment
 * decides its allocation. Throws for other groups.
 */
export async function postImported(
  { tx, vault, now }: Books,
  payments: readonly ImportedPosting[],
): Promise<string[]> {
  const changes = payments.map(auditedChange);
  if (![...Map.groupBy(changes, ({ userId }) => userId).values()].every(canBeTogether))
    throw new Error("Only imported payments that reduce the balance can be posted together.");
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

/** Returns the user whose debt an imported transaction changes, and by how much. Throws when the transaction is not imported. */
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
    ({ owedCents, allocation }) => owedCents < 0 && isSameOrder(allocation, changes[0]?.allocation ?? null),
  );

const isSameOrder = (one: Allocation | null, other: Allocation | null): boolean =>
  one?.from === other?.from &&
  one?.scheduleId === other?.scheduleId &&
  one?.applicationId === other?.applicationId;

/** Posts the early-payment discount that this transaction waives or takes back, if any. */
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

/** Returns the signature of a transaction and its entries. */
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

/**
 * Returns the ids of accounts, and opens missing ones. Simultaneous openings of one account give one row. An existing account is not
 * locked.
 */
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
  // A fixed order prevents a deadlock between transactions that open the same accounts.
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
