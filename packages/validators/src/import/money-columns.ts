import type { PaidInColumn, SignRule } from "./asks.ts";
import type { CellValue } from "./cells.ts";
import { column } from "./column.ts";

const decisive = { decisive: true } as const;

/** Columns of payments that hold the amount of one direction. */
export const MONEY_COLUMNS = {
  moneyIn: column(
    "money",
    "Money In",
    "what the customer paid; it lowers what is owed",
    ["received", "amount received", "paid in", "deposit", "deposits"],
    decisive,
  ),
  moneyOut: column(
    "money",
    "Money Out",
    "what was paid to the customer; it raises what is owed",
    ["paid out", "withdrawal", "withdrawals"],
    decisive,
  ),
  debit: column(
    "money",
    "Debit",
    "what the customer paid, or was paid",
    ["debits", "debit amount"],
    decisive,
  ),
  credit: column(
    "money",
    "Credit",
    "what the customer paid, or was paid",
    ["credits", "credit amount"],
    decisive,
  ),
} as const;

export type MoneyColumn = keyof typeof MONEY_COLUMNS;

export const isMoneyColumn = (field: string | null): field is MoneyColumn =>
  field !== null && Object.hasOwn(MONEY_COLUMNS, field);

/** Refuses a payment until the user says which of Debit and Credit holds what customers paid. */
export const PAID_IN_UNCLEAR =
  "amount: Debit and Credit can each be what the customer paid. Choose which is (--paid-in, or Debit and Credit on the page).";
/** Refuses a payment where column and sign both say the direction. */
export const SIGN_IN_MONEY_COLUMN =
  "amount: it is below zero in a column of one direction. Let the column decide (--signs=type, or Direction of payments on the page).";

/**
 * Replaces the columns of one direction by one amount, in cents: below zero where it was paid to the customer. Returns the reasons to
 * refuse the row, which needs an amount in exactly one of them, and a type that agrees. Zero is no amount.
 */
export function joinMoneyColumns(
  row: Record<string, CellValue>,
  columns: readonly MoneyColumn[],
  { paidIn, signs }: { paidIn?: PaidInColumn; signs?: SignRule },
): string[] {
  const amounts = columns.flatMap((field) => {
    const cents = Number(row[field] ?? 0);
    delete row[field];
    return cents === 0 ? [] : [{ field, cents }];
  });
  const titles = (fields: readonly MoneyColumn[]) => fields.map((field) => MONEY_COLUMNS[field].title);
  const [first, second] = amounts;
  if (first === undefined) return [`amount: the row has no amount under ${titles(columns).join(" or ")}.`];
  const { field, cents } = first;
  if (second !== undefined)
    return [
      `amount: the row has an amount under ${titles([field, second.field]).join(" and ")}. It needs exactly one.`,
    ];
  const isEither = field === "debit" || field === "credit";
  const reasons = [
    ...(isEither && paidIn === undefined ? [PAID_IN_UNCLEAR] : []),
    ...(cents < 0 && signs !== "type" ? [SIGN_IN_MONEY_COLUMN] : []),
  ];
  const isIn = field === (isEither ? paidIn : "moneyIn");
  row.amount = isIn ? Math.abs(cents) : -Math.abs(cents);
  const { direction } = row;
  delete row.direction;
  if (reasons.length === 0 && direction !== undefined && (direction === "DEBIT") !== isIn)
    return [`direction: the type says ${String(direction)}, and the amount is under ${titles([field])[0]}.`];
  return reasons;
}

/** The question for a table with an amount and a column of one direction, or null. */
export function whyNotAmounts(headings: readonly { header: string; field: string | null }[]): string | null {
  const amount = headings.find(({ field }) => field === "amount");
  const other = headings.find(({ field }) => isMoneyColumn(field));
  return amount === undefined || other === undefined
    ? null
    : `It has amounts under ${amount.header} and under ${other.header}. Say which are Money In and Money Out, and leave out any other.`;
}
