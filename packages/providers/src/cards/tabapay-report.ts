import { parse } from "csv-parse/sync";
import { z } from "zod";
import { isDollars, toCents } from "../dollars.ts";
import type { FileTransfer, TransferFile } from "../file-transfer/port.ts";
import { unreadableReport } from "../provider-error.ts";
import { PROVIDER } from "./tabapay-call.ts";

/**
 * Which of TabaPay's daily files: ISO_YYYYMMDD_{kind}….csv or ISO_MID_YYYYMMDD_{kind}….csv, one for each programme, as its
 * pages tell the names, or YYYYMMDD_{kind}….csv, as its example has it (banks-exceptions-daily).
 */
export interface TabaPayReport<Row> {
  kind: "exceptions" | "transactions";
  /** The titles that the header must have, in whatever case and with whatever between their words. */
  columns: readonly string[];
  /** What a row has to be, by these titles. */
  row: z.ZodType<Row>;
}

/**
 * What the files of a day say; null while there is none of that day yet, which is not the same as one with a header only.
 * What can be read is told, whatever else stands there; then `refused` is thrown when some of it could not be read.
 * Throws as the file transfer does.
 */
export async function openReport<Row>(
  files: FileTransfer,
  folder: string,
  day: string,
  report: TabaPayReport<Row>,
): Promise<AsyncGenerator<Row> | null> {
  const ofDay = (await files.list(folder)).filter(({ name }) => isReport(name, report.kind, day));
  return ofDay.length === 0 ? null : readFiles(files, folder, ofDay, report);
}

async function* readFiles<Row>(
  files: FileTransfer,
  folder: string,
  ofDay: readonly TransferFile[],
  report: TabaPayReport<Row>,
): AsyncGenerator<Row> {
  const unreadable: Unreadable[] = [];
  for (const { name } of ofDay) {
    const bytes = await files.get(`${folder.replace(/\/+$/, "")}/${name}`);
    for (const read of rowsIn(name, new TextDecoder().decode(bytes), report)) {
      if ("parsed" in read) yield read.parsed;
      else unreadable.push(read);
    }
  }
  const [first] = unreadable;
  if (first)
    throw unreadableReport(PROVIDER, `of the report ${first.name} ${first.what} cannot be read`, first.cause);
}

interface Unreadable {
  name: string;
  what: string;
  cause: unknown;
}

function isReport(name: string, kind: string, day: string): boolean {
  const [, date, of] = /^(?:[A-Za-z0-9]+_){0,2}(\d{8})_([a-z]+)[\w.-]*\.csv$/i.exec(name) ?? [];
  return date === day.replaceAll("-", "") && of?.toLowerCase() === kind;
}

/** Row by row: one that cannot be read, or has not the columns of the header, says nothing about the others. */
function rowsIn<Row>(
  name: string,
  text: string,
  { columns, row: schema }: TabaPayReport<Row>,
): ({ parsed: Row } | Unreadable)[] {
  try {
    const [titles = [], ...lines] = parse(text, FORMAT);
    const ours = new Map(columns.map((title) => [normalizeTitle(title), title]));
    const header = titles.map((title) => ours.get(normalizeTitle(title)) ?? title);
    const missing = columns.filter((title) => !header.includes(title));
    // Without it nobody can tell an empty report from half a file.
    if (missing.length > 0)
      return [{ name, what: `the header, without ${missing.join(", ")},`, cause: titles }];
    const twice = columns.filter((title) => header.indexOf(title) !== header.lastIndexOf(title));
    if (twice.length > 0)
      return [{ name, what: `the header, with ${twice.join(", ")} more than once,`, cause: titles }];
    return lines.map((cells, index) => {
      const row = Object.fromEntries(header.map((title, column) => [title, cells[column]]));
      const { data, error } = schema.safeParse(cells.length === header.length ? row : {});
      return data ? { parsed: data } : { name, what: `row ${index + 1}`, cause: error };
    });
  } catch (cause) {
    return [{ name, what: "everything", cause }];
  }
}

/** The vendor's pages write one title in more than one way: "Action-Status", "Action Status". */
const normalizeTitle = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const FORMAT = {
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  relax_quotes: true,
} as const;

/** A comma parts thousands and nothing else: 12,50 would be a hundred times as much. */
const WITH_COMMAS = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Money as people write it, in cents. */
export const reportedCents: z.ZodType<number> = z
  .string()
  .transform((text) => text.trim().replace("$", ""))
  .transform((text) => (WITH_COMMAS.test(text) ? text.replaceAll(",", "") : text))
  .refine(isDollars)
  .transform(toCents);
