import path from "node:path";
import { sampleText } from "@countinghouse/validators/import/job-rules";
import type { ImportOutcome, TableReading, UserCounts } from "@countinghouse/validators/import/outcome";
import { SEPARATOR_NAMES } from "../import/reading/separator.ts";
import type { ImportSummary, ReadTable } from "../import/run-import.ts";

const MOST_SAMPLES = 3;
const MOST_REASONS = 30;

const NO_COUNTS: UserCounts = {
  rows: 0,
  loaded: 0,
  completed: 0,
  updated: 0,
  alreadyThere: 0,
  repeated: 0,
  refused: 0,
  leftEmpty: 0,
  mended: 0,
  conflicts: 0,
  footers: 0,
};

/** What an import says of itself, as it is kept and shown: no secret stands in it, and no place of this machine. */
export function importOutcome(summary: ImportSummary): ImportOutcome {
  const { tables, book, read, passedOver } = summary;
  const users = { ...NO_COUNTS };
  for (const table of tables)
    for (const count of Object.keys(NO_COUNTS) as (keyof UserCounts)[]) users[count] += table[count];
  const rows = new Map<string, number>();
  const add = (reason: string, number: number) => rows.set(reason, (rows.get(reason) ?? 0) + number);
  for (const { reasons } of tables) for (const { reason, rows: number } of reasons) add(reason, number);
  for (const { reason, rows: number } of book?.reasons ?? []) add(reason, number);
  return {
    tables: read.map(toReading),
    users,
    book: book && { sheets: book.sheets, customers: book.customers },
    reasons: [...rows]
      .map(([reason, number]) => ({ reason, rows: number }))
      .sort((one, other) => other.rows - one.rows)
      .slice(0, MOST_REASONS),
    passedOver,
  };
}

function toReading({ file, layout, sample }: ReadTable): TableReading {
  const { tab, sheet, encoding, separator, titleLines, headerLine, spelling, headings } = layout;
  return {
    file: path.basename(file),
    tab,
    sheet,
    encoding,
    separator: separator && SEPARATOR_NAMES[separator],
    titleLines,
    headerLine,
    dates: spelling.dates,
    datesDisagree: spelling.datesDisagree ?? false,
    numbers: spelling.numbers,
    ssnLostZeros: spelling.ssnLostZeros,
    columns: headings.map(({ header, field, how }, index) => ({
      header,
      field,
      how,
      samples: sample
        .map(({ cells }) => sampleText(field, cells[index] ?? ""))
        .filter(Boolean)
        .slice(0, MOST_SAMPLES),
    })),
  };
}
