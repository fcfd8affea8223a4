import type { Statement } from "@countinghouse/db";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import type { AdminCtx } from "../context.ts";
import { DISCOUNT_KIND } from "../ledger/discount.ts";

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
export async function readTransactions(
  ctx: AdminCtx,
  { userId }: OfUser,
  lastEntry: string | null = null,
): Promise<LoanTransaction[]> {
  const rows = await ctx.db.sql<TransactionRow>(TRANSACTIONS, [`receivable:${userId}`, lastEntry]);
  return rows.map(transactionFacts);
}

/** The same for the screen, newest first. */
export const listTransactions = async (ctx: AdminCtx, input: OfUser) =>
  (await readTransactions(ctx, input)).reverse();

const transactionFacts = (row: TransactionRow) => ({
  id: row.id,
  transactionDate: row.transactionDate,
  ...transactionTexts(row),
  description: row.description ?? (row.applicationId === null ? "" : `Application ${row.applicationId}`),
  amountCents: row.amountCents,
  balanceCents: row.balanceCents,
});

/** The discount hangs on the payment that earned it, and is a line of its own. */
const transactionTexts = ({ ledgerKind, transactionType, intentKind, lineItemType }: TransactionRow) =>
  ledgerKind === DISCOUNT_KIND
    ? { transactionType: "Other", customDescription: inWords(ledgerKind) }
    : {
        transactionType: transactionType ?? intentKind ?? "",
        customDescription: lineItemType ?? inWords(ledgerKind),
      };

/** "manual-payment" as "Manual payment". */
const inWords = (kind: string): string => {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
