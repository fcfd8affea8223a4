import type { Payers } from "@countinghouse/validators/bank-statistics/rules";
import { COLLECTION_INCOME_DAYS } from "@countinghouse/validators/collections/rules";
import { type Changes, toBook } from "../bank-statistics/book.ts";
import { flowIn } from "../bank-statistics/flows.ts";
import { isThrough } from "../bank-statistics/payers.ts";
import { transactionsIn } from "../bank-statistics/periods.ts";
import { type ReportedMoney, sumCents } from "../bank-statistics/transactions.ts";

/** What came in over the last 90 days of a bank report, in cents: all of it, and how much of that through whom. */
export interface CollectionIncome {
  cashAppSquareCents: number;
  paypalVenmoCents: number;
  stripeCents: number;
  rideDeliveryCents: number;
  generalIncomeCents: number;
}

/**
 * The income that collections are told of a customer (specification 2, section 3): the flow `income` of the statistics, and
 * those of its transactions that came through each group of payers. Null without any posted transaction.
 */
export function collectionIncome(report: ReportedMoney, changes?: Changes): CollectionIncome | null {
  const { days, transactions } = transactionsIn(toBook(report, changes), COLLECTION_INCOME_DAYS);
  if (days === null) return null;
  const income = flowIn(transactions, "income");
  const through = (payers: Payers): number =>
    sumCents(income.filter(({ description }) => isThrough(payers, description)));
  return {
    cashAppSquareCents: through("cashAppSquare"),
    paypalVenmoCents: through("paypalVenmo"),
    stripeCents: through("stripe"),
    rideDeliveryCents: through("rideDelivery"),
    generalIncomeCents: sumCents(income),
  };
}
