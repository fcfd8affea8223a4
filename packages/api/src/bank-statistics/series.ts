import { STATISTICS_WINDOWS } from "@countinghouse/validators/bank-statistics/rules";
import { addDays } from "@countinghouse/validators/new-york";
import type { StoredReport } from "../asset-reports/stored.ts";
import { type Book, type Changes, toBook } from "./book.ts";
import { flowIn } from "./flows.ts";
import { postedTransactions } from "./transactions.ts";

/** So many days are drawn. */
const DRAWN_DAYS = STATISTICS_WINDOWS[STATISTICS_WINDOWS.length - 1] ?? 0;

export interface DayOfMoney {
  /** YYYY-MM-DD */
  day: string;
  inCents: number;
  /** Zero or below. */
  outCents: number;
  /** At the end of the day; null where the bank did not say what is in an account now. */
  balanceCents: number | null;
}

export interface MonthOfRevenue {
  /** YYYY-MM */
  month: string;
  revenueCents: number;
  /** Whether the bank data have all of it. */
  isWhole: boolean;
}

/**
 * What came in, went out and was left day by day over the longest window, and the business revenue of each month. The balance
 * is reckoned back from what the bank says is in the accounts now, by every posted transaction; what came in and went out is
 * without own transfers, as all numbers are. Cents.
 */
export function moneySeries(
  report: Pick<StoredReport, "items">,
  changes?: Changes,
): {
  days: DayOfMoney[];
  months: MonthOfRevenue[];
} {
  const book = toBook(report, changes);
  if (book.first === null || book.last === null) return { days: [], months: [] };
  return { days: toDays(report, book, book.last), months: toMonths(book, book.first, book.last) };
}

function toDays(report: Pick<StoredReport, "items">, book: Book, last: string): DayOfMoney[] {
  const first = addDays(last, 1 - DRAWN_DAYS);
  const moved = perDay(postedTransactions(report));
  const real = { in: new Map<string, number>(), out: new Map<string, number>() };
  for (const { date, amountCents } of book.real) {
    const side = amountCents > 0 ? real.in : real.out;
    side.set(date, (side.get(date) ?? 0) + amountCents);
  }
  let balance = balanceNow(report);
  const days: DayOfMoney[] = [];
  for (let day = last; day >= first; day = addDays(day, -1)) {
    days.push({
      day,
      inCents: real.in.get(day) ?? 0,
      outCents: real.out.get(day) ?? 0,
      balanceCents: balance,
    });
    if (balance !== null) balance -= moved.get(day) ?? 0;
  }
  return days.reverse();
}

function perDay(transactions: readonly { date: string; amountCents: number }[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { date, amountCents } of transactions) sums.set(date, (sums.get(date) ?? 0) + amountCents);
  return sums;
}

/** What is in the accounts that have transactions, null where the bank does not say of one. */
function balanceNow({ items }: Pick<StoredReport, "items">): number | null {
  const accounts = items
    .flatMap((item) => item.accounts)
    .filter(({ transactions }) => transactions.length > 0);
  return accounts.reduce<number | null>(
    (sum, { currentCents }) => (sum === null || currentCents === null ? null : sum + currentCents),
    0,
  );
}

function toMonths(book: Book, first: string, last: string): MonthOfRevenue[] {
  const sums = new Map<string, number>();
  for (const { date, amountCents } of flowIn(book.real, "businessRevenue"))
    sums.set(date.slice(0, 7), (sums.get(date.slice(0, 7)) ?? 0) + amountCents);
  const months: MonthOfRevenue[] = [];
  for (let day = `${first.slice(0, 7)}-01`; day <= last; day = `${addDays(day, 31).slice(0, 7)}-01`) {
    const month = day.slice(0, 7);
    const end = addDays(`${addDays(day, 31).slice(0, 7)}-01`, -1);
    months.push({ month, revenueCents: sums.get(month) ?? 0, isWhole: first <= day && end <= last });
  }
  return months;
}
