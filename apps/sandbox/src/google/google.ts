import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Vendor } from "../vendor.ts";
import { type CellRange, parseRange } from "./a1.ts";
import type { ServiceAccount } from "./account.ts";
import { createSpreadsheet, type Spreadsheet } from "./spreadsheet.ts";
import { createAccessTokens } from "./tokens.ts";

export const SPREADSHEET_ID = "1CountinghouseDemonstrationLedger";
const SHEET_NAMES = ["Payments", "New Accounts", "Upcoming"];
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const VALUES = `/v4/spreadsheets/:spreadsheetId/values/:range`;

export interface GoogleVendor extends Vendor {
  readonly spreadsheet: Spreadsheet;
}

/** Google's token endpoint and the part of Sheets v4 that reads and appends values of one spreadsheet. */
export function createGoogle(account: ServiceAccount, clock: Clock): GoogleVendor {
  const spreadsheet = createSpreadsheet(SHEET_NAMES);
  const tokens = createAccessTokens(account, clock);

  const app = new Hono()
    .post("/token", async (c) => {
      const form = await c.req.parseBody();
      if (form.grant_type !== GRANT_TYPE || typeof form.assertion !== "string") {
        return c.json({ error: "unsupported_grant_type", error_description: "Invalid grant_type" }, 400);
      }
      const audience = `${new URL(c.req.url).origin}/google/token`;
      const answer = await tokens.issue(form.assertion, audience);
      return c.json(answer, "error" in answer ? 400 : 200);
    })
    .use("/v4/*", async (c, next) => {
      const [, token] = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "") ?? [];
      if (token === undefined || !tokens.isValid(token)) throw refused(401);
      await next();
    })
    .get(VALUES, (c) => {
      const range = knownRange(c, c.req.param("range"));
      const { majorDimension, valueRenderOption } = checked(readQuerySchema, c.req.query());
      const beyond = spreadsheet.whyBeyondGrid(range);
      if (beyond !== null) throw refused(400, `Range (${c.req.param("range")}) ${beyond}`);
      const read = spreadsheet.read(range, valueRenderOption);
      const values = majorDimension === "ROWS" ? read.rows : transposed(read.rows);
      return c.json({ range: read.range, majorDimension, ...(values.length > 0 && { values }) });
    })
    .post(VALUES, async (c) => {
      const [, rangeText] = /^(.*):append$/s.exec(c.req.param("range")) ?? [];
      if (rangeText === undefined) throw refused(404);
      const range = knownRange(c, rangeText);
      const options = checked(appendQuerySchema, c.req.query());
      const body = checked(appendBodySchema, await c.req.json().catch(() => undefined));
      const { tableRange, ...updates } = spreadsheet.append(range, body.values, {
        input: options.valueInputOption,
        insertRows: options.insertDataOption === "INSERT_ROWS",
      });
      return c.json({
        spreadsheetId: SPREADSHEET_ID,
        ...(tableRange !== undefined && { tableRange }),
        updates: { spreadsheetId: SPREADSHEET_ID, updatedRows: body.values.length, ...updates },
      });
    })
    .all("*", (c) => c.json(errorBody(404), 404));

  function knownRange(c: Context, text: string): CellRange {
    if (c.req.param("spreadsheetId") !== SPREADSHEET_ID) throw refused(404);
    const range = parseRange(text);
    if (!range || !spreadsheet.has(range.sheet)) throw refused(400, `Unable to parse range: ${text}`);
    return range;
  }

  return {
    name: "google",
    app,
    spreadsheet,
    errorBody,
    snapshot: () => spreadsheet.contents(),
    reset: () => spreadsheet.clear(),
  };
}

const readQuerySchema = z.object({
  majorDimension: z.enum(["ROWS", "COLUMNS"]).default("ROWS"),
  valueRenderOption: z.enum(["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"]).default("FORMATTED_VALUE"),
});

const appendQuerySchema = z.object({
  valueInputOption: z.enum(["RAW", "USER_ENTERED"], "'valueInputOption' is required but not specified"),
  insertDataOption: z.enum(["OVERWRITE", "INSERT_ROWS"]).default("OVERWRITE"),
});

const appendBodySchema = z.strictObject({
  range: z.string().optional(),
  majorDimension: z.literal("ROWS").optional(),
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(400, `Invalid value at '${issue?.path.join(".") ?? ""}': ${issue?.message ?? ""}`);
}

/** What Google answers with each status: its name for the status, and its usual words. */
const ERRORS: Record<number, readonly [status: string, message: string]> = {
  400: ["INVALID_ARGUMENT", "Request contains an invalid argument."],
  401: [
    "UNAUTHENTICATED",
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
  ],
  403: ["PERMISSION_DENIED", "The caller does not have permission"],
  404: ["NOT_FOUND", "Requested entity was not found."],
  429: [
    "RESOURCE_EXHAUSTED",
    "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute per user' of service 'sheets.googleapis.com'.",
  ],
  500: ["INTERNAL", "Internal error encountered."],
  503: ["UNAVAILABLE", "The service is currently unavailable."],
  504: ["DEADLINE_EXCEEDED", "Deadline expired before operation could complete."],
};

function errorBody(code: number, message?: string) {
  const [status, usualMessage] = ERRORS[code] ?? ["UNKNOWN", "Unknown Error."];
  return { error: { code, message: message ?? usualMessage, status } };
}

function refused(code: ContentfulStatusCode, message?: string): HTTPException {
  return new HTTPException(code, { res: Response.json(errorBody(code, message), { status: code }) });
}

function transposed<Value>(rows: Value[][]): (Value | "")[][] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) => rows.map((cells) => cells[column] ?? ""));
}
