import { open, readFile } from "node:fs/promises";
import type { TableChoice } from "@countinghouse/validators/import/job-rules";
import { KIND_LABELS, kindFields, type TableKind } from "@countinghouse/validators/import/kinds";
import { whyNotAmounts } from "@countinghouse/validators/import/money-columns";
import { parse } from "csv-parse/sync";
import { DomainError } from "../../errors.ts";
import { checkFile } from "./check-file.ts";
import { chooseKinds, type KindDraft, NOTHING_KNOWN } from "./choose-kinds.ts";
import { asUtf8, detectEncoding } from "./encoding.ts";
import { whyNotOldOffice } from "./foreign-file.ts";
import { type FoundTable, openRows, type Place, placeOf, type ReadingOptions } from "./found-table.ts";
import { findHeaders, type Header, SAMPLE_ROWS, unknownHeader } from "./layout.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";
import { openWorkbook, workbookKind } from "./read-xlsx.ts";
import { detectSeparator, namedSeparator, SEPARATOR_NAMES, type Separator } from "./separator.ts";
import {
  looksLikeData,
  NAMES_NOTHING,
  NO_LINE,
  namesAsked,
  numberColumns,
  withoutCells,
} from "./without-names.ts";

export { type FoundTable, type Layout, placeOf, type ReadingOptions, type Table } from "./found-table.ts";

export interface OpenFiles {
  found: FoundTable[];
  close: () => Promise<void>;
}

/** A table whose kind is not chosen yet. */
interface Draft extends KindDraft {
  open: (chosen: { header: Header | null; asked: string | null; fits: readonly TableKind[] }) => FoundTable;
}

/** A table whose kind, or one of whose columns, the user has to say. */
export class TablesUnclear extends DomainError {
  readonly found: readonly FoundTable[];
  constructor(found: readonly FoundTable[]) {
    const asked = found.filter((table) => table.asked !== null);
    const name = (place: string) => (found.length > 1 ? `${place}: ` : "");
    super("INVALID", asked.map((table) => `${name(table.place)}${table.asked}`).join(" "));
    this.found = found;
  }
}

/**
 * Opens the files of an import and finds out how each of their tables stands there and what it is. Throws INVALID, in a sentence, when
 * a file can not be read, and `TablesUnclear` when the user has to say what a table is.
 */
