import { z } from "zod";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError } from "../provider-error.ts";
import { createGoogleAccess, type GoogleCredentials } from "./google-access.ts";
import { findHeadings, ROW_ID_HEADING } from "./headings.ts";
import {
  type LedgerRow,
  type LedgerSheet,
  type LedgerSheetName,
  ROWS_REFUSED,
  type StoredLedgerRow,
} from "./port.ts";

const PROVIDER = "google-sheets";
const SCOPE = "https://www.googleapis.com/auth/spreadsheets";

export interface GoogleSheetsConfig {
  /** "https://sheets.googleapis.com/v4/spreadsheets", or the sandbox's. */
  baseUrl: string;
  spreadsheetId: string;
  /** The headings of each sheet, one for each cell of a row; the row id stands under a further one. */
  headings: Readonly<Record<LedgerSheetName, readonly string[]>>;
  credentials: GoogleCredentials;
  /** How long one call may take, in ms. */
  deadlineMs: number;
  effectWindowMs: number;
  now: () => Date;
}

/**
 * The ledger sheet in Google Sheets v4. A failed append is never repeated here: only 429 and a refused
 * connection are certainly not done, every 5xx may be.
 */
export function createGoogleSheets(config: GoogleSheetsConfig): LedgerSheet {
  const vendor: JsonVendor = {
    provider: PROVIDER,
    baseUrl: `${config.baseUrl.replace(/\/+$/, "")}/${encodeURIComponent(config.spreadsheetId)}`,
    deadlineMs: config.deadlineMs,
    readError: readGoogleError,
  };
  const access = createGoogleAccess({ ...config, provider: PROVIDER, scope: SCOPE });

  const readValues = async (range: string) => {
    const answer = await access.use((authorization) =>
      callJson(vendor, {
        method: "GET",
        path: `/values/${encodeURIComponent(range)}`,
        query: {
          majorDimension: "ROWS",
          valueRenderOption: "UNFORMATTED_VALUE",
          dateTimeRenderOption: "FORMATTED_STRING",
        },
        headers: { authorization },
        answer: rowsAnswerSchema,
        safe: true,
      }),
    );
    return answer.values;
  };

  const headingsOf = (sheet: LedgerSheetName) => [...config.headings[sheet], ROW_ID_HEADING];
  const placesIn = (sheet: LedgerSheetName, firstRow: readonly unknown[]) =>
    findHeadings({ provider: PROVIDER, sheet, headings: headingsOf(sheet) }, firstRow);

  /** The rows from this one on, as many as are read at once. */
  const readPage = (sheet: LedgerSheetName, first: number) =>
    readValues(a1(sheet, String(first), String(first + PAGE_ROWS - 1)));

  /** Every row below the headings that is not empty. Ends at the end of the sheet, or where a whole page is empty. */
  async function* readRows(sheet: LedgerSheetName): AsyncGenerator<StoredLedgerRow> {
    let places: number[] | null = null;
    for (let first = 1; ; first += PAGE_ROWS) {
      const page = await readPage(sheet, first).catch((error: unknown) => noneBeyondEnd(error, first));
      if (page.length === 0) return;
      places ??= placesIn(sheet, page.shift() ?? []);
      const firstRow = first === 1 ? 2 : first;
      for (const [index, line] of page.entries()) {
        const cells = places.map((place) => line[place] ?? "");
        const rowId = String(cells.pop());
        // Two workers that both found the sheet empty both wrote the headings.
        if (line.length > 0 && rowId !== ROW_ID_HEADING) yield { row: firstRow + index, rowId, cells, line };
      }
    }
  }

  /** The first row, null where the sheet has nothing at all. */
  async function readFirstRow(sheet: LedgerSheetName): Promise<Cells | null> {
    const [alone = []] = await readValues(a1(sheet, "1", "1"));
    if (alone.length > 0) return alone;
    // Read again with the rows below: another worker may have written in the meantime.
    const page = await readPage(sheet, 1);
    return page.length === 0 ? null : (page[0] ?? []);
  }

  return {
    effectWindowMs: config.effectWindowMs,
    append: async (sheet, rows) => {
      const headings = headingsOf(sheet);
      const cells = rows.map((row) => cellsWithId(sheet, headings.length, row));
      const found = await readFirstRow(sheet);
      const [isEmpty, firstRow] = [found === null, found ?? headings];
      const places = placesIn(sheet, firstRow);
      // Google appends from the first column of what it takes for the table on.
      const first = firstRow.findIndex((cell) => cell !== "");
      const last = Math.max(...places);
      const values = (isEmpty ? [headings, ...cells] : cells).map((each) => {
        const line = Array.from({ length: last - first + 1 }, (): string | number | null => null);
        for (const [nth, cell] of each.entries()) line[(places[nth] ?? 0) - first] = cell;
        return line;
      });
      const answer = await access.use((authorization) =>
        callJson(vendor, {
          method: "POST",
          path: `/values/${encodeURIComponent(a1(sheet, columnName(first), columnName(last)))}:append`,
          query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
          headers: { authorization },
          body: { majorDimension: "ROWS", values },
          answer: appendAnswerSchema,
          safe: false,
        }),
      );
      const { updatedRange, updatedRows = values.length } = answer.updates;
      if (updatedRows !== values.length || !startsIn(columnName(first), updatedRange))
        throw misplaced(updatedRange, rows.length, columnName(first));
      return { range: isEmpty ? withoutFirstRow(updatedRange) : updatedRange };
    },
    read: readRows,
    find: async (sheet, rowIds) => {
      const wanted = new Set(rowIds);
      const found = new Map<string, string>();
      for await (const { row, line } of readRows(sheet)) {
        const id = line.find((cell) => wanted.has(String(cell)));
        if (id === undefined) continue;
        const first = line.findIndex((cell) => cell !== "");
        const [from, to] = [columnName(first), columnName(line.length - 1)];
        found.set(String(id), a1(sheet, `${from}${row}`, `${to}${row}`));
      }
      return found;
    },
  };
}

