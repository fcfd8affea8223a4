import { stringify } from "csv-stringify/sync";
import type { Clock } from "../clock.ts";
import { beginningOf, type Day, dayAt, isoDay } from "../days.ts";
import type { FileTree } from "../sftp/file-tree.ts";
import { TABAPAY_PROGRAMME, TABAPAY_REPORTS_FOLDER } from "./access.ts";
import type { Mark, Transaction, Transactions } from "./transactions.ts";
import { dollarsOf } from "./wire.ts";

const DESCRIPTIONS: Record<string, string> = {
  "10.4": "Other fraud, card absent",
  "11.3": "No authorisation",
  "12.6.1": "Duplicate processing",
  "13.2": "Cancelled recurring",
  "4837": "No cardholder authorisation",
  "4853": "Cardholder dispute",
  "4863": "Cardholder does not recognise",
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

export interface ExceptionReports {
  /** Writes the report of each day from now on as the day begins, with all that was marked before. */
  start(): void;
}

/** The daily exceptions reports, put into the folder for reports. */
export function createExceptionReports(
  clock: Clock,
  transactions: Transactions,
  files: FileTree,
): ExceptionReports {
  let lastId = 0;

  const writeReport = (day: Day) => {
    const rows = transactions.list().flatMap((transaction) =>
      transaction.marks.splice(0).map((mark) => {
        lastId += 1;
        return rowOf(transaction, mark, { day, id: lastId });
      }),
    );
    const { iso, mid } = TABAPAY_PROGRAMME;
    const name = `${iso}_${mid}_${isoDay(day).replaceAll("-", "")}_exceptions_v2-5.csv`;
    const text = stringify(rows, { header: true, columns: [...COLUMNS] });
    files.write(`${TABAPAY_REPORTS_FOLDER}/${name}`, Buffer.from(text));
  };

  const writeFrom = (day: Day) => {
    let next = day;
    for (; next <= dayAt(clock.now()); next += 1) writeReport(next);
    clock.whenReached(beginningOf(next), () => writeFrom(next));
  };

  return { start: () => writeFrom(dayAt(clock.now()) + 1) };
}

function rowOf(
  { referenceID, transactionID, type, account, amountCents, partialCents, createdAt, networkID }: Transaction,
  mark: Mark,
  { day, id }: { day: Day; id: number },
): Record<(typeof COLUMNS)[number], string> {
  const createdText = createdAt.toISOString().slice(0, 19).replace("T", " ");
  const amount = dollarsOf(partialCents ?? amountCents);
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
    "Action-Status": fromUs ? "Chargeback Received" : "Closed",
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