export async function openFiles(files: readonly string[], options: ReadingOptions = {}): Promise<OpenFiles> {
  const drafts: Draft[] = [];
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeFile of closing) await closeFile();
  };
  try {
    for (const file of files) {
      const opened = await draftTables(file, options);
      drafts.push(...opened.drafts);
      closing.push(opened.close);
    }
    const found = openDrafts(drafts);
    if (found.some(({ asked }) => asked !== null)) throw new TablesUnclear(found);
    return { found, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openDrafts(drafts: readonly Draft[]): FoundTable[] {
  const chosen = chooseKinds(drafts);
  // Where no sheet of a workbook is known, the first is asked about.
  const isNothing =
    chosen.every(({ header, asked }) => header === null && asked === null) &&
    drafts.every(({ choice }) => choice?.kind === undefined);
  return drafts.map((draft, index) => {
    const { header = null, asked = null, fits = [] } = chosen[index] ?? {};
    return draft.open({ header, asked: isNothing && index === 0 ? NOTHING_KNOWN : asked, fits });
  });
}

async function draftTables(
  file: string,
  options: ReadingOptions,
): Promise<{ drafts: Draft[]; close: () => Promise<void> }> {
  const start = await checkFile(file);
  const kind = workbookKind(start);
  if (kind === "xls") throw new DomainError("INVALID", `${file}: ${whyNotOldOffice(await readFile(file))}`);
  return kind === "xlsx" ? draftSheets(file, options) : draftText(file, options);
}

async function draftSheets(file: string, options: ReadingOptions) {
  const workbook = await openWorkbook(file);
  const drafts: Draft[] = [];
  for (const tab of workbook.sheets) {
    const hidden = workbook.hidden(tab);
    const read = () => workbook.rows(tab, options.leaveOutHidden === true);
    const sample = await takeFirst(read(), SAMPLE_ROWS);
    const place = { file, encoding: null, separator: null, tab, daysFrom1904: workbook.daysFrom1904, hidden };
    drafts.push(draftRows(sample, read, options, place));
  }
  return { drafts, close: async () => {} };
}

async function draftText(file: string, options: ReadingOptions) {
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
    const place = { file, encoding, separator, tab: null };
    const whole = draftQuotedLines(sample, read, options, place);
    const draft = whole ?? draftRows(sample, read, options, place);
    if (draft.headers.length === 0 && first.damage !== null)
      throw new DomainError("INVALID", `The header of ${file} can not be read: ${first.damage}.`);
    return { drafts: [draft], close: copy.close };
  } catch (error) {
    await copy.close();
    throw error;
  }
}

function draftRows(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  at: Place,
): Draft {
  const choice = options.tables?.find((table) => table.place === placeOf(at.file, at.tab));
  const own = {
    ...options,
    headerLine: choice?.headerLine ?? options.headerLine,
    paidIn: choice?.paidIn ?? options.paidIn,
  };
  if (own.headerLine !== NO_LINE) return draftNamed(sample, read, own, at, choice);
  const names = numberColumns(sample);
  async function* numbered() {
    yield names;
    yield* read();
  }
  return draftNamed([names, ...sample], numbered, own, at, choice);
}

function draftNamed(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  at: Place,
  choice: TableChoice | undefined,
): Draft {
  const place = placeOf(at.file, at.tab);
  const headers = findHeaders(sample, {
    ...options,
    said: choice?.kind,
    ...(choice ? { columns: choice.columns } : {}),
  });
  const blank = unknownHeader(sample, options);
  const names = (headers.find(({ kind }) => kind === "users") ?? blank)?.headings.map(({ header }) => header);
  return {
    headers,
    names: names ?? [],
    choice,
    isTab: at.tab !== null,
    open({ header, asked, fits }) {
      const heading = header ?? blank;
      const isUnknown = header === null && asked === NOTHING_KNOWN;
      const isNameless =
        options.headerLine === undefined &&
        heading !== null &&
        (header !== null || asked !== null) &&
        looksLikeData(heading, choice?.columns);
      return openRows(sample, read, options, at, {
        ...(heading ?? { above: 0, line: 1, headings: [] }),
        ...(isNameless ? { headings: withoutCells(heading) } : {}),
        kind: header?.kind ?? null,
        place,
        asked: isNameless
          ? namesAsked(place, heading.line)
          : isUnknown
            ? notUnderstood(sample, options, at.separator)
            : (asked ?? wrongField(header, choice) ?? whyNotAmounts(header?.headings ?? [])),
        fits,
      });
    },
  };
}

/** Why a choice for a column can not be, or null. */
function wrongField(header: Header | null, choice: TableChoice | undefined): string | null {
  if (header === null || choice === undefined) return null;
  const fields = kindFields(header.kind);
  for (const { position, field } of choice.columns) {
    if (position > header.headings.length) return `It has no column ${position}.`;
    if (field !== null && !fields.has(field))
      return `Column ${position}: ${KIND_LABELS[header.kind]} have no field ${field}. Say what the table is, or choose another field.`;
  }
  return null;
}

/** A file whose lines stand in quotes as a whole, so that each seems to be one cell; null where it is none. */
function draftQuotedLines(
  sample: readonly CsvRecord[],
  read: () => AsyncGenerator<CsvRecord>,
  options: ReadingOptions,
  place: Place,
): Draft | null {
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
  const draft = draftRows(sample.map(apart), records, options, { ...place, separator });
  return draft.headers.some(({ score }) => score > 1) ? draft : null;
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

/** Says that no column is understood, and what the file has. */
function notUnderstood(
  sample: readonly CsvRecord[],
  { headerLine }: ReadingOptions,
  separator: Separator | null,
): string {
  if (headerLine === NO_LINE) return NAMES_NOTHING;
  const record = headerLine === undefined ? sample[0] : sample.find(({ line }) => line === headerLine);
  if (headerLine !== undefined && record === undefined)
    return `Line ${headerLine} of this file is empty, or no row begins there.`;
  const where = headerLine === undefined ? "this file" : `line ${headerLine}`;
  const read = separator ? `, read with the separator ${SEPARATOR_NAMES[separator]}` : "";
  return `No column of ${where} is understood${read}. It has: ${(record?.cells ?? []).join(", ")}. Say what the table is and what its columns are.`;
}
