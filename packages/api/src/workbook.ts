import { PassThrough, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type ColumnKind,
  columnKind,
  KIND_FORMATS,
  spreadsheetCell,
} from "@countinghouse/validators/exports/cells";
import { parse } from "csv-parse";
import { writeXlsxStream } from "hucre/xlsx";

export { fileNameIn, XLSX_TYPE } from "@countinghouse/validators/exports/cells";

const SHEET = "Export";

/** A table as a workbook, row by row: amounts as numbers, days as days, all else as harmless text. */
export function toWorkbook(
  titles: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Readable {
  const kinds = titles.map(columnKind);
  const columns = titles.map((header, index) => ({ header, numFmt: KIND_FORMATS[kinds[index] ?? "text"] }));
  const stream = writeXlsxStream(toCells(kinds, rows), { name: SHEET, columns, freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

async function* toCells(
  kinds: readonly ColumnKind[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
) {
  for await (const row of rows) yield row.map((text, index) => spreadsheetCell(kinds[index] ?? "text", text));
}

/**
 * Takes a CSV file and writes it into `target` as a workbook, while it comes; leaves the target open. `written` is done once
 * all of it is there, and rejects where either side gave up, with the other one destroyed.
 */
export function workbookInto(target: Writable): { sink: Writable; written: Promise<void> } {
  const sink = new PassThrough();
  // What is waited for may never come: whoever writes gives up with whoever reads.
  const giveUp = () => sink.destroy(new Error("The download of the workbook was stopped."));
  sink.on("error", () => {});
  target.once("close", giveUp);
  const written = convert(sink, target)
    .catch((error: unknown) => {
      sink.destroy();
      throw error;
    })
    .finally(() => target.off("close", giveUp));
  // Whoever writes into the sink is told by that.
  written.catch(() => {});
  return { sink, written };
}

async function convert(csv: PassThrough, target: Writable): Promise<void> {
  const parser = parse({ bom: true });
  const parsed = pipeline(csv, parser);
  parsed.catch(() => {});
  const lines: AsyncIterator<string[]> = parser[Symbol.asyncIterator]();
  const head = await lines.next();
  if (!head.done) {
    const rest = { [Symbol.asyncIterator]: () => lines };
    await pipeline(toWorkbook(head.value, rest), target, { end: false });
  }
  await parsed;
}
