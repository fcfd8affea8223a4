import { z } from "zod";
import { nullUnlessRead } from "../answer-fields.ts";
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
  record: Record;
}

interface ListReading<Record extends z.ZodType> extends Reading<Record> {
  /** The fields that are read of each record. */
  fields: readonly string[];
}

/** The records of a Zoho CRM, whatever they are. Everything throws ProviderError. */
export interface ZohoRecords {
  /** The records at this path; none when Zoho has no content for it, and only then. */
  read<Record extends z.ZodType>(call: Reading<Record>): Promise<z.output<Record>[]>;
  /** Every record of a list, page by page, however many there are. */
  readAll<Record extends z.ZodType>(call: ListReading<Record>): AsyncGenerator<z.output<Record>>;
  /** The records of a list that were added last, the newest first. */
  readNewest<Record extends z.ZodType>(call: ListReading<Record>): Promise<z.output<Record>[]>;
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
  const write = async <Done extends z.ZodType>(
    { method, path, done, safe }: Writing<Done>,
    fields: ZohoFields,
  ): Promise<z.output<Done>> => {
    const outcome = await access.use((authorization) =>
      callJson(vendor, {
        method,
        path,
        headers: { authorization },
        body: { data: [fields] },
        answer: writtenSchema(done),
        safe,
      }),
    );
    if ("failed" in outcome) throw recordError(outcome.failed, safe);
    return outcome.done;
  };

  const page = <Record extends z.ZodType>(
    { path, record }: Reading<Record>,
    query: { [parameter: string]: string },
  ) =>
    access.use((authorization) =>
      callJson(vendor, {
        method: "GET",
        path,
        query,
        headers: { authorization },
        answer: listSchema(record),
        safe: true,
      }),
    );

  return {
    // Of one record nobody may name the fields: all of them come.
    read: async (call) => (await page(call, {}))?.data ?? [],
    readAll: async function* (call) {
      const fields = call.fields.join(",");
      let at: { [parameter: string]: string } | null = { page: "1" };
      for (let number = 2; at !== null; number++) {
        const answer: Page = await page(call, { fields, per_page: PER_PAGE, ...at });
        yield* (answer?.data ?? []) as z.output<typeof call.record>[];
        at = answer?.info?.more_records ? nextPage(number, answer.info.next_page_token) : null;
      }
    },
    readNewest: async (call) => {
      const query = { fields: call.fields.join(","), per_page: PER_PAGE, sort_by: "id", sort_order: "desc" };
      return (await page(call, query))?.data ?? [];
    },
    create: async (path, fields) => {
      const { details } = await write(
        { method: "POST", path, done: writtenRecord(z.string().min(1)), safe: false },
        fields,
      );
      return details.id;
    },
    update: async (module, id, fields) => {
      const path = recordPath(module, id);
      await write({ method: "PUT", path, done: writtenRecord(z.literal(id)), safe: true }, fields);
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

interface Writing<Done extends z.ZodType> {
  method: "POST" | "PUT";
  path: string;
  /** What says that it was done. */
  done: Done;
  safe: boolean;
}

const errorFields = {
  code: z.string().min(1),
  message: nullUnlessRead(z.string().min(1)),
  /** The field or the parameter that is meant, where one is. */
  details: nullUnlessRead(
    z.object({ api_name: nullUnlessRead(z.string()), param_name: nullUnlessRead(z.string()) }),
  ),
};
/** Beside a status that says that the call failed, the code tells that there is an error. */
const codedSchema = z.object(errorFields);
/** Where the call went well, only the word does. */
const errorSchema = z.object({
  ...errorFields,
  status: z.literal("error"),
  code: z.string().min(1).catch("ERROR"),
});
const successSchema = z.union([
  z.object({ status: z.literal("success") }),
  z.object({ status: z.null().optional(), code: z.literal("SUCCESS") }),
]);
/** A success without the id of a record, or with the id of another one, says nothing. */
const writtenRecord = <Id extends z.ZodType<string>>(id: Id) =>
  successSchema.and(z.object({ details: z.object({ id }) }));

const writtenSchema = <Done extends z.ZodType>(done: Done) =>
  z.union([
    z.object({ data: z.tuple([done]) }).transform(({ data: [told] }) => ({ done: told as z.output<Done> })),
    enveloped(errorSchema).transform((failed) => ({ failed })),
  ]);

/** An error of the whole call is bare; that of a record stands in the envelope, whatever the HTTP status. */
const enveloped = <Told extends z.ZodType>(error: Told) =>
  z.union([
    z.object({ data: z.tuple([error]) }).transform(({ data: [told] }) => told as z.output<Told>),
    error,
  ]);

const failedSchema = z.union([enveloped(errorSchema), enveloped(codedSchema)]);

type ZohoError = z.output<typeof codedSchema>;

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
  const { data: error } = failedSchema.safeParse(body);
  return error && { code: error.code, message: errorText(error), kind: KIND_OF_CODE[error.code] };
}

function errorText({ message, details }: ZohoError): string {
  const meant = details?.api_name ?? details?.param_name;
  const said = message ?? "no reason is given";
  return meant === undefined || meant === null ? said : `${said} (${meant})`;
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
