import type { CsvRecord } from "./read-csv.ts";

/**
 * Fills up rows that end before the header does, and says of how many cells: spreadsheets write no separators for empty cells at the
 * end of a row. What has half of the cells or fewer is no such row, nor are two that come to one row between them: in one of those a
 * line was broken. These stay as they are.
 */
export async function* fillShortRows(
  records: AsyncIterable<CsvRecord>,
  width: number,
): AsyncGenerator<CsvRecord> {
  const isShort = ({ cells, damage }: CsvRecord) => damage === null && cells.length < width;
  const isPart = (one: CsvRecord | null, other: CsvRecord | null) =>
    one !== null &&
    other !== null &&
    isShort(one) &&
    isShort(other) &&
    one.cells.length + other.cells.length === width + 1;
  const filled = (before: CsvRecord | null, record: CsvRecord, after: CsvRecord | null): CsvRecord => {
    const isTold = isShort(record) && record.cells.length * 2 > width;
    if (!isTold || isPart(before, record) || isPart(record, after)) return record;
    const lacking = width - record.cells.length;
    return { ...record, cells: [...record.cells, ...Array<string>(lacking).fill("")], lacking };
  };
  let before: CsvRecord | null = null;
  let record: CsvRecord | null = null;
  for await (const after of records) {
    if (record !== null) yield filled(before, record, after);
    [before, record] = [record, after];
  }
  if (record !== null) yield filled(before, record, null);
}
