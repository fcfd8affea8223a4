import type { Statement } from "@countinghouse/db";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { payoffOf } from "@countinghouse/validators/payments/payoff";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { DISCOUNT_TERMS_SQL, NEWEST_PAYMENT_SQL } from "../payments/payoff.ts";

const SUMMARY: Statement = {
  name: "loans.get",
  text: `SELECT coalesce(b.balance_cents, 0)::float8 AS "balanceCents", a.id AS "activeApplicationId",
      coalesce(d."discountCents", 0) AS "discountCents", d."discountDate", n.id AS "newestPaymentId"
    FROM users u LEFT JOIN user_balance b ON b.user_id = u.id
    LEFT JOIN LATERAL (SELECT id FROM application
      WHERE user_id = u.id AND stage = 'funded' ORDER BY id DESC LIMIT 1) a ON true
    ${DISCOUNT_TERMS_SQL}
    ${NEWEST_PAYMENT_SQL}
    WHERE u.id = $1`,
};

interface Summary {
  balanceCents: number;
  discountCents: number;
  discountDate: string | null;
  activeApplicationId: number | null;
  newestPaymentId: string | null;
}

/**
 * What a user owes, may be let off and would pay everything off with today, in cents, the application that was funded
 * last, and the payment that was made last: what a payment is confirmed on. Throws NOT_FOUND.
 */
export async function getLoan(ctx: AdminCtx, { userId }: OfUser) {
  const [row] = await ctx.db.sql<Summary>(SUMMARY, [userId]);
  const { discountDate, ...summary } = found(row, unknownUser(userId));
  const { balanceCents, discountCents } = summary;
  const payoffCents = payoffOf({ discountCents, discountDate }, balanceCents, newYorkDate(ctx.now()));
  return { ...summary, payoffCents };
}

/** Each entry of the user's receivable with the balance after it: the ledger is the truth, not the cache. */
const TRANSACTIONS: Statement = {
  name: "loans.transactions",
  text: `SELECT e.id::text AS id, t.effective_on::text AS "transactionDate", t.kind AS "ledgerKind",
      e.amount_cents::float8 AS "amountCents",
      sum(e.amount_cents) OVER (ORDER BY t.effective_on, t.created_at, e.id)::float8 AS "balanceCents",
      i.kind::text AS "intentKind", i.application_id AS "applicationId",
      m.line_item_type AS "lineItemType", m.transaction_type AS "transactionType", m.description
    FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
    JOIN ledger_transaction t ON t.id = e.transaction_id
    LEFT JOIN payment_intent i ON i.id = t.intent_id
    LEFT JOIN manual_payment m ON m.intent_id = i.id
    WHERE a.code = $1 AND ($2::bigint IS NULL OR e.id <= $2)
    ORDER BY t.effective_on, t.created_at, e.id`,
};

interface TransactionRow {
  id: string;
  transactionDate: string;
  ledgerKind: string;
  amountCents: number;
  balanceCents: number;
  intentKind: string | null;
  applicationId: number | null;
  lineItemType: string | null;
  transactionType: string | null;
  description: string | null;
}

export type LoanTransaction = ReturnType<typeof transactionFacts>;

/**
 * All transactions of a user, oldest first. A positive amount (cents) adds to what the user owes, a negative one
 * reduces it; each has the balance after it. With `lastEntry`, as it was when that was the last entry of the ledger.
 */
export async function transactionsOf(
  ctx: AdminCtx,
  { userId }: OfUser,
  lastEntry: string | null = null,
): Promise<LoanTransaction[]> {
  const rows = await ctx.db.sql<TransactionRow>(TRANSACTIONS, [`receivable:${userId}`, lastEntry]);
  return rows.map(transactionFacts);
}

/** The same for the screen, newest first. */
export const listTransactions = async (ctx: AdminCtx, input: OfUser) =>
  (await transactionsOf(ctx, input)).reverse();

const transactionFacts = (row: TransactionRow) => ({
  id: row.id,
  transactionDate: row.transactionDate,
  transactionType: row.transactionType ?? row.intentKind ?? "",
  customDescription: row.lineItemType ?? inWords(row.ledgerKind),
  description: row.description ?? (row.applicationId === null ? "" : `Application ${row.applicationId}`),
  amountCents: row.amountCents,
  balanceCents: row.balanceCents,
});

/** "manual-payment" as "Manual payment". */
const inWords = (kind: string): string => {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
