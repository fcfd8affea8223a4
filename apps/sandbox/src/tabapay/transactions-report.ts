import { type Day, dayAt } from "../days.ts";
import { TABAPAY_PROGRAMME } from "./access.ts";
import type { DailyReport } from "./daily-reports.ts";
import { hasMoved, type Transaction, type Transactions } from "./transactions.ts";
import { formatDollars, formatMoment } from "./wire.ts";

const COLUMNS = [
  "ISO",
  "MID",
  "Merchant Reference ID",
  "Transaction ID",
  "Transaction Type",
  "Status",
  "Network Code",
  "Creation Date",
  "Processed Date",
  "Network",
  "Last 4",
  "Amount",
  "Settled Amount",
  "TabaPay Fee",
  "Network Fee",
  "Interchange",
  "Memo",
  "Firstname",
  "Lastname",
  "Network ID",
] as const;

/** Every transaction of a day, how it stands when the day is over; reversals of the day have a row of their own. */
export const transactionsReport = (transactions: Transactions): DailyReport => ({
  kind: "transactions_v1-0",
  columns: COLUMNS,
  isOfFinishedDay: true,
  listRows: (day) =>
    transactions
      .list()
      .toReversed()
      .flatMap((transaction) => [
        ...(isOfDay(transaction, day) ? [transactionRow(transaction)] : []),
        ...(isOn(transaction.reversedAt, day) ? [reversalRow(transaction)] : []),
      ]),
});

const isOn = (moment: Date | null, day: Day): boolean => moment !== null && dayAt(moment) === day;

/** Taken on the day, or come to its end on it. */
const isOfDay = ({ createdAt, processedAt }: Transaction, day: Day): boolean =>
  isOn(createdAt, day) || isOn(processedAt, day);

type Row = Record<(typeof COLUMNS)[number], string>;

function transactionRow(transaction: Transaction): Row {
  const { referenceID, transactionID, type, account, amountCents, partialCents, status } = transaction;
  return {
    ISO: TABAPAY_PROGRAMME.iso,
    MID: TABAPAY_PROGRAMME.mid,
    "Merchant Reference ID": referenceID,
    "Transaction ID": transactionID,
    "Transaction Type": type === "pull" ? "Purchase" : "Disbursement",
    Status: status,
    "Network Code": transaction.networkRC ?? "",
    "Creation Date": formatMoment(transaction.createdAt),
    "Processed Date": transaction.processedAt ? formatMoment(transaction.processedAt) : "",
    Network: account.network,
    "Last 4": account.last4,
    Amount: formatDollars(amountCents),
    "Settled Amount": formatDollars(hasMoved(transaction) ? (partialCents ?? amountCents) : 0),
    "TabaPay Fee": "0.30",
    "Network Fee": "0.00",
    Interchange: "0.00",
    Memo: "",
    Firstname: account.owner.first,
    Lastname: account.owner.last,
    "Network ID": transaction.networkID,
  };
}

const reversalRow = (transaction: Transaction): Row => ({
  ...transactionRow(transaction),
  "Transaction Type": "Reversal",
  Status: "COMPLETED",
  "Network Code": "00",
  "Processed Date": transaction.reversedAt ? formatMoment(transaction.reversedAt) : "",
});
