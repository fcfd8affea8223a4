import { z } from "zod";
import { toDollars } from "../dollars.ts";
import type { FileTransfer } from "../file-transfer/port.ts";
import type { CardTransaction } from "./port.ts";
import { lookUpState } from "./tabapay-call.ts";
import { undoneReference } from "./tabapay-refunds.ts";
import { openReport, reportedCents } from "./tabapay-report.ts";

/**
 * What TabaPay's transactions reports of a day say, null while there is none of that day yet. Name of the file
 * (ISO_MID_YYYYMMDD_transactions….csv), header, words and the dates in UTC are our own assumption, after the vendor's
 * exceptions report: unverified by vendor. A report that holds what we do not expect is unreadable, never empty.
 */
export async function readTransactions(
  files: FileTransfer,
  folder: string,
  day: string,
): Promise<AsyncIterable<CardTransaction> | null> {
  const rows = await openReport(files, folder, day, REPORT);
  return rows && dated(rows, day);
}

async function* dated(
  rows: AsyncIterable<Omit<CardTransaction, "day">>,
  day: string,
): AsyncGenerator<CardTransaction> {
  for await (const row of rows) yield { ...row, day };
}

const TYPES = { Purchase: "pull", Disbursement: "push", Reversal: "reversal" } as const;

const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .transform((text) => new Date(`${text.replace(" ", "T")}Z`))
  .refine((date) => !Number.isNaN(date.getTime()));

/** Of a transaction that moved nothing it may be left out. */
const settledCents = z.union([z.literal("").transform(() => 0), reportedCents]);

const columns = z.object({
  MID: z.string(),
  "Merchant Reference ID": z.string(),
  "Transaction ID": z.string().min(1),
  "Transaction Type": z.enum(["Purchase", "Disbursement", "Reversal"]),
  Status: z.string().min(1),
  "Network Code": z.string(),
  "Creation Date": moment,
  "Processed Date": z.union([z.literal("").transform(() => null), moment]),
  Network: z.string(),
  "Last 4": z.string(),
  Amount: reportedCents,
  "Settled Amount": settledCents,
  Firstname: z.string(),
  Lastname: z.string(),
});

/** What contradicts itself is told by no report: it stays open, and a person sees it. */
function stateOfRow(row: z.output<typeof columns>): CardTransaction["state"] {
  const networkRC = row["Network Code"] || undefined;
  const partialAmount = toDollars(row["Settled Amount"]);
  const state = lookUpState({ SC: 200, status: row.Status, networkRC, partialAmount });
  return state === "unclear" ? "pending" : state;
}

/** A reversal has no name of its own: its row tells those of the pull. */
function cardholderNames(row: z.output<typeof columns>) {
  const reference = row["Transaction ID"];
  if (row["Transaction Type"] === "Reversal")
    return { reference: undoneReference(reference), originalReference: reference, key: "" };
  return { reference, originalReference: null, key: row["Merchant Reference ID"] };
}

const REPORT = {
  kind: "transactions",
  columns: Object.keys(columns.shape),
  row: columns.transform(
    (row): Omit<CardTransaction, "day"> => ({
      ...cardholderNames(row),
      type: TYPES[row["Transaction Type"]],
      state: stateOfRow(row),
      status: row.Status,
      code: row["Network Code"],
      createdAt: row["Creation Date"],
      processedAt: row["Processed Date"],
      amountCents: row.Amount,
      settledCents: row["Settled Amount"],
      last4: row["Last 4"].padStart(4, "0"),
      network: row.Network,
      mid: row.MID,
      firstName: row.Firstname,
      lastName: row.Lastname,
    }),
  ),
} as const;
