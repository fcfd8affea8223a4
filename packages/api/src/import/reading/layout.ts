import type { Spelling } from "@countinghouse/validators/import/cells";
import { SHEET_NAMES, type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import { DATE_ORDER_WORDS, datesDisagree, guessDateOrder } from "@countinghouse/validators/import/dates";
import { type Heading, readHeadings } from "@countinghouse/validators/import/headings";
import { guessNumberFormat, hasLostSsnZeros } from "@countinghouse/validators/import/values";
import type { CsvRecord } from "./read-csv.ts";

export type Mapping = Readonly<Record<string, string | null>>;

/** How many records are looked at before a file is read. */
export const SAMPLE_ROWS = 200;
const MOST_TITLE_LINES = 20;

/** What the header of a table says, and where it stands. */
export interface Header {
  sheet: SheetName;
  /** How many records stand above it. */
  above: number;
  headings: Heading[];
}

const understood = (headings: readonly Heading[]): number =>
  headings.filter(({ field }) => field !== null).length;

/**
 * The header of a table: of its first records the one of which most is understood, the first of those. `sheet` says whose
 * columns they are; without it the sheet is the one that understands most. Null where nothing is understood.
 */
export function findHeader(
  records: readonly CsvRecord[],
  sheet: SheetName | null,
  mapping: Mapping,
): Header | null {
  const sheets = sheet === null ? SHEET_NAMES : [sheet];
  let best: (Header & { score: number }) | null = null;
  for (const [above, { cells, damage }] of records.slice(0, MOST_TITLE_LINES + 1).entries()) {
    if (damage !== null) continue;
    for (const candidate of sheets) {
      const headings = readHeadings(candidate, cells, mapping);
      const missing = Object.entries(sheetColumns(candidate)).filter(
        ([field, column]) => column.required && !headings.some((heading) => heading.field === field),
      );
      // A sheet whose required columns are not there is not this one; customers have none that is required.
      if (sheet === null && missing.length > 0) continue;
      const score = understood(headings);
      if (score > 0 && (best === null || score > best.score))
        best = { sheet: candidate, above, headings, score };
    }
  }
  return best;
}

/** How the rows of a sample spell dates, amounts and social security numbers. */
export function guessSpelling({ sheet, headings }: Header, sample: readonly CsvRecord[]): Spelling {
  const columns = sheetColumns(sheet);
  const findCells = (...kinds: string[]) =>
    headings.flatMap(({ field }, index) =>
      field !== null && kinds.includes(columns[field]?.kind ?? "")
        ? sample.map(({ cells }) => cells[index]?.trim() ?? "").filter(Boolean)
        : [],
    );
  const dates = guessDateOrder(findCells("date", "birthDate", "moment"));
  return {
    dates: dates.order,
    ...(dates.disagree ? { datesDisagree: true } : {}),
    numbers: guessNumberFormat(findCells("money")),
    ssnLostZeros: hasLostSsnZeros(findCells("ssn")),
  };
}

/** In which order dates are read, and what is said where they disagree about it; null where they do not. */
export const dateWords = ({ dates, datesDisagree: disagree }: Spelling) => ({
  order: DATE_ORDER_WORDS[dates],
  disagree: disagree ? datesDisagree(dates) : null,
});

const FOOTER =
  /^(?:\d[\d,]* (?:records?|rows?|customers?|items?|entries|results?)\b|(?:grand |sub-?)?totals?\b|count\b|sum\b|records?\b|rows?\b|number of\b|page \d|report\b|generated\b|printed\b|exported\b|end of\b|source:|\*{3}|-{3,}$|={3,}$|as of\b|confidential\b|copyright\b|©|(?:mon|tues|wednes|thurs|fri|satur|sun)day, [a-z]{3,9} \d)/i;

/**
 * Whether a record is no row but what a report writes below its rows: a total, a page number, when it was printed. It says
 * so in its first words, and has few cells beside.
 */
export function isFooter({ cells }: CsvRecord, width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const [first = ""] = filled;
  if (!FOOTER.test(first.trim())) return false;
  return filled.length === 1 || (filled.length <= Math.max(2, width / 2) && filled.slice(1).every(isNumber));
}

/** Whether a record is the header once more, as where several exports were put together. */
export const isHeaderAgain = ({ cells }: CsvRecord, headers: readonly string[]): boolean =>
  headers.length > 1 &&
  cells.length === headers.length &&
  headers.every((header, index) => header.trim() === cells[index]?.trim());

const isNumber = (cell: string): boolean => /^[\s$(-]*[\d.,]+[\s)%]*$/.test(cell);
