import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import type { AdminCtx } from "../context.ts";
import { harmlessSql } from "../harmless-text.ts";
import { LINE_TABLES, LINE_TEXTS } from "./lines.ts";

export { LEDGER_EXPORT_PATH, LEDGER_FILE_NAME } from "@countinghouse/validators/ledger-list";

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

/** The byte order mark tells spreadsheets that the names are UTF-8. */
const HEAD = `\uFEFF${COLUMNS.join(",")}\n`;

/** Cents as dollars with two decimals, the minus a real one: "-20.00". */
const dollars = (cents: string): string => `${cents} * 0.01`;

/** Every line of every user, user by user, the oldest first: each balance follows from the line above it. */
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

/**
 * Writes the whole ledger into `sink` as CSV, amounts in dollars, and leaves the sink open; returns the number of
 * lines. `onStart` is called before the first byte. The audit says that it began, and then with how many lines it
 * was whole (before this returns) or that it stopped short. Rejects when the database or the sink gives up on the
 * way, with the sink destroyed if it had begun, and throws FORBIDDEN.
 */
export async function exportLedger(ctx: AdminCtx, sink: Writable, onStart: () => void): Promise<number> {
  const exportId = randomUUID();
  // While a connection is made: the two together are most of the wait for the first byte.
  const begun = audit(ctx, exportId, "ledger.export-started", {});
  begun.catch(() => {});
  let hasStarted = false;
  try {
    const rows = await ctx.db.csv(LEDGER_CSV, {
      sink,
      onStart: async () => {
        await begun;
        hasStarted = true;
        onStart();
        sink.write(HEAD);
      },
    });
    await audit(ctx, exportId, "ledger.exported", { rows });
    return rows;
  } catch (error) {
    await begun;
    const reason = sink.destroyed ? "cancelled" : "failed";
    // First of all the reader is told, who would otherwise wait for an audit that may be just as stuck.
    if (hasStarted) sink.destroy();
    await audit(ctx, exportId, "ledger.export-stopped", { reason }).catch((unrecorded: unknown) =>
      ctx.services.log.error({ exportId, error: String(unrecorded) }, "end of an export not audited"),
    );
    throw error;
  }
}

const audit = (ctx: AdminCtx, exportId: string, action: string, after: Record<string, unknown>) =>
  ctx.command({ action, capability: "ledger.read", input: { requestId: exportId } }, async () => ({
    result: null,
    audit: { subject: { type: "ledger", id: exportId }, after },
  }));
