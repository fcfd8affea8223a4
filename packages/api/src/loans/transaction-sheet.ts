import { type OfUser, TRANSACTION_SHEET_DAYS } from "@countinghouse/validators/loans";
import { centsToInput } from "@countinghouse/validators/money";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { stringify } from "csv-stringify/sync";
import type { AdminCtx } from "../context.ts";
import { getLoan, transactionsOf } from "./service.ts";

const COLUMNS = [
  "User Id",
  "Transaction Date (America/New_York)",
  "Transaction Type",
  "Custom Description",
  "Description",
  "Transaction Amount (USD)",
];

/**
 * The transactions of the last 30 days as CSV (base64), oldest first, under a name that says of whom, from when to when and
 * in which time zone. Text that a spreadsheet would run as a formula is made harmless. Throws NOT_FOUND.
 */
export async function transactionSheet(ctx: AdminCtx, { userId }: OfUser) {
  await getLoan(ctx, { userId });
  const to = newYorkDate(ctx.now());
  const from = addDays(to, -TRANSACTION_SHEET_DAYS);
  const transactions = await transactionsOf(ctx, { userId });
  const rows = transactions
    .filter(({ transactionDate }) => transactionDate >= from && transactionDate <= to)
    .map((each) => [
      userId,
      each.transactionDate,
      each.transactionType,
      each.customDescription,
      each.description,
      dollars(each.amountCents),
    ]);
  const csv = stringify([COLUMNS, ...rows], {
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { object: ({ text }) => ({ value: String(text), escape_formulas: false }) },
  });
  return {
    fileName: `transactions_user-${userId}_${from}_to_${to}_America-New_York.csv`,
    base64: Buffer.from(csv).toString("base64"),
    rows: rows.length,
  };
}

/** A number that is written as it is: its minus is no formula. */
interface Plain {
  text: string;
}

const dollars = (cents: number): Plain => ({ text: centsToInput(cents) });
