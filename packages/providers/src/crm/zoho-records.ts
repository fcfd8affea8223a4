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

/** The records of a Zoho CRM, whatever they are. Everything throws ProviderError. */
export interface ZohoRecords {
  /** The records at this path; none when Zoho has no content for it. */
  read<Record extends z.ZodType>(call: {
    path: string;
    query?: { [parameter: string]: string };
    record: Record;
  }): Promise<{ records: z.output<Record>[]; hasMore: boolean }>;
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

  return {
    read: async ({ path, query, record }) => {
      const answer = await access.use((authorization) =>
        callJson(vendor, {
          method: "GET",
          path,
          query,
          headers: { authorization },
          answer: listSchema(record),
          safe: true,
        }),
      );
      return { records: answer?.data ?? [], hasMore: answer?.info?.more_records ?? false };
    },
    create: (path, fields) => write("POST", path, fields),
    update: async (module, id, fields) => {
      await write("PUT", recordPath(module, id), fields);
    },
  };
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

const listSchema = <Record extends z.ZodType>(record: Record) =>
  z
    .object({
      data: z.array(record),
      info: z.object({ more_records: z.boolean().default(false) }).optional(),
    })
    .nullable();

const errorSchema = z.object({ status: z.literal("error"), code: z.string(), message: z.string() });
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
  INTERNAL_ERROR: "unknown",
  INTERNAL_SERVER_ERROR: "unknown",
};

function readZohoError(body: unknown): VendorError | undefined {
  const parsed = failedSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { code, message } = "data" in parsed.data ? parsed.data.data[0] : parsed.data;
  return { code, message, kind: KIND_OF_CODE[code] };
}

function recordError({ code, message }: ZohoError, safe: boolean): ProviderError {
  const kind = KIND_OF_CODE[code] ?? "refused";
  return new ProviderError({
    kind: kind === "unknown" && safe ? "unavailable" : kind,
    provider: PROVIDER,
    vendorCode: code,
    message: `${PROVIDER}: ${code}: ${message}`,
  });
}
