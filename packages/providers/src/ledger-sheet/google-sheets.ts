import { z } from "zod";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError } from "../provider-error.ts";
import { createGoogleAccess, type GoogleCredentials } from "./google-access.ts";
import {
  LEDGER_COLUMNS,
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

  return {
    effectWindowMs: config.effectWindowMs,
    append: async (sheet, rows) => {
      const values = rows.map((row) => cellsWithId(sheet, row));
      const range = a1(sheet, "A", idColumn(sheet));
      const answer = await access.use((authorization) =>
        callJson(vendor, {
          method: "POST",
          path: `/values/${encodeURIComponent(range)}:append`,
          query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
          headers: { authorization },
          body: { majorDimension: "ROWS", values },
          answer: appendAnswerSchema,
          safe: false,
        }),
      );
      const { updatedRange, updatedRows = rows.length } = answer.updates;
      if (updatedRows !== rows.length || !startsInFirstColumn(updatedRange))
        throw misplaced(updatedRange, rows.length);
      return { range: updatedRange };
    },
    read: (sheet) => readRows((range) => readValues(range), sheet),
    find: async (sheet, rowIds) => {
      const column = idColumn(sheet);
      const answer = await access.use((authorization) =>
        callJson(vendor, {
          method: "GET",
          path: `/values/${encodeURIComponent(a1(sheet, column, column))}`,
          query: { majorDimension: "COLUMNS" },
          headers: { authorization },
          answer: valuesAnswerSchema,
          safe: true,
        }),
      );
      const [ids = []] = answer.values;
      const wanted = new Set(rowIds);
      return new Map(
        ids.flatMap((id, index) =>
          wanted.has(id) ? [[id, a1(sheet, `A${index + 1}`, `${column}${index + 1}`)]] : [],
        ),
      );
    },
  };
}

/** Small enough for one answer, large enough that the calls a minute allows are not used up by one sheet. */
const PAGE_ROWS = 5_000;

/** Ends at the end of the sheet, which Google refuses to be asked beyond, or where a whole page is empty. */
async function* readRows(
  readRange: (range: string) => Promise<Cells[]>,
  sheet: LedgerSheetName,
): AsyncGenerator<StoredLedgerRow> {
  const columns = LEDGER_COLUMNS[sheet];
  for (let first = 1; ; first += PAGE_ROWS) {
    const range = a1(sheet, `A${first}`, `${idColumn(sheet)}${first + PAGE_ROWS - 1}`);
    const page = await readRange(range).catch((error: unknown) => noneBeyondEnd(error, first));
    if (page.length === 0) return;
    for (const [index, cells] of page.entries()) {
      if (cells.length > 0)
        yield { row: first + index, rowId: String(cells[columns] ?? ""), cells: cells.slice(0, columns) };
    }
  }
}

function noneBeyondEnd(error: unknown, first: number): Cells[] {
  if (first > 1 && error instanceof ProviderError && /exceeds grid limits/.test(error.message)) return [];
  throw error;
}

type Cells = LedgerRow["cells"];

const rowsAnswerSchema = z.object({
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean().transform(String)]))).default([]),
});
const appendAnswerSchema = z.object({
  updates: z.object({ updatedRange: z.string(), updatedRows: z.int().optional() }),
});
/** A column that came as rows would be read as one of its cells, and all others taken for missing. */
const valuesAnswerSchema = z.object({
  majorDimension: z.literal("COLUMNS").optional(),
  values: z.array(z.array(z.string())).default([]),
});
const errorSchema = z.object({ error: z.object({ message: z.string(), status: z.string() }) });

function readGoogleError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? { code: parsed.data.error.status, message: parsed.data.error.message } : undefined;
}

const startsInFirstColumn = (range: string): boolean => /(^|!)A\d+(:|$)/.test(range);

/** Google appends to what it takes for a table, which is another place where somebody wrote beside ours: a person looks. */
const misplaced = (range: string, rows: number): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: "MISPLACED",
    message: `${PROVIDER}: ${rows} rows were to stand from column A on, and were written to ${range}: look at the sheet before a repeat`,
  });

/** The id must land in its own column, so a row with another number of cells would never be found again. */
function cellsWithId(sheet: LedgerSheetName, { rowId, cells }: LedgerRow): (string | number)[] {
  const columns = LEDGER_COLUMNS[sheet];
  if (cells.length === columns) return [...cells, rowId];
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: ROWS_REFUSED,
    message: `${PROVIDER}: a row of ${sheet} has ${columns} cells, not ${cells.length}`,
  });
}

function a1(sheet: LedgerSheetName, from: string, to: string): string {
  return `${sheet.includes(" ") ? `'${sheet}'` : sheet}!${from}:${to}`;
}

/** The column after the row's cells: I, AJ, Q. */
function idColumn(sheet: LedgerSheetName): string {
  const index = LEDGER_COLUMNS[sheet];
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : String.fromCharCode(64 + Math.floor(index / 26)) + letter;
}
