import type { Day } from "../days.ts";
import { STATUS, type StatusName } from "./course.ts";
import { noticeBy, type Transaction } from "./transactions.ts";

/** An amount as the vendor writes it in JSON. */
export function dollars(cents: number): number {
  return cents / 100;
}

/** All of an account number but its last four digits is hidden. */
export function maskedAccount(accountNumber: string): string {
  return `******${accountNumber.slice(-4)}`;
}

/** The answer to whoever retrieves a transaction. */
export function retrievedJson(
  transaction: ReturnType<typeof transactionJson>,
  { answersFlat, codesAsText }: { answersFlat: boolean; codesAsText: boolean },
) {
  const told = codesAsText ? { ...transaction, status: String(transaction.status) } : transaction;
  return { successful: true, message: "", ...(answersFlat ? told : { transaction: told }) };
}

/** A transaction as it is told to who asks for it. */
export function transactionJson(transaction: Transaction, status: StatusName, today: Day) {
  const notice = noticeBy(transaction, today);
  return {
    authorizationId: transaction.authorizationId,
    status: STATUS[status],
    returnCode: notice && notice.tranStatus !== 3 ? notice.code : null,
    amount: dollars(transaction.amountCents),
    uniqueTranId: transaction.uniqueTranId,
    tranCode: transaction.kind === "debit" ? 1 : 2,
    accountNumber: maskedAccount(transaction.accountNumber),
    firstName: transaction.firstName,
    lastName: transaction.lastName,
  };
}
