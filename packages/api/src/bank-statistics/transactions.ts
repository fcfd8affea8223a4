import type { StoredReport } from "../asset-reports/stored.ts";

/** A posted transaction in dollars. Cents seen from the account: positive came in. */
export interface BankTransaction {
  accountId: string;
  /** The bank's day, YYYY-MM-DD. */
  date: string;
  description: string;
  amountCents: number;
}

const CURRENCY = "USD";

/**
 * The transactions of a report that count: posted, and in dollars where the bank told the currency; oldest first. A
 * pending one may still change or vanish.
 */
export const postedOf = ({ items }: StoredReport): BankTransaction[] =>
  items
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ accountId, transactions }) =>
      transactions
        .filter(({ pending, currency }) => !pending && (currency === null || currency === CURRENCY))
        .map(({ date, originalDescription, amountCents }) => ({
          accountId,
          date,
          description: originalDescription ?? "",
          amountCents,
        })),
    )
    .sort((one, other) => one.date.localeCompare(other.date));

/** How many days lie from one day to another, both YYYY-MM-DD. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
