import { z } from "zod";
import { createGoogleAccess, type GoogleCredentials } from "./google-access.ts";
import { callJson, type JsonVendor, type VendorError } from "./http.ts";
import { LEDGER_COLUMNS, type LedgerRow, type LedgerSheet, type LedgerSheetName } from "./ledger-sheet.ts";
import { ProviderError } from "./provider-error.ts";

const PROVIDER = "google-sheets";
const SCOPE = "https://www.googleapis.com/auth/spreadsheets";

export interface GoogleSheetsConfig {
  /** "https://sheets.googleapis.com/v4/spreadsheets", or the sandbox's. */
  baseUrl: string;
  spreadsheetId: string;
  credentials: GoogleCredentials;
  /** How long one call may take, in ms. */
  deadlineMs: number;
  settleMs: number;
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

  return {
    settleMs: config.settleMs,
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
      return { range: answer.updates.updatedRange };
    },
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

const appendAnswerSchema = z.object({ updates: z.object({ updatedRange: z.string() }) });
const valuesAnswerSchema = z.object({ values: z.array(z.array(z.string())).default([]) });
const errorSchema = z.object({ error: z.object({ message: z.string(), status: z.string() }) });

function readGoogleError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? { code: parsed.data.error.status, message: parsed.data.error.message } : undefined;
}

/** The id must land in its own column, so a row with another number of cells would never be found again. */
function cellsWithId(sheet: LedgerSheetName, { rowId, cells }: LedgerRow): (string | number)[] {
  const columns = LEDGER_COLUMNS[sheet];
  if (cells.length === columns) return [...cells, rowId];
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
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
