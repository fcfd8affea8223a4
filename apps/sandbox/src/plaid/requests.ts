import type { Context } from "hono";
import { z } from "zod";
import { refused } from "./errors.ts";

const credentials = { client_id: z.string().optional(), secret: z.string().optional() };
const accessToken = { access_token: z.string() };
const countries = { country_codes: z.array(z.literal("US")).min(1) };
const metadata = {
  include_optional_metadata: z.boolean().optional(),
  include_auth_metadata: z.boolean().optional(),
  include_payment_initiation_metadata: z.boolean().optional(),
};
const days = z.number().int().min(0).max(731);
const reportUser = z.strictObject({
  client_user_id: z.string().nullish(),
  first_name: z.string().nullish(),
  middle_name: z.string().nullish(),
  last_name: z.string().nullish(),
  ssn: z.string().nullish(),
  phone_number: z.string().nullish(),
  email: z.string().nullish(),
});
const reportOptions = {
  client_report_id: z.string().nullish(),
  webhook: z.url().nullish(),
  user: reportUser.optional(),
};
const daysToInclude = z.strictObject({ days_to_include: z.number().int().min(0).max(731).nullish() });
const ofAccounts = z.strictObject({
  account_ids: z.array(z.string()).optional(),
  min_last_updated_datetime: z.iso.datetime({ offset: true }).optional(),
});

/** The requests that are understood, by their path. Fields that Plaid does not know are refused, as Plaid does. */
export const REQUESTS = {
  "/accounts/get": request({ ...accessToken, options: ofAccounts.optional() }),
  "/accounts/balance/get": request({ ...accessToken, options: ofAccounts.optional() }),
  "/auth/get": request({ ...accessToken, options: ofAccounts.optional() }),
  "/item/get": request(accessToken),
  "/institutions/get": request({
    ...countries,
    count: z.number().int().min(1).max(500),
    offset: z.number().int().min(0),
    options: z.strictObject(metadata).optional(),
  }),
  "/institutions/get_by_id": request({
    ...countries,
    institution_id: z.string().min(1),
    options: z.strictObject({ ...metadata, include_status: z.boolean().optional() }).optional(),
  }),
  "/transactions/sync": request({
    ...accessToken,
    cursor: z.string().max(256).optional(),
    count: z.number().int().min(1).max(500).default(100),
    options: z
      .strictObject({
        include_original_description: z.boolean().nullish(),
        include_personal_finance_category: z.boolean().optional(),
        days_requested: z.number().int().min(1).max(730).default(90),
      })
      .default({ days_requested: 90 }),
  }),
  "/asset_report/create": request({
    access_tokens: z.array(z.string()).min(1).max(99),
    days_requested: days,
    options: z.strictObject(reportOptions).default({}),
  }),
  "/asset_report/get": request({
    asset_report_token: z.string(),
    include_insights: z.boolean().optional(),
    options: daysToInclude.optional(),
  }),
  "/asset_report/refresh": request({
    asset_report_token: z.string(),
    days_requested: days.nullish(),
    options: z.strictObject(reportOptions).default({}),
  }),
  "/asset_report/pdf/get": request({ asset_report_token: z.string(), options: daysToInclude.optional() }),
  "/webhook_verification_key/get": request({ key_id: z.string() }),
} as const;

export type RequestPath = keyof typeof REQUESTS;
export type RequestOf<Path extends RequestPath> = z.output<(typeof REQUESTS)[Path]>;
/** Who a report is about, in the words of the one who orders it. */
export type ReportUser = z.output<typeof reportUser>;

/** The body of a request to this path, checked. Throws Plaid's error for any other. */
export async function readRequest<Path extends RequestPath>(
  c: Context,
  path: Path,
): Promise<RequestOf<Path>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body !== "object" || body === null) throw refused("INVALID_BODY");
  const parsed = REQUESTS[path].safeParse(body);
  if (!parsed.success) throw toRefusal(body, parsed.error.issues);
  return parsed.data as RequestOf<Path>;
}

function request<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject({ ...credentials, ...fields });
}

function toRefusal(body: object, issues: z.core.$ZodIssue[]) {
  const named = (found: z.core.$ZodIssue[]) => found.map(({ path }) => path.join(".")).join(", ");
  const missing = issues.filter(({ path }) => path.length > 0 && valueAt(body, path) === undefined);
  if (missing.length > 0)
    return refused("MISSING_FIELDS", `the following required fields are missing: ${named(missing)}`);
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  if (unknown.length > 0)
    return refused(
      "UNKNOWN_FIELDS",
      `the following fields are not recognized by this endpoint: ${unknown.join(", ")}`,
    );
  return refused("INVALID_FIELD", `${named(issues)}: ${issues[0]?.message ?? "invalid"}`);
}

function valueAt(body: object, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}
