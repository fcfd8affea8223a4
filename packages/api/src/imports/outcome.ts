import path from "node:path";
import type { Spelling } from "@countinghouse/validators/import/cells";
import { isBareNumber, readDate } from "@countinghouse/validators/import/dates";
import { sampleText } from "@countinghouse/validators/import/job-rules";
import { kindFields, type TableKind } from "@countinghouse/validators/import/kinds";
import type { ImportOutcome, TableReading, UserCounts } from "@countinghouse/validators/import/outcome";
import type { FoundTable } from "../import/reading/open-table.ts";
import { SEPARATOR_NAMES } from "../import/reading/separator.ts";
import type { ImportSummary } from "../import/run-import.ts";

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

/** How tables were read before one of them was asked about: nothing of them is counted. */
export const askedOutcome = (found: readonly FoundTable[]): ImportOutcome =>
  importOutcome({ tables: [], book: null, read: [...found], passedOver: [] });

/** A bare number in a column of days, with the day it is read as. */
function withDay(kind: TableKind | null, field: string | null, text: string, spelling: Spelling): string {
  const column = kind === null || field === null ? undefined : kindFields(kind).get(field);
  if (column === undefined || !isBareNumber(text) || !["date", "moment"].includes(column.kind)) return text;
  const day = readDate(text, { latestYear: 0, daysFrom1904: spelling.daysFrom1904 ?? false });
  return day === null ? text : `${text} (${day.value})`;
}

function toReading(found: FoundTable): TableReading {
  const { file, place, kind, asked, hidden, layout, sample } = found;
  const { tab, encoding, separator, titleLines, headerLine, spelling, headings, asks } = layout;
  const differing = found.differing();
  return {
    file: path.basename(file),
    tab,
    place,
    sheet: kind,
    asked,
    hidden,
    second: found.second(),
    encoding,
    separator: separator && SEPARATOR_NAMES[separator],
    titleLines,
    headerLine,
    dates: spelling.dates,
    datesDisagree: spelling.datesDisagree ?? false,
    numbers: spelling.numbers,
    ssnLostZeros: spelling.ssnLostZeros,
    ...(spelling.daysFrom1904 ? { daysFrom1904: true } : {}),
    ...(asks.length > 0 ? { asks } : {}),
    columns: headings.map(({ header, field, how, repeats }, index) => ({
      header,
      field,
      how,
      ...(repeats ? { repeats, differing: differing.get(index) ?? 0 } : {}),
      samples: sample
        .map(({ cells }) =>
          withDay(kind, field, sampleText(field ?? repeats ?? null, cells[index] ?? ""), spelling),
        )
        .filter(Boolean)
        .slice(0, MOST_SAMPLES),
    })),
  };
}
