import { type Day, isoDay } from "../days.ts";
import { TABAPAY_PROGRAMME } from "./access.ts";
import type { DailyReport } from "./daily-reports.ts";
import type { Mark, Transaction, Transactions } from "./transactions.ts";
import { formatDollars, formatMoment } from "./wire.ts";

const DESCRIPTIONS: Record<string, string> = {
  "10.4": "Other fraud, card absent",
  "11.3": "No authorization",
  "12.6.1": "Duplicate processing",
  "13.2": "Cancelled recurring",
  "4837": "No cardholder authorization",
  "4853": "Cardholder dispute",
  "4863": "Cardholder does not recognize",
};

const COLUMNS = [
  "ISO",
  "MID",
  "Merchant Reference ID",
  "Original Transaction ID",
  "Exception ID",
  "Exception type",
  "Exception Code",
  "Exception Description",
  "Exception Date",
  "Action-Status",
  "Status Date",
  "Days Open",
  "Network Transaction ID",
  "Original Creation Date",
  "Original Processed Date",
  "Original Transaction Type",
  "Exception Source",
  "Exception Destination",
  "Exception Network",
  "Last 4",
  "Original Settled Amount",
  "Exception Settled Amount",
  "TabaPay Fee",
  "Network Fee",
  "Interchange",
  "Memo",
  "CB ID",
  "Firstname",
  "Lastname",
  "Network ID",
] as const;

/** What was marked before a day begins, told once, by the report of that day. */
export function exceptionsReport(transactions: Transactions): DailyReport {
  let lastId = 0;
  return {
    kind: "exceptions_v2-5",
    columns: COLUMNS,
    isOfFinishedDay: false,
    listRows: (day) =>
      transactions.list().flatMap((transaction) =>
        transaction.marks.splice(0).map((mark) => {
          lastId += 1;
          return exceptionRow(transaction, mark, { day, id: lastId });
        }),
      ),
  };
}

function exceptionRow(
  { referenceID, transactionID, type, account, amountCents, partialCents, createdAt, networkID }: Transaction,
  mark: Mark,
  { day, id }: { day: Day; id: number },
): Record<(typeof COLUMNS)[number], string> {
  const createdText = formatMoment(createdAt);
  const amount = formatDollars(partialCents ?? amountCents);
  const fromUs = mark.type === "CHARGEBACK";
  return {
    ISO: TABAPAY_PROGRAMME.iso,
    MID: TABAPAY_PROGRAMME.mid,
    "Merchant Reference ID": referenceID,
    "Original Transaction ID": transactionID,
    "Exception ID": `EX${String(id).padStart(10, "0")}`,
    "Exception type": mark.type,
    "Exception Code": mark.code,
    "Exception Description": DESCRIPTIONS[mark.code] ?? "Other",
    "Exception Date": isoDay(day),
    "Action-Status": mark.status ?? (fromUs ? "Chargeback Received" : "Closed"),
    "Status Date": isoDay(day),
    "Days Open": "0",
    "Network Transaction ID": `7${networkID.padStart(22, "0")}`,
    "Original Creation Date": createdText,
    "Original Processed Date": createdText,
    "Original Transaction Type": type === "pull" ? "Purchase" : "Disbursement",
    "Exception Source": fromUs ? "Settlement" : account.network,
    "Exception Destination": fromUs ? account.network : "Settlement",
    "Exception Network": account.network,
    "Last 4": account.last4,
    "Original Settled Amount": amount,
    "Exception Settled Amount": amount,
    "TabaPay Fee": "5.00",
    "Network Fee": "0.00",
    Interchange: "0.00",
    Memo: "",
    "CB ID": `CB${transactionID.slice(0, 8)}`,
    Firstname: account.owner.first,
    Lastname: account.owner.last,
    "Network ID": networkID,
  };
}
