import { open, readFile } from "node:fs/promises";
import type { Ask, SignRule } from "@countinghouse/validators/import/asks";
import type { Spelling } from "@countinghouse/validators/import/cells";
import type { SheetName } from "@countinghouse/validators/import/columns";
import type { DateOrder } from "@countinghouse/validators/import/dates";
import type { Heading } from "@countinghouse/validators/import/headings";
import type { NumberFormat } from "@countinghouse/validators/import/values";
import { parse } from "csv-parse/sync";
import { DomainError } from "../../errors.ts";
import { checkFile } from "./check-file.ts";
import { asUtf8, detectEncoding } from "./encoding.ts";
import { whyNotOldOffice } from "./foreign-file.ts";
import {
  findAsks,
  findHeader,
  guessSpelling,
  type HeaderOptions,
  isFooter,
  isHeaderAgain,
  SAMPLE_ROWS,
} from "./layout.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";
import { openWorkbook, workbookKind } from "./read-xlsx.ts";
import { detectSeparator, namedSeparator, SEPARATOR_NAMES, type Separator } from "./separator.ts";
import { fillShortRows } from "./short-rows.ts";

/** What is said of a file instead of being found out. */
export interface ReadingOptions extends HeaderOptions {
  encoding?: string;
  separator?: Separator;
  dates?: DateOrder;
  numbers?: NumberFormat;
  signs?: SignRule;
  /** The day of the import in New York, as YYYY-MM-DD. */
  today?: string;
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

export interface OpenFile {
  tables: Table[];
  /** Sheets of a workbook of which nothing was understood. */
  passedOver: string[];
  close: () => Promise<void>;
}

/**
 * Opens a file of one table (text with any separator and encoding) or of several (.xlsx), and finds out how they stand in it.
 * Throws INVALID, in a sentence, when nothing of it can be understood.
 */
export async function openFile(file: string, options: ReadingOptions = {}): Promise<OpenFile> {
  const start = await checkFile(file);
  const kind = workbookKind(start);
  if (kind === "xls") throw new DomainError("INVALID", `${file}: ${whyNotOldOffice(await readFile(file))}`);
  return kind === "xlsx" ? openWorkbookTables(file, options) : openText(file, options);
}

async function openWorkbookTables(file: string, options: ReadingOptions): Promise<OpenFile> {
  const workbook = await openWorkbook(file);
  const tables: Table[] = [];
  const passedOver: string[] = [];
  const unread: string[] = [];
  for (const tab of workbook.sheets) {
    const read = () => workbook.rows(tab);
    const sample = await takeFirst(read(), SAMPLE_ROWS);
    const table = openRows(sample, read, options, {
      encoding: null,
      separator: null,
      tab,
      daysFrom1904: workbook.daysFrom1904,
    });
    if (table) tables.push(table);
    else passedOver.push(tab);
    if (!table && unread.length === 0) unread.push(...headerCells(sample, options));
  }
  if (tables.length === 0) throw notUnderstood(unread, options);
  return { tables, passedOver, close: async () => {} };
}

async function openText(file: string, options: ReadingOptions): Promise<OpenFile> {
  const encoding = options.encoding ?? (await detectEncoding(file));
  const copy = await asUtf8(file, encoding);
  try {
    const text = await readBeginning(copy.path);
    const named = namedSeparator(text);
    const separator = options.separator ?? named?.separator ?? detectSeparator(text);
    const from = { byte: named?.bytes ?? 0, line: named ? 2 : 1 };
    const read = () => readCsv(copy.path, separator, from);
    const sample = await takeFirst(read(), SAMPLE_ROWS);
    const [first] = sample;
    if (!first) throw new DomainError("INVALID", `${file} is empty.`);
    const whole = openQuotedLines(sample, read, options, encoding);
    if (whole) return { tables: [whole], passedOver: [], close: copy.close };
    const table = openRows(sample, read, options, { encoding, separator, tab: null });
    if (!table && first.damage !== null)
      throw new DomainError("INVALID", `The header of ${file} can not be read: ${first.damage}.`);
    if (!table) throw notUnderstood(headerCells(sample, options), options, separator);
    return { tables: [table], passedOver: [], close: copy.close };
  } catch (error) {
    await copy.close();
    throw error;
  }
}

function openRows(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  {
    daysFrom1904 = false,
    ...place
  }: Pick<Layout, "encoding" | "separator" | "tab"> & { daysFrom1904?: boolean },
): Table | null {
  const header = findHeader(sample, options);
  if (header === null) return null;
  const below = sample.slice(header.above + 1);
  const found = guessSpelling(header, below);
  const spelling = {
    ...found,
    ...(options.dates ? { dates: options.dates, datesDisagree: false } : {}),
    ...(options.numbers ? { numbers: options.numbers, numbersUnclear: false } : {}),
    ...(options.signs ? { signs: options.signs } : {}),
    ...(options.today ? { today: options.today } : {}),
    ...(daysFrom1904 ? { daysFrom1904: true } : {}),
  };
  const headers = header.headings.map((heading) => heading.header);
  // Columns without a name at the end are none; a workbook keeps no empty cells at the end of a row.
  const named = header.headings.findLastIndex((heading) => heading.header.trim() !== "") + 1;
  let footers: number[] = [];
  async function* rows(): AsyncGenerator<CsvRecord> {
    let at = 0;
    footers = [];
    for await (const record of read()) {
      at += 1;
      if (at <= (header?.above ?? 0) + 1) continue;
      if (isFooter(record, headers.length) || isHeaderAgain(record, headers)) footers.push(record.line);
      else yield record;
    }
  }
  return {
    layout: {
      ...place,
      sheet: header.sheet,
      titleLines: header.above,
      headerLine: header.line,
      headings: header.headings,
      spelling,
      asks: findAsks(header, below, spelling),
    },
    headers,
    sample: below.filter((record) => !isFooter(record, headers.length)),
    records: () => (place.tab === null ? fillShortRows(rows(), named) : rows()),
    footers: () => footers,
  };
}

/** A file whose lines stand in quotes as a whole, so that each seems to be one cell; null where it is none. */
function openQuotedLines(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  encoding: string,
): Table | null {
  const lines = sample.flatMap(({ cells, damage }) => (cells.length === 1 && damage === null ? cells : []));
  const [first = ""] = lines;
  if (options.separator || lines.length !== sample.length || lines.length < 2) return null;
  const separator = detectSeparator(lines.join("\n"));
  const apart = (record: CsvRecord): CsvRecord => ({
    ...record,
    cells: splitLine(record.cells[0] ?? "", separator),
  });
  if (splitLine(first, separator).length < 2) return null;
  async function* records() {
    for await (const record of read()) yield apart(record);
  }
  const table = openRows(sample.map(apart), records, options, { encoding, separator, tab: null });
  const columns = table?.layout.headings.filter(({ field }) => field !== null).length ?? 0;
  return columns > 1 ? table : null;
}

const splitLine = (line: string, delimiter: string): string[] =>
  parse(line, { delimiter, relax_quotes: true })[0] ?? [""];

async function takeFirst(records: AsyncGenerator<CsvRecord>, count: number): Promise<CsvRecord[]> {
  const first: CsvRecord[] = [];
  for await (const record of records) {
    first.push(record);
    if (first.length === count) break;
  }
  return first;
}

const BEGINNING_BYTES = 64 * 1024;

async function readBeginning(file: string): Promise<string> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  return buffer.toString("utf8", 0, bytesRead);
}

/** What was taken for the names of the columns where none is understood. */
const headerCells = (sample: readonly CsvRecord[], { headerLine }: ReadingOptions): readonly string[] =>
  (headerLine === undefined ? sample[0] : sample.find(({ line }) => line === headerLine))?.cells ?? [];

function notUnderstood(
  headers: readonly string[],
  { headerLine }: ReadingOptions,
  separator?: Separator,
): DomainError {
  if (headerLine !== undefined && headers.length === 0)
    return new DomainError("INVALID", `Line ${headerLine} of this file is empty, or no row begins there.`);
  const where = headerLine === undefined ? "this file" : `line ${headerLine}`;
  const read = separator ? `, read with the separator ${SEPARATOR_NAMES[separator]}` : "";
  return new DomainError(
    "INVALID",
    `No column of ${where} is understood${read}. It has: ${headers.join(", ")}. Say what its columns are by --map "Header=field"; docs/import.md has the fields.`,
  );
}
