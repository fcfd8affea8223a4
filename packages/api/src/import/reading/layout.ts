import { ASKS, type Ask } from "@countinghouse/validators/import/asks";
import type { Spelling } from "@countinghouse/validators/import/cells";
import { SHEET_NAMES, type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import { DATE_ORDER_WORDS, datesDisagree, guessDateOrder } from "@countinghouse/validators/import/dates";
import { type Heading, readHeadings } from "@countinghouse/validators/import/headings";
import { LAST_HEADER_LINE } from "@countinghouse/validators/import/job-rules";
import { isDirectionSaidTwice } from "@countinghouse/validators/import/rows";
import {
  guessNumberFormat,
  guessRateFormat,
  hasLostSsnZeros,
  isNumberFormatUnclear,
  isThousandOrPart,
} from "@countinghouse/validators/import/values";
import type { CsvRecord } from "./read-csv.ts";

export type Mapping = Readonly<Record<string, string | null>>;

/** How many records are looked at before a file is read. */
export const SAMPLE_ROWS = LAST_HEADER_LINE;
const MOST_TITLE_LINES = 20;

/** What is said of a table's header instead of being found out. */
export interface HeaderOptions {
  /** Whose columns they are; without it the sheet is the one that understands most. */
  sheet?: SheetName;
  /** Headers and what they are; null for a column that is not wanted. */
  mapping?: Mapping;
  /** The line of the file, or the row of the sheet, that holds the names of the columns. */
  headerLine?: number;
}

/** What the header of a table says, and where it stands. */
export interface Header {
  sheet: SheetName;
  /** How many records stand above it. */
  above: number;
  line: number;
  headings: Heading[];
}

const understood = (headings: readonly Heading[]): number =>
  headings.filter(({ field }) => field !== null).length;

/**
 * The header of a table: the line that was said, or of its first records the one of which most is understood, the first of
 * those. Null where nothing is understood.
 */
export function findHeader(
  records: readonly CsvRecord[],
  { sheet, mapping = {}, headerLine }: HeaderOptions,
): Header | null {
  const sheets = sheet === undefined ? SHEET_NAMES : [sheet];
  let best: (Header & { score: number }) | null = null;
  for (const [above, { line, cells, damage }] of records.entries()) {
    if (headerLine === undefined ? above > MOST_TITLE_LINES : line !== headerLine) continue;
    if (damage !== null) continue;
    for (const candidate of sheets) {
      const headings = readHeadings(candidate, cells, mapping);
      const missing = Object.entries(sheetColumns(candidate)).filter(
        ([field, column]) => column.required && !headings.some((heading) => heading.field === field),
      );
      // A sheet whose required columns are not there is not this one; customers have none that is required.
      if (sheet === undefined && missing.length > 0) continue;
      const score = understood(headings);
      if (score > 0 && (best === null || score > best.score))
        best = { sheet: candidate, above, line, headings, score };
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
  const amounts = findCells("money");
  const rates = guessRateFormat(findCells("rate"));
  const dates = guessDateOrder(findCells("date", "birthDate", "moment"));
  return {
    dates: dates.order,
    ...(dates.disagree ? { datesDisagree: true } : {}),
    numbers: guessNumberFormat(amounts),
    ...(amounts.length > 0 && isNumberFormatUnclear(amounts) ? { numbersUnclear: true } : {}),
    ...(rates === "part" ? {} : { rates }),
    ssnLostZeros: hasLostSsnZeros(findCells("ssn")),
  };
}

/** What a person has to choose before a table is imported, since its first rows do not say it. */
export function findAsks(
  { sheet, headings }: Header,
  sample: readonly CsvRecord[],
  spelling: Spelling,
): Ask[] {
  const columns = sheetColumns(sheet);
  const rows = sample.map(({ cells }) =>
    headings.map(({ field }, at) => ({ field, text: cells[at]?.trim() ?? "" })),
  );
  const isUnclear = rows
    .flat()
    .some(({ field, text }) => field !== null && columns[field]?.kind === "money" && isThousandOrPart(text));
  const isTwice = rows.some((cells) =>
    isDirectionSaidTwice(Object.fromEntries(cells.map(({ field, text }) => [field, text])), spelling),
  );
  return [
    ...(spelling.numbersUnclear && isUnclear ? (["numbers"] as const) : []),
    ...(sheet === "payments" && spelling.signs === undefined && isTwice ? (["signs"] as const) : []),
  ];
}

/** What is asked, in words. */
export const askWords = (asks: readonly Ask[]): string[] => asks.map((ask) => ASKS[ask]);

/** In which order dates are read, and what is said where they disagree about it; null where they do not. */
export const dateWords = ({ dates, datesDisagree: disagree }: Spelling) => ({
  order: DATE_ORDER_WORDS[dates],
  disagree: disagree ? datesDisagree(dates) : null,
});

/** What follows the first word of a total or a count: nothing, a mark, a number, or what was counted; a name follows it where it is a name. */
const COUNTED =
  "(?=\\s*(?:$|[:.=#(\\d-])|\\s(?:of|for|in|by|on|at|per|as|all|and|this|the|balances?|amounts?|due|owed|outstanding|principal|payments?|paid|collected|records?|rows?|customers?|accounts?|loans?|items?|entries|numbers?|counts?|usd|date|generated|printed|run|ends?)\\b)";

const FOOTER = new RegExp(
  [
    "\\d[\\d,]* (?:records?|rows?|customers?|items?|entries|results?)\\b",
    `(?:(?:grand |sub-?)?totals?|counts?|sum|records?|rows?|report|generated|printed|exported|end|confidential(?: information)?|copyright)${COUNTED}`,
    "number of\\b",
    "page \\d+(?: ?(?:of|/) ?\\d+)?$",
    "source:",
    "\\*{3}",
    "-{3,}$",
    "={3,}$",
    "as of\\b",
    "©",
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day, [a-z]{3,9} \\d",
  ]
    .map((part) => `^(?:${part})`)
    .join("|"),
  "i",
);

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
