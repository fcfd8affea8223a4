import type { StoredReport } from "../asset-reports/stored.ts";

type Account = StoredReport["items"][number]["accounts"][number];

/** As much of a report as numbers are made from. */
export interface ReportedMoney {
  items: readonly { accounts: readonly Pick<Account, "accountId" | "transactions">[] }[];
}

/** A posted transaction in dollars. Cents seen from the account: positive came in. */
export interface BankTransaction {
  id: string;
  accountId: string;
  /** The bank's day, YYYY-MM-DD. */
  date: string;
  description: string;
  amountCents: number;
}

const CURRENCY = "USD";

/**
 * The transactions of a report that count: posted, and in dollars where the bank told the currency; oldest first, those
 * of a day by their id. A pending one may still change or vanish.
 */
export const postedTransactions = ({ items }: ReportedMoney): BankTransaction[] =>
  items
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ accountId, transactions }) =>
      transactions
        .filter(({ pending, currency }) => !pending && (currency === null || currency === CURRENCY))
        .map(({ transactionId, date, originalDescription, amountCents }) => ({
          id: transactionId,
          accountId,
          date,
          description: originalDescription ?? "",
          amountCents,
        })),
    )
    .sort(byDateAndId);

function byDateAndId(one: BankTransaction, other: BankTransaction): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** How many days lie from one day to another, both YYYY-MM-DD. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** What transactions come to, in cents. */
export const sumCents = (transactions: readonly Pick<BankTransaction, "amountCents">[]): number =>
  transactions.reduce((sum, { amountCents }) => sum + amountCents, 0);
