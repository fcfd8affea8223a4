/** Which of type and sign decides the direction of a payment where both say it. */
export type SignRule = "type" | "amount";

/** Which of the columns Debit and Credit holds what customers paid. */
export type PaidInColumn = "debit" | "credit";

/** What a table does not say about itself, and has to be chosen before it is imported. */
export type Ask = "numbers" | "signs" | "paidIn";

/** What a person is asked, and where the answer is given on the command line and on the page. */
export const ASKS: Readonly<Record<Ask, string>> = {
  numbers:
    "Amounts like 2.000 can be two thousand or two dollars. Choose how amounts are written: --numbers=us or --numbers=eu, or Amounts on the page.",
  signs:
    "Payments have an amount below zero, and their type or column says the direction too. Choose which decides: --signs=type or --signs=amount, or Direction of payments on the page.",
  paidIn:
    "Payments have a column Debit or Credit. Choose which holds what customers paid: --paid-in=debit or --paid-in=credit, or Debit and Credit on the page.",
};
