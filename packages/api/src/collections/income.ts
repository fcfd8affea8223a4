import { COLLECTION_INCOME_DAYS } from "@countinghouse/validators/collections/rules";
import { toBook } from "../bank-statistics/book.ts";
import { flowIn } from "../bank-statistics/flows.ts";
import { transactionsIn } from "../bank-statistics/periods.ts";
import { type ReportedMoney, sumCents } from "../bank-statistics/transactions.ts";
import { anyWord } from "../bank-statistics/words.ts";

/** What came in over the last 90 days of a bank report, in cents: all of it, and how much of that through whom. */
export interface CollectionIncome {
  cashAppSquareCents: number;
  paypalVenmoCents: number;
  stripeCents: number;
  rideDeliveryCents: number;
  generalIncomeCents: number;
}

/** Who paid, as banks write it; the words are those of the categories (docs/statistics.md, "Collections"). */
const CASH_APP_OR_SQUARE = anyWord("cash app", "square");
const PAYPAL_OR_VENMO = anyWord("paypal", "venmo");
const STRIPE = anyWord("stripe");
const RIDE_OR_DELIVERY = anyWord("uber", "lyft", "doordash", "instacart", "grubhub", "amazon flex");

/**
 * The income that collections are told of a customer (specification 2, section 3): the flow `income` of the statistics, and
 * those of its transactions that came through each group of payers. Null without any posted transaction.
 */
export function collectionIncome(report: ReportedMoney): CollectionIncome | null {
  const { days, transactions } = transactionsIn(toBook(report), COLLECTION_INCOME_DAYS);
  if (days === null) return null;
  const income = flowIn(transactions, "income");
  const through = (payers: RegExp): number =>
    sumCents(income.filter(({ description }) => payers.test(description)));
  return {
    cashAppSquareCents: through(CASH_APP_OR_SQUARE),
    paypalVenmoCents: through(PAYPAL_OR_VENMO),
    stripeCents: through(STRIPE),
    rideDeliveryCents: through(RIDE_OR_DELIVERY),
    generalIncomeCents: sumCents(income),
  };
}
