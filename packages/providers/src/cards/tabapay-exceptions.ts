import { z } from "zod";
import type { FileTransfer } from "../file-transfer/port.ts";
import type { CardException } from "./port.ts";
import { openReport, reportedCents } from "./tabapay-report.ts";

/**
 * What TabaPay's exceptions reports of a day say: ISO_MID_YYYYMMDD_exceptions….csv, one for each programme, with a
 * header only when nothing happened. Nothing while there is none yet. What can be read is told, whatever else stands
 * there; then `refused` is thrown when some of it could not be read.
 */
export async function* readExceptions(
  files: FileTransfer,
  folder: string,
  day: string,
): AsyncGenerator<CardException> {
  const rows = await openReport(files, folder, day, REPORT);
  // The exception's date is that of the report.
  for await (const row of rows ?? []) yield { ...row, day };
}

const columns = z.object({
  MID: z.string(),
  "Merchant Reference ID": z.string(),
  "Original Transaction ID": z.string(),
  "Exception ID": z.string().min(1),
  "Exception type": z.string().min(1),
  "Exception Code": z.string(),
  "Exception Description": z.string(),
  "Action-Status": z.string(),
  "Exception Network": z.string(),
  "Last 4": z.string(),
  "Original Settled Amount": reportedCents,
  "Exception Settled Amount": reportedCents,
  "CB ID": z.string(),
  Firstname: z.string(),
  Lastname: z.string(),
});

const REPORT = {
  kind: "exceptions",
  columns: Object.keys(columns.shape),
  row: columns.transform(
    (row): Omit<CardException, "day"> => ({
      exceptionId: row["Exception ID"],
      type: row["Exception type"],
      code: row["Exception Code"],
      description: row["Exception Description"],
      status: row["Action-Status"],
      caseId: row["CB ID"],
      key: row["Merchant Reference ID"],
      originalReference: row["Original Transaction ID"],
      mid: row.MID,
      network: row["Exception Network"],
      last4: row["Last 4"].padStart(4, "0"),
      originalAmountCents: row["Original Settled Amount"],
      amountCents: row["Exception Settled Amount"],
      firstName: row.Firstname,
      lastName: row.Lastname,
    }),
  ),
} as const;
