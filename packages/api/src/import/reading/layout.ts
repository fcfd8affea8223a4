import { ASKS, type Ask } from "@countinghouse/validators/import/asks";
import { isAmountUnclear, type Spelling } from "@countinghouse/validators/import/cells";
import { DATE_ORDER_WORDS, datesDisagree, guessDateOrder } from "@countinghouse/validators/import/dates";
import { type Heading, readHeadings } from "@countinghouse/validators/import/headings";
import { LAST_HEADER_LINE, type TableChoice } from "@countinghouse/validators/import/job-rules";
import { kindFields, TABLE_KINDS, type TableKind } from "@countinghouse/validators/import/kinds";
import { findDirectionAsks } from "@countinghouse/validators/import/rows";
import {
  guessNumberFormat,
  guessRateFormat,
  hasLostSsnZeros,
  isNumberFormatUnclear,
} from "@countinghouse/validators/import/values";
import type { CsvRecord } from "./read-csv.ts";

/** A header and the field that its column is, or null for a column that is not wanted. */
export type HeaderChoice = readonly [header: string, field: string | null];

/** What was said of a column of a source before: which of the columns with this header, on which kind of table. */
export interface KeptColumn {
  /** Null where an earlier release kept it for every kind. */
  kind: TableKind | null;
  header: string;
  /** Counted from 1 among columns with the same header. */
  occurrence: number;
  field: string | null;
}

/** How many records are looked at before a file is read. */
export const SAMPLE_ROWS = LAST_HEADER_LINE;
const MOST_TITLE_LINES = 20;

/** What is said of the headers of tables instead of being found out. */
export interface HeaderOptions {
  tables?: readonly TableChoice[];
  /** For each column with this header, on tables that have the field. */
  mapping?: readonly HeaderChoice[];
  kept?: readonly KeptColumn[];
  /** The line of the file, or the row of the sheet, that holds the names of the columns; 0 where none does. */
  headerLine?: number;
}

/** What the header of a table says where the table is of this kind. */
export interface Header {
  kind: TableKind;
  /** How many records stand above it. */
  above: number;
  line: number;
  headings: Heading[];
  /** How many columns are understood. */
  score: number;
}

/** What is said of the columns of a header, by place; a field that this kind of table does not have is left out. */
function givenFields(
  kind: TableKind,
  headers: readonly string[],
  { columns = [], mapping = [], kept = [] }: { columns?: TableChoice["columns"] } & HeaderOptions,
): (string | null | undefined)[] {
  const fields = kindFields(kind);
  const isOf = (field: string | null) => field === null || fields.has(field);
  const counts = new Map<string, number>();
  return headers.map((cell, index) => {
    const header = cell.trim();
    const occurrence = (counts.get(header) ?? 0) + 1;
    counts.set(header, occurrence);
    const said =
      columns.find(({ position, field }) => position === index + 1 && isOf(field)) ??
      mapping
        .filter(([name, field]) => name.trim() === header && isOf(field))
        .map(([, field]) => ({ field }))
        .at(-1) ??
      kept.findLast(
        (column) =>
          (column.kind ?? kind) === kind &&
          column.header === header &&
          column.occurrence === occurrence &&
          isOf(column.field),
      );
    return said?.field;
  });
}

/** How many headers of a record say something, for the line of the names where none of them is known. */
const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;

/**
 * The header of a table for each kind of which something is understood: the line that was said, or of its first records the one of
 * which most is understood, the first of those. A kind that was `said` has a header also where nothing is understood.
 */
export function findHeaders(
  records: readonly CsvRecord[],
  options: HeaderOptions & { said?: TableKind | null | undefined; columns?: TableChoice["columns"] },
): Header[] {
  const { headerLine, said } = options;
  const best = new Map<TableKind, Header>();
  const first = records.filter(
    ({ line, damage }, above) =>
      damage === null && (headerLine === undefined ? above <= MOST_TITLE_LINES : line === headerLine),
  );
  for (const record of first) {
    const above = records.indexOf(record);
    const samples = (index: number) => records.slice(above + 1).map(({ cells }) => cells[index] ?? "");
    for (const kind of said ? [said] : TABLE_KINDS) {
      const given = givenFields(kind, record.cells, options);
      const headings = readHeadings(kind, record.cells, given, samples);
      const score = headings.filter(({ field }) => field !== null).length;
      if (score > (best.get(kind)?.score ?? 0))
        best.set(kind, { kind, above, line: record.line, headings, score });
    }
  }
  if (said && best.size === 0) {
    const header = unknownHeader(records, options);
    if (header) best.set(said, { ...header, kind: said });
  }
  return [...best.values()];
}

/** The line that is taken for the names of the columns where none of them is known: the first of the longest. */
export function unknownHeader(
  records: readonly CsvRecord[],
  { headerLine }: HeaderOptions,
): Omit<Header, "kind"> | null {
  const readable = records.filter(({ damage }) => damage === null);
  const widest = Math.max(
    0,
    ...readable.slice(0, MOST_TITLE_LINES + 1).map(({ cells }) => countFilled(cells)),
  );
  const record = readable.find(({ line, cells }) =>
    headerLine === undefined ? countFilled(cells) === widest : line === headerLine,
  );
  if (!record) return null;
  const headings = record.cells.map((header): Heading => ({ header, field: null, how: "unknown" }));
  return { above: records.indexOf(record), line: record.line, headings, score: 0 };
}

/** How the rows of a sample spell dates, amounts and social security numbers. */
export function guessSpelling(
  { kind, headings }: { kind: TableKind | null; headings: readonly Heading[] },
  sample: readonly CsvRecord[],
): Spelling {
  const findCells = (...kinds: string[]) =>
    headings.flatMap(({ field }, index) =>
      kind !== null && field !== null && kinds.includes(kindFields(kind).get(field)?.kind ?? "")
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
  { kind, headings }: { kind: TableKind | null; headings: readonly Heading[] },
  sample: readonly CsvRecord[],
  spelling: Spelling,
): Ask[] {
  if (kind === null) return [];
  const fields = kindFields(kind);
  const rows = sample.map(({ cells }) =>
    headings.map(({ field }, at) => ({ field, text: cells[at]?.trim() ?? "" })),
  );
  const isUnclear = rows
    .flat()
    .some(
      ({ field, text }) =>
        field !== null && fields.get(field)?.kind === "money" && isAmountUnclear(text, spelling),
    );
  const asked = new Set(
    kind === "payments"
      ? rows.flatMap((cells) =>
          findDirectionAsks(Object.fromEntries(cells.map(({ field, text }) => [field, text])), spelling),
        )
      : [],
  );
  return [...(isUnclear ? (["numbers"] as const) : []), ...asked];
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
  const rest = filled.slice(1);
  if (!rest.every(isNumber)) return false;
  return filled.length <= Math.max(2, width / 2) || (TOTAL.test(first.trim()) && rest.some(isAmount));
}

/** A row of sums: the word alone, and amounts. */
const TOTAL = /^(?:grand |sub-?)?totals?:?$/i;
const isAmount = (cell: string): boolean => /\$|[.,]\d\d\D*$/.test(cell);

/** Whether a record is the header once more, as where several exports were put together. */
export const isHeaderAgain = ({ cells }: CsvRecord, headers: readonly string[]): boolean =>
  headers.length > 1 &&
  cells.length === headers.length &&
  headers.every((header, index) => header.trim() === cells[index]?.trim());

const isNumber = (cell: string): boolean => /^[\s$(-]*[\d.,]+[\s)%]*$/.test(cell);
