import type { Statement } from "@countinghouse/db";
import type { LedgerCursor, ListLedger } from "@countinghouse/validators/ledger/schemas";
import type { AdminCtx } from "../context.ts";
import { shapedStatement } from "../named-statement.ts";
import { rowsToRead } from "../rows-to-read.ts";
import type { ListedRows } from "../sql-text.ts";
import { LINE_TABLES, LINE_TEXTS } from "./lines.ts";

interface LineRow {
  id: string;
  transactionId: string;
  transactionDate: string;
  userId: number;
  renewalOf: number | null;
  name: string | null;
  transactionType: string | null;
  customDescription: string;
  notes: string | null;
  amountCents: number;
  balanceCents: number;
}

/** The balance of a user after a line: the sum of the user's lines up to it, in the order of the statement. */
const BALANCE_AFTER = `(SELECT sum(e.amount_cents) FROM ledger_account a
  JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE a.user_id = l.user_id
    AND (t.effective_on, t.created_at, e.id) <= (l.effective_on, l.created_at, l.entry_id))`;

/** Returns SQL for a page. Transaction ids rise with their time, so descending ids are newest first. */
const page = (below: string, rows: number): string => `
  SELECT l.entry_id::text AS id, l.id AS "transactionId", l.effective_on::text AS "transactionDate",
    l.user_id AS "userId", u.ref_user_id AS "renewalOf", ${LINE_TEXTS.name} AS name,
    ${LINE_TEXTS.transactionType} AS "transactionType", ${LINE_TEXTS.customDescription} AS "customDescription",
    ${LINE_TEXTS.notes} AS notes, l.amount_cents::float8 AS "amountCents",
    ${BALANCE_AFTER}::float8 AS "balanceCents"
  FROM (SELECT t.*, e.id AS entry_id, e.amount_cents, a.user_id
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    JOIN ledger_account a ON a.id = e.account_id
    WHERE a.user_id IS NOT NULL ${below}
    ORDER BY t.id DESC, e.id DESC LIMIT ${rows}) l
  ${LINE_TABLES}
  ORDER BY l.id DESC, l.entry_id DESC`;

const BELOW = "AND t.id <= $1::uuid AND (t.id < $1::uuid OR e.id < $2::bigint)";

function pageStatement(isNext: boolean, limit: number): Statement {
  const rows = rowsToRead(limit);
  return shapedStatement("ledger.list", [isNext, rows], () => page(isNext ? BELOW : "", rows));
}

/** The lines of all users. */
export const LEDGER_ROWS = {
  from: "ledger_entry e JOIN ledger_account a ON a.id = e.account_id",
  condition: "a.user_id IS NOT NULL",
  values: [],
} satisfies ListedRows;

const TOTAL: Statement = {
  name: "ledger.total",
  text: `SELECT count(*)::int AS total FROM ${LEDGER_ROWS.from} WHERE ${LEDGER_ROWS.condition}`,
};

/**
 * Returns one page of the lines of all users, newest first, each with the balance of its user after it. Amounts are cents; a positive
 * amount raises the debt. The first page counts all lines. Later pages start below the last line of a page and have null for the total.
 */
export async function listLedger(ctx: AdminCtx, { cursor, limit }: ListLedger) {
  const [found, total] = await Promise.all([
    ctx.db.sql<LineRow>(
      pageStatement(cursor !== null, limit),
      cursor === null ? [] : [cursor.transactionId, cursor.entryId],
    ),
    cursor === null ? countLines(ctx) : null,
  ]);
  const lines = found.slice(0, limit);
  const last = found.length > limit ? lines.at(-1) : undefined;
  const nextCursor: LedgerCursor | null = last
    ? { transactionId: last.transactionId, entryId: last.id }
    : null;
  return { lines: lines.map(({ transactionId: _id, ...line }) => line), total, nextCursor };
}

async function countLines(ctx: AdminCtx): Promise<number> {
  const [counted] = await ctx.db.sql<{ total: number }>(TOTAL, []);
  return counted?.total ?? 0;
}
