import path from "node:path";
import type { Ask, PaidInColumn, SignRule } from "@countinghouse/validators/import/asks";
import type { Spelling } from "@countinghouse/validators/import/cells";
import type { SheetName } from "@countinghouse/validators/import/columns";
import type { DateOrder } from "@countinghouse/validators/import/dates";
import type { Heading } from "@countinghouse/validators/import/headings";
import { LOANS, type TableKind } from "@countinghouse/validators/import/kinds";
import type { NumberFormat } from "@countinghouse/validators/import/values";
import type { HiddenParts } from "./hidden-parts.ts";
import {
  findAsks,
  guessSpelling,
  type Header,
  type HeaderOptions,
  isFooter,
  isHeaderAgain,
} from "./layout.ts";
import { splitLoans } from "./loans-table.ts";
import type { CsvRecord } from "./read-csv.ts";
import { findSecondTable, isOfSecond } from "./second-table.ts";
import type { Separator } from "./separator.ts";
import { fillShortRows } from "./short-rows.ts";

/** The choices that replace what is detected in a file. Null, and a choice that is left out, is detected. */
export interface ReadingOptions extends HeaderOptions {
  encoding?: string | null;
  separator?: Separator | null;
  dates?: DateOrder | null;
  numbers?: NumberFormat | null;
  signs?: SignRule | null;
  paidIn?: PaidInColumn | null;
  /** The day of the import in New York, as YYYY-MM-DD. */
  today?: string;
  /** Leaves out rows and columns that a workbook hides. */
  leaveOutHidden?: boolean;
}

/** How a table stands in its file. */
export interface Layout {
  /** Null in a workbook. */
  encoding: string | null;
  separator: Separator | null;
  /** The sheet of a workbook, by its name. */
  tab: string | null;
  sheet: SheetName;
  titleLines: number;
  /** Where the names of the columns stand; null where nothing has named them. */
  headerLine: number | null;
  headings: Heading[];
  spelling: Spelling;
  /** What has to be chosen before the table is imported. */
  asks: Ask[];
}

/** A table of a file: its layout and its rows. */
export interface Table {
  layout: Layout;
  /** The headers as they stand there. */
  headers: string[];
  /** Up to 200 rows, to be looked at. */
  sample: CsvRecord[];
  /** The rows below the header; footers are left out, and their lines noted as they are read. */
  records: () => AsyncGenerator<CsvRecord>;
  footers: () => readonly number[];
}

/** A table as it was found in its file. */
export interface FoundTable {
  file: string;
  /** Names it among the tables of an import: the file, or the file and the sheet of a workbook. */
  place: string;
  /** Null where the table is left out, or where the user has to say what it is. */
  kind: TableKind | null;
  /** The question that has to be answered before the table can be read; null where there is none. */
  asked: string | null;
  fits: readonly TableKind[];
  layout: Omit<Layout, "sheet">;
  sample: CsvRecord[];
  /** Rows and names of columns that the workbook hides; null where it hides none. */
  hidden: { rows: number; columns: string[] } | null;
  /** The column, from 1, at which a second table begins, and how many rows of it were left out so far. */
  second: () => { column: number; rows: number } | null;
  /** The rows that were read in which a column says otherwise than the one that it repeats, by place. */
  differing: () => ReadonlyMap<number, number>;
  /** One for each sheet that is read from it. */
  tables: Table[];
}

/** Names a table in options and settings. */
export const placeOf = (file: string, tab: string | null): string =>
  tab === null ? path.basename(file) : `${path.basename(file)}#${tab}`;

/** Where a table is, and what is known of it before its header is read. */
export type Place = Pick<Layout, "encoding" | "separator" | "tab"> & {
  file: string;
  daysFrom1904?: boolean;
  hidden?: HiddenParts | null;
};

/** Opens a table whose kind is chosen: its columns, its rows, and what is left out of them. */
export function openRows(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  { file, daysFrom1904 = false, hidden = null, ...place }: Place,
  {
    headings: found,
    above,
    line,
    ...rest
  }: Pick<Header, "above" | "line" | "headings"> & Pick<FoundTable, "kind" | "place" | "asked" | "fits">,
): FoundTable {
  const below = sample.slice(above + 1);
  const gap = findSecondTable(found, below);
  const headings = found.map(
    (heading, index): Heading =>
      gap !== null && index > gap ? { header: heading.header, field: null, how: "unknown" } : heading,
  );
  const guessed = guessSpelling({ kind: rest.kind, headings }, below);
  const spelling = {
    ...guessed,
    ...(options.dates ? { dates: options.dates, datesDisagree: false } : {}),
    ...(options.numbers ? { numbers: options.numbers, numbersUnclear: false } : {}),
    ...(options.signs ? { signs: options.signs } : {}),
    ...(options.paidIn ? { paidIn: options.paidIn } : {}),
    ...(options.today ? { today: options.today } : {}),
    ...(daysFrom1904 ? { daysFrom1904: true } : {}),
  };
  const headers = headings.map((heading) => heading.header);
  // Columns without a name at the end are none; a workbook keeps no empty cells at the end of a row.
  const named = headings.findLastIndex((heading) => heading.header.trim() !== "") + 1;
  let footers: number[] = [];
  let seconds = 0;
  let differing = new Map<number, number>();
  const repeating = headings.flatMap(({ repeats }, index) =>
    repeats === undefined ? [] : [{ index, first: headings.findIndex(({ field }) => field === repeats) }],
  );
  async function* rows(): AsyncGenerator<CsvRecord> {
    let at = 0;
    footers = [];
    seconds = 0;
    differing = new Map();
    for await (const record of read()) {
      at += 1;
      if (at <= above + 1) continue;
      if (isFooter(record, headers.length) || isHeaderAgain(record, headers)) footers.push(record.line);
      else if (gap !== null && isOfSecond(record.cells, gap)) seconds += 1;
      else {
        for (const { index, first } of repeating)
          if (differs(record.cells[index], record.cells[first]))
            differing.set(index, (differing.get(index) ?? 0) + 1);
        yield record;
      }
    }
  }
  const asks = findAsks({ kind: rest.kind, headings }, below, spelling);
  const layout = { ...place, tab: place.tab, titleLines: above, headerLine: line, headings, spelling, asks };
  const table = {
    headers,
    sample: below.filter((record) => !isFooter(record, headers.length)),
    records: () => (place.tab === null ? fillShortRows(rows(), named) : rows()),
    footers: () => footers,
  };
  const { kind, asked } = rest;
  const tables =
    kind === null || asked !== null
      ? []
      : kind === LOANS
        ? splitLoans(table, layout)
        : [{ ...table, layout: { ...layout, sheet: kind } }];
  return {
    ...rest,
    file,
    layout,
    sample: table.sample,
    hidden: hidden && {
      rows: [...hidden.rows].filter((row) => row >= line).length,
      columns: [...hidden.columns].flatMap((column) =>
        column < headers.length ? headers[column]?.trim() || `column ${column + 1}` : [],
      ),
    },
    second: () => (gap === null ? null : { column: gap + 2, rows: seconds }),
    differing: () => differing,
    tables,
  };
}

/** Whether a column that repeats another says something else; one that says nothing does not. */
const differs = (cell: string | undefined, first: string | undefined): boolean =>
  (cell ?? "").trim() !== "" && cell?.trim() !== first?.trim();
