import { createReadStream } from "node:fs";
import { parse } from "csv-parse";

/** A row of the file as it stands there, or a line that is no row. */
export interface CsvRecord {
  /** The line it begins on; the first is 1. */
  line: number;
  cells: string[];
  /** How many cells at its end were not there and are taken as empty. */
  lacking?: number;
  /** Why the line is no row; it then is the only cell, cut short. */
  damage: string | null;
}

/** Where reading begins: a byte of the file, and its line. */
export interface Position {
  byte: number;
  line: number;
}

/** A quote left open would otherwise take the rest of the file into memory. */
const LONGEST_RECORD = 100_000;

const UNREADABLE = `a quote is opened on this line and not closed, or the row is longer than ${LONGEST_RECORD} characters`;

/**
 * Streams the rows of a CSV file, header included, in memory that does not grow with it. A quote that is never
 * closed costs its own line only: reading goes on after it. Bytes that are not UTF-8 arrive as U+FFFD.
 */
export async function* readCsv(
  file: string,
  separator = ",",
  from: Position = { byte: 0, line: 1 },
): AsyncGenerator<CsvRecord> {
  const at = { ...from };
  let width = 0;
  for (;;) {
    let isWhole = true;
    for await (const record of parseFrom(file, at.byte, separator)) {
      isWhole = record !== null && !hasSwallowedRows(record.cells, width, separator);
      if (record === null || !isWhole) break;
      if (!isEmpty(record.cells)) yield { line: at.line, cells: record.cells, damage: null };
      width = Math.max(width, record.cells.length);
      at.byte = record.end;
      at.line += countLines(record.cells);
    }
    if (isWhole) return;
    const broken = await readLine(file, at.byte);
    yield { line: at.line, cells: [broken.text], damage: UNREADABLE };
    at.byte = broken.end;
    at.line += 1;
  }
}

interface Parsed {
  cells: string[];
  /** Where the next record begins in the file. */
  end: number;
}

/** The records from a byte of the file on; null in place of the first that can not be read, which is the last. */
async function* parseFrom(file: string, start: number, delimiter: string): AsyncGenerator<Parsed | null> {
  let parsed: Parsed[] = [];
  // The parser forgets what it holds when it fails, so each record is taken the moment it is whole.
  const parser = parse({
    bom: true,
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: LONGEST_RECORD,
    on_record: (cells: string[], { bytes }) => {
      parsed.push({ cells, end: start + bytes });
      return null;
    },
  });
  parser.on("error", () => {}); // each call below is answered with it
  try {
    for await (const chunk of createReadStream(file, { start })) {
      const error = await answered((done) => parser.write(chunk, done));
      yield* parsed;
      parsed = [];
      if (error) {
        yield null;
        return;
      }
    }
    const error = await answered((done) => parser.end(done));
    yield* parsed;
    if (error) yield null;
  } finally {
    parser.destroy();
  }
}

const answered = (ask: (done: (error?: Error | null) => void) => void): Promise<Error | null> =>
  new Promise((resolve) => ask((error) => resolve(error ?? null)));

const LINE_BREAK = /\r\n|\n|\r/;

const countLines = (cells: string[]): number =>
  cells.reduce((lines, cell) => lines + cell.split(LINE_BREAK).length - 1, 1);

const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === "");

/** Whether a record of several lines has taken in whole rows, which it does when its quote was closed by theirs. */
function hasSwallowedRows(cells: string[], width: number, separator: string): boolean {
  if (width === 0 || countLines(cells) === 1) return false;
  if (cells.length !== width) return true;
  return (
    width > 2 &&
    cells.some((cell) => cell.split(LINE_BREAK).some((line) => line.split(separator).length >= width))
  );
}

/** How much of a line that is no row is kept for the report. */
const KEPT_CHARACTERS = 2_000;

/** One line of the file from a byte on, cut short, with where the next begins. */
async function readLine(file: string, start: number): Promise<{ text: string; end: number }> {
  let kept = Buffer.alloc(0);
  let end = start;
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    const lineFeed = chunk.indexOf("\n");
    const part = lineFeed === -1 ? chunk : chunk.subarray(0, lineFeed);
    if (kept.length < KEPT_CHARACTERS) kept = Buffer.concat([kept, part.subarray(0, KEPT_CHARACTERS)]);
    end += lineFeed === -1 ? chunk.length : lineFeed + 1;
    if (lineFeed !== -1) break;
  }
  return { text: kept.toString("utf8").replace(/\r$/, ""), end };
}
