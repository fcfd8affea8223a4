import { parse } from "csv-parse/sync";

/** What separates the cells of a text file. */
export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** How a separator is called where it is shown. */
export const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "pipe",
};

/** The separator that a file's first line names ("sep=;"), as Excel writes it, with the bytes of that line. */
export function namedSeparator(start: string): { separator: Separator; bytes: number } | null {
  const [line = "", mark = ""] = /^\uFEFF?"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(start) ?? [];
  const separator = SEPARATORS.find((known) => known === mark);
  return separator === undefined ? null : { separator, bytes: Buffer.byteLength(line) };
}

/**
 * The separator of a text by its first lines: the one by which most of them come to the same number of cells, and to the
 * most. A file of one column has none; it is read with commas.
 */
export function detectSeparator(start: string): Separator {
  const scores = SEPARATORS.map((separator) => ({ separator, score: scoreSeparator(start, separator) }));
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).separator;
}

function scoreSeparator(start: string, separator: Separator): number {
  const rows = splitRows(start, separator).filter((cells) => cells.some((cell) => cell.trim() !== ""));
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([cells, times]) => (times / rows.length) * (1 + Math.log2(cells))));
}

function splitRows(start: string, separator: Separator): string[][] {
  // The last line may be cut off.
  const lines = start.slice(0, Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r")) + 1) || start;
  try {
    return parse(lines, {
      bom: true,
      delimiter: separator,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_error: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
  } catch {
    return lines.split(/\r\n|\n|\r/).map((line) => line.split(separator));
  }
}
