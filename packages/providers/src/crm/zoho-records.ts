import { z } from "zod";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import { createZohoAccess, type ZohoAccessConfig } from "./zoho-access.ts";

const PROVIDER = "zoho-crm";

export interface ZohoRecordsConfig extends Omit<ZohoAccessConfig, "provider"> {
  /** "https://www.zohoapis.com/crm/v8", or that of another data centre, or the sandbox's. */
  baseUrl: string;
}

export type ZohoModule = "Deals" | "Contacts" | "Leads";
/** Zoho's own field names, with what is sent for them; undefined is not sent. */
export type ZohoFields = Record<string, unknown>;

interface Reading<Record extends z.ZodType> {
  path: string;
  /** The fields that are read of each record. */
  fields: readonly string[];
  record: Record;
}

/** The records of a Zoho CRM, whatever they are. Everything throws ProviderError. */
export interface ZohoRecords {
  /** The records at this path; none when Zoho has no content for it, and only then. */
  read<Record extends z.ZodType>(call: Reading<Record>): Promise<z.output<Record>[]>;
  /** Every record of a list, page by page, however many there are. */
  readAll<Record extends z.ZodType>(call: Reading<Record>): AsyncGenerator<z.output<Record>>;
  /** Adds one record and returns its id. */
  create(path: string, fields: ZohoFields): Promise<string>;
  update(module: ZohoModule, id: string, fields: ZohoFields): Promise<void>;
}

/** Zoho CRM v8 over its REST interface, one record a call. */
export function createZohoRecords(config: ZohoRecordsConfig): ZohoRecords {
  const access = createZohoAccess({ ...config, provider: PROVIDER });
  const vendor: JsonVendor = {
    provider: PROVIDER,
    baseUrl: config.baseUrl,
    deadlineMs: config.deadlineMs,
    readError: readZohoError,
  };
  const write = async (method: "POST" | "PUT", path: string, fields: ZohoFields): Promise<string> => {
    const safe = method === "PUT";
    const {
      data: [outcome],
    } = await access.use((authorization) =>
      callJson(vendor, {
        method,
        path,
        headers: { authorization },
        body: { data: [fields] },
        answer: writtenSchema,
        safe,
      }),
    );
    if (outcome.status === "error") throw recordError(outcome, safe);
    return outcome.details.id;
  };

  const page = <Record extends z.ZodType>(
    { path, fields, record }: Reading<Record>,
    at: { [parameter: string]: string } = {},
  ) =>
    access.use((authorization) =>
      callJson(vendor, {
        method: "GET",
        path,
        query: { fields: fields.join(","), ...at },
        headers: { authorization },
        answer: listSchema(record),
        safe: true,
      }),
    );

  return {
    read: async (call) => (await page(call))?.data ?? [],
    readAll: async function* (call) {
      let at: { [parameter: string]: string } | null = { page: "1" };
      for (let number = 2; at !== null; number++) {
        const answer: Page = await page(call, { per_page: PER_PAGE, ...at });
        yield* (answer?.data ?? []) as z.output<typeof call.record>[];
        at = answer?.info?.more_records ? nextPage(number, answer.info.next_page_token) : null;
      }
    },
    create: (path, fields) => write("POST", path, fields),
    update: async (module, id, fields) => {
      await write("PUT", recordPath(module, id), fields);
    },
  };
}

const PER_PAGE = "200";
/** Zoho counts pages up to the 2,000th record and goes on by a token from there (Get Records, v8). */
const LAST_COUNTED_PAGE = 10;

function nextPage(number: number, token: string | null | undefined): { [parameter: string]: string } {
  if (number <= LAST_COUNTED_PAGE) return { page: String(number) };
  if (token) return { page_token: token };
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: "NO_PAGE_TOKEN",
    message: `${PROVIDER}: a list of more than 2,000 records does not say how to go on`,
  });
}

/** The path of a record. Throws ProviderError `refused` for what is no id, before anything is sent. */
export function recordPath(module: ZohoModule, id: string): string {
  if (/^\d{10,20}$/.test(id)) return `/${module}/${id}`;
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    vendorCode: "INVALID_DATA",
    message: `${PROVIDER}: this is not the id of a record in ${module}`,
  });
}

const infoSchema = z.object({
  more_records: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});

const listSchema = <Record extends z.ZodType>(record: Record) =>
  z
    .object({
      data: z.array(record),
      info: infoSchema.nullish(),
    })
    .nullable();

type Page = z.output<ReturnType<typeof listSchema>>;

const errorSchema = z.object({
  status: z.literal("error"),
  code: z.string(),
  message: z.string(),
  /** The field or the parameter that is meant, where one is. */
  details: z.object({ api_name: z.string().optional(), param_name: z.string().optional() }).optional(),
});
const successSchema = z.object({
  status: z.literal("success"),
  details: z.object({ id: z.string().min(1) }),
});
const outcomeSchema = z.discriminatedUnion("status", [successSchema, errorSchema]);
const writtenSchema = z.object({ data: z.tuple([outcomeSchema]) });
/** An error of the whole call is bare; that of a record stands in the envelope, whatever the HTTP status. */
const failedSchema = z.union([errorSchema, z.object({ data: z.tuple([errorSchema]) })]);

type ZohoError = z.output<typeof errorSchema>;

/** What the code says beyond the HTTP status. */
const KIND_OF_CODE: Partial<Record<string, ProviderErrorKind>> = {
  RECORD_LOCKED: "unavailable",
  TOO_MANY_REQUESTS: "unavailable",
  LIMIT_EXCEEDED: "unavailable",
  LIMIT_REACHED: "unavailable",
  INTERNAL_ERROR: "unknown",
  INTERNAL_SERVER_ERROR: "unknown",
};

function readZohoError(body: unknown): VendorError | undefined {
  const parsed = failedSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const error = "data" in parsed.data ? parsed.data.data[0] : parsed.data;
  return { code: error.code, message: errorText(error), kind: KIND_OF_CODE[error.code] };
}

function errorText({ message, details: { api_name, param_name } = {} }: ZohoError): string {
  const meant = api_name ?? param_name;
  return meant === undefined ? message : `${message} (${meant})`;
}

function recordError(error: ZohoError, safe: boolean): ProviderError {
  const { code } = error;
  const kind = KIND_OF_CODE[code] ?? "refused";
  return new ProviderError({
    kind: kind === "unknown" && safe ? "unavailable" : kind,
    provider: PROVIDER,
    vendorCode: code,
    message: `${PROVIDER}: ${code}: ${errorText(error)}`,
  });
}
