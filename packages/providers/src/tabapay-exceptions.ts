import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { CardException } from "./cards.ts";
import { centsOf, isDollars } from "./dollars.ts";
import type { FileTransfer } from "./file-transfer.ts";
import { tabaPayError } from "./tabapay-call.ts";

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
  const unreadable: Unreadable[] = [];
  for (const { name } of (await files.list(folder)).filter((file) => isReportOf(file.name, day))) {
    const bytes = await files.get(`${folder.replace(/\/+$/, "")}/${name}`);
    for (const read of exceptionsIn(name, new TextDecoder().decode(bytes))) {
      if ("exception" in read) yield { ...read.exception, day };
      else unreadable.push(read);
    }
  }
  const [first] = unreadable;
  if (first)
    throw tabaPayError("refused", {
      message: `of the report ${first.name} ${first.what} cannot be read`,
      vendorCode: "UNREADABLE_REPORT",
      cause: first.cause,
    });
}

interface Unreadable {
  name: string;
  what: string;
  cause: unknown;
}

function isReportOf(name: string, day: string): boolean {
  const [, date] = /^[A-Za-z0-9]+_(?:[A-Za-z0-9]+_)?(\d{8})_exceptions[\w.-]*\.csv$/.exec(name) ?? [];
  return date === day.replaceAll("-", "");
}

/** Row by row: one that cannot be read, or has not the columns of the header, says nothing about the others. */
function exceptionsIn(
  name: string,
  text: string,
): ({ exception: Omit<CardException, "day"> } | Unreadable)[] {
  try {
    const [header = [], ...lines] = parse(text, FORMAT);
    return lines.map((cells, index) => {
      const row = Object.fromEntries(header.map((title, column) => [title, cells[column]]));
      const { data, error } = rowSchema.safeParse(cells.length === header.length ? row : {});
      return data ? { exception: data } : { name, what: `row ${index + 1}`, cause: error };
    });
  } catch (cause) {
    return [{ name, what: "everything", cause }];
  }
}

const FORMAT = {
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  relax_quotes: true,
} as const;

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
