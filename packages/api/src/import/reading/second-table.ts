import type { Heading } from "@countinghouse/validators/import/headings";
import type { CsvRecord } from "./read-csv.ts";

const isEmpty = (cell: string | undefined): boolean => (cell ?? "").trim() === "";

/**
 * The place of the empty column behind which a second table begins beside the first, or null: no cell of the sample is in that
 * column, and either the second table names a column of the first again, or rows of it go on below the first one's.
 */
export function findSecondTable(headings: readonly Heading[], sample: readonly CsvRecord[]): number | null {
  const last = headings.findLastIndex(({ header }) => !isEmpty(header));
  for (let gap = 1; gap < last - 1; gap += 1) {
    const isGap = isEmpty(headings[gap]?.header) && sample.every(({ cells }) => isEmpty(cells[gap]));
    if (!isGap || headings.slice(0, gap).every(({ header }) => isEmpty(header))) continue;
    const isAgain = headings.slice(gap).some(({ repeats }) => repeats !== undefined);
    const isUnknown = headings.slice(gap).every(({ field }) => field === null);
    const goesOn = sample.some(({ cells }) => isOfSecond(cells, gap));
    if (goesOn && (isAgain || isUnknown)) return gap;
  }
  return null;
}

/** Whether a row has cells of the second table alone. */
export const isOfSecond = (cells: readonly string[], gap: number): boolean =>
  cells.slice(0, gap).every(isEmpty) && !cells.slice(gap).every(isEmpty);
