import { readDate } from "@countinghouse/validators/import/dates";
import type { Heading } from "@countinghouse/validators/import/headings";
import type { TableChoice } from "@countinghouse/validators/import/job-rules";
import type { Header } from "./layout.ts";
import type { CsvRecord } from "./read-csv.ts";

/** The line of the column names where no line holds them. */
export const NO_LINE = 0;

/** Names the columns of a table by their numbers, as a record before its first row. */
export function numberColumns(sample: readonly CsvRecord[]): CsvRecord {
  const widths = sample.flatMap(({ cells, damage }) => (damage === null ? cells.length : []));
  const cells = Array.from({ length: Math.max(0, ...widths) }, (_, index) => nameOf(index));
  return { line: NO_LINE, cells, damage: null };
}

const nameOf = (index: number): string => `Column ${index + 1}`;

/** The headings of a line of data, whose cells may be secret: the columns by their numbers. */
export const withoutCells = ({ headings }: Pick<Header, "headings">): Heading[] =>
  headings.map((_, index) => ({ header: nameOf(index), field: null, how: "unknown" }));

const LATEST_YEAR = 2049;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;
const NUMBER = /^[\s$(+-]*\d[\d\s.,/()%:-]*$/;
/** A masked number. */
const MASKED = /^[*•x]{2,}[\s-]?\d{2,6}$/i;
/** A year or a range of days may name a column. */
const MAY_BE_NAME = /^(?:(?:19|20)\d\d|\d{1,3} ?- ?\d{1,3})$/;

/** Returns true for a number, a day or an e-mail address, which names no column. */
export function isDataCell(cell: string): boolean {
  const text = cell.trim();
  if (MAY_BE_NAME.test(text)) return false;
  const isOfKind = [ADDRESS, NUMBER, MASKED].some((pattern) => pattern.test(text));
  return isOfKind || readDate(text, { latestYear: LATEST_YEAR }) !== null;
}

/**
 * Returns true when the line that is taken for the column names holds at least as many cells of data as names that are known. A column
 * that the user names by its number says nothing of its header.
 */
export function looksLikeData(
  { headings }: Pick<Header, "headings">,
  columns: TableChoice["columns"] = [],
): boolean {
  const data = headings.filter(({ header }) => isDataCell(header)).length;
  const known = headings.filter(
    ({ field, how }, index) =>
      (field !== null || how === "repeated") && !columns.some(({ position }) => position === index + 1),
  ).length;
  return data > 0 && data >= known;
}

/** The question about such a line. */
export const namesAsked = (place: string, line: number): string =>
  `Line ${line} looks like data, and no line before it names the columns. Choose --header-line "${place}=0" or the box on the page, or say which line names them.`;

/** The question about a table without column names whose kind is not known. */
export const NAMES_NOTHING =
  "No line names the columns of this table. Say what the table is and what its columns are.";
