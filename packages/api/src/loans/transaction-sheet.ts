import { type OfUser, TRANSACTION_SHEET_DAYS } from "@countinghouse/validators/loans/schemas";
import { centsToInput } from "@countinghouse/validators/money";
import { addDays } from "@countinghouse/validators/new-york";
import { stringify } from "csv-stringify/sync";
import type { AdminCtx } from "../context.ts";
import { harmlessText } from "../harmless-text.ts";
import { beginExport, exportFileName } from "./begin-export.ts";
import { readTransactions } from "./transactions.ts";

const COLUMNS = [
  "User Id",
  "Transaction Date (America/New_York)",
  "Transaction Type",
  "Custom Description",
  "Description",
  "Transaction Amount (USD)",
];

/**
 * The transactions of the last 30 days, today among them, as CSV (base64), oldest first, under a name that says of whom, from when to when and
 * in which time zone. Text that a spreadsheet would run as a formula is made harmless. It leaves an audit event. Throws
 * NOT_FOUND.
 */
export async function transactionSheet(ctx: AdminCtx, input: OfUser & { requestId: string }) {
  const { userId } = input;
  const begun = await beginExport(ctx, "loans.exportSheet", input, (_first, to) =>
    addDays(to, 1 - TRANSACTION_SHEET_DAYS),
  );
  const { from, to, lastEntry } = begun;
  const transactions = lastEntry === null ? [] : await readTransactions(ctx, { userId }, lastEntry);
  const rows = transactions
    .filter(({ transactionDate }) => transactionDate >= from && transactionDate <= to)
    .map((each) => [
      userId,
      each.transactionDate,
      harmlessText(each.transactionType),
      harmlessText(each.customDescription),
      harmlessText(each.description),
      centsToInput(each.amountCents),
    ]);
  const csv = stringify([COLUMNS, ...rows], { bom: true, record_delimiter: "windows" });
  return {
    fileName: exportFileName(userId, begun, "csv"),
    base64: Buffer.from(csv).toString("base64"),
    rows: rows.length,
  };
}