/** Small enough for one answer, large enough that the calls a minute allows are not used up by one sheet. */
const PAGE_ROWS = 5_000;

/** Google refuses to be asked beyond the end of the sheet. */
function noneBeyondEnd(error: unknown, first: number): Cells[] {
  if (first > 1 && error instanceof ProviderError && /exceeds grid limits/.test(error.message)) return [];
  throw error;
}

type Cells = LedgerRow["cells"];

/** Columns that came as rows would be read as other rows. */
const rowsAnswerSchema = z.object({
  majorDimension: z.literal("ROWS").optional(),
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean().transform(String)]))).default([]),
});
const appendAnswerSchema = z.object({
  updates: z.object({ updatedRange: z.string(), updatedRows: z.int().optional() }),
});
const errorSchema = z.object({ error: z.object({ message: z.string(), status: z.string() }) });

function readGoogleError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? { code: parsed.data.error.status, message: parsed.data.error.message } : undefined;
}

const startsIn = (column: string, range: string): boolean =>
  new RegExp(`(?:^|!)${column}\\d+(?::|$)`).test(range);

/** The same range without its first row, which has the headings. */
const withoutFirstRow = (range: string): string =>
  range.replace(/(^|!)([A-Z]+)(\d+)/, (_, before, column, row) => `${before}${column}${Number(row) + 1}`);

/** Google appends to what it takes for a table, which is another place where somebody wrote beside ours. */
const misplaced = (range: string, rows: number, column: string): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: "MISPLACED",
    message: `${PROVIDER}: ${rows} rows were written to ${range}, and not from column ${column} on. Move them under their headings; sent again they are found there, and not written twice.`,
  });

/** A row with another number of cells would stand under the wrong headings. */
function cellsWithId(
  sheet: LedgerSheetName,
  width: number,
  { rowId, cells }: LedgerRow,
): (string | number)[] {
  if (cells.length === width - 1) return [...cells, rowId];
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: ROWS_REFUSED,
    message: `${PROVIDER}: a row of ${sheet} has ${width - 1} cells, not ${cells.length}`,
  });
}

function a1(sheet: LedgerSheetName, from: string, to: string): string {
  return `${sheet.includes(" ") ? `'${sheet}'` : sheet}!${from}:${to}`;
}

/** The name of a column, counted from 0: A, Z, AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
