import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { CardException } from "./cards.ts";
import { centsOf, isDollars } from "./dollars.ts";
import type { FileTransfer } from "./file-transfer.ts";
import { tabaPayError } from "./tabapay-call.ts";

/**
 * What TabaPay's exceptions reports of a day say: ISO_MID_YYYYMMDD_exceptions….csv, one for each programme, with a
 * header only when nothing happened. Null when there is none yet. Throws `refused` when one cannot be read.
 */
export async function readExceptions(
  files: FileTransfer,
  folder: string,
  day: string,
): Promise<CardException[] | null> {
  const reports = (await files.list(folder)).filter(({ name }) => isReportOf(name, day));
  if (reports.length === 0) return null;
  const read: CardException[] = [];
  for (const { name } of reports) {
    const bytes = await files.get(`${folder.replace(/\/+$/, "")}/${name}`);
    read.push(...exceptionsIn(name, new TextDecoder().decode(bytes), day));
  }
  return read;
}

function isReportOf(name: string, day: string): boolean {
  const [, date] = /^[A-Za-z0-9]+_(?:[A-Za-z0-9]+_)?(\d{8})_exceptions[\w.-]*\.csv$/.exec(name) ?? [];
  return date === day.replaceAll("-", "");
}

function exceptionsIn(name: string, text: string, day: string): CardException[] {
  try {
    const rows: unknown[] = parse(text, { bom: true, columns: trimmed, trim: true, skip_empty_lines: true });
    return rows.map((row) => ({ ...rowSchema.parse(row), day }));
  } catch (cause) {
    throw tabaPayError("refused", {
      message: `the report ${name} cannot be read`,
      vendorCode: "UNREADABLE_REPORT",
      cause,
    });
  }
}

const trimmed = (header: string[]): string[] => header.map((title) => title.trim());

const cents = z
  .string()
  .transform((text) => text.replaceAll(/[$,]/g, ""))
  .refine(isDollars)
  .transform(centsOf);

/** The exception's date is that of the report. */
const rowSchema = z
  .object({
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
    "Original Settled Amount": cents,
    "Exception Settled Amount": cents,
    "CB ID": z.string(),
    Firstname: z.string(),
    Lastname: z.string(),
  })
  .transform(
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
  );
