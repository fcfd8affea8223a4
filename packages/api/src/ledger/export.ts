import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { harmlessSql } from "../harmless-text.ts";
import { LINE_TABLES, LINE_TEXTS } from "./lines.ts";

export { LEDGER_EXPORT_PATH, LEDGER_FILE_NAME } from "@countinghouse/validators/ledger/rules";

const COLUMNS = [
  "Transaction Date (America/New_York)",
  "User Id",
  "Renewal Of",
  "Name",
  "Transaction Type",
  "Custom Description",
  "Notes",
  "Transaction Amount (USD)",
  "Balance (USD)",
];

/** Returns SQL for cents as dollars with two decimals and a plain minus sign: "-20.00". */
const dollars = (cents: string): string => `${cents} * 0.01`;

/** Selects every line of every user, user by user, the oldest first. Each balance follows from the line above it. */
export const LEDGER_CSV = `
  SELECT l.effective_on, l.user_id, u.ref_user_id, ${harmlessSql(LINE_TEXTS.name)},
    ${harmlessSql(LINE_TEXTS.transactionType)}, ${harmlessSql(LINE_TEXTS.customDescription)}, ${harmlessSql(LINE_TEXTS.notes)},
    ${dollars("l.amount_cents")},
    ${dollars("sum(l.amount_cents) OVER (PARTITION BY l.user_id ORDER BY l.effective_on, l.created_at, l.entry_id)")}
  FROM (SELECT t.*, e.id AS entry_id, e.amount_cents, a.user_id
    FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
    JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE a.user_id IS NOT NULL) l
  ${LINE_TABLES}
  ORDER BY l.user_id, l.effective_on, l.created_at, l.entry_id`;

/** Writes the whole ledger into `sink` as CSV, amounts in dollars. Returns the number of lines. Throws as `exportCsv` does. */
export const exportLedger = (ctx: AdminCtx, sink: ExportSink, onStart: () => void): Promise<number> =>
  exportCsv(
    ctx,
    {
      name: "ledger",
      capability: "ledger.read",
      columns: COLUMNS,
      // Null, because the file is always the whole ledger, and has a customer's name but no contact data.
      customers: null,
      select: LEDGER_CSV,
    },
    sink,
    onStart,
  );
