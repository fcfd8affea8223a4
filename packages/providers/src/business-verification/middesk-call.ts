import { z } from "zod";
import { nullUnlessRead } from "../answer-fields.ts";
import { callJson, type JsonCall, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";

const PROVIDER = "middesk";
const PER_PAGE = "100";

export interface MiddeskAccess {
  /** "https://api.middesk.com/v1", or the sandbox's. */
  baseUrl: string;
  /** "mk_live_…", or "mk_test_…" for Middesk's own sandbox: key and address go together. */
  apiKey: string;
  /** How long one call may take, in ms. */
  deadlineMs: number;
}

export interface MiddeskCalls {
  vendor: JsonVendor;
  /** Makes one call and returns its checked answer. Throws ProviderError as `callJson` does. */
  call<Schema extends z.ZodType>(call: Omit<JsonCall<Schema>, "headers">): Promise<z.output<Schema>>;
  /** The entries of a list, page by page. */
  entries<Entry extends { id: string }>(
    path: string,
    page: z.ZodType<{ data: Entry[]; has_more: boolean }>,
  ): AsyncGenerator<Entry, void, undefined>;
}

/** Calls Middesk's REST interface as the holder of the key. */
export function createMiddeskCalls({ baseUrl, apiKey, deadlineMs }: MiddeskAccess): MiddeskCalls {
  const vendor: JsonVendor = { provider: PROVIDER, baseUrl, deadlineMs, readError };
  const headers = { authorization: `Bearer ${apiKey}` };
  const call: MiddeskCalls["call"] = (asked) => callJson(vendor, { ...asked, headers });
  return {
    vendor,
    call,
    entries: async function* (path, answer) {
      const seen = new Set<string>();
      for (let page = 1; ; page++) {
        const query = { page: String(page), per_page: PER_PAGE };
        const list = await call({ method: "GET", path, query, answer, safe: true });
        const added = list.data.filter(({ id }) => !seen.has(id));
        yield* added;
        if (!list.has_more) return;
        if (added.length === 0) throw middeskError("unavailable", "LIST", "its list repeats itself", 200);
        for (const { id } of added) seen.add(id);
      }
    },
  };
}

/** An error of our own making about Middesk. */
export function middeskError(
  kind: ProviderErrorKind,
  vendorCode: string,
  message: string,
  status?: number,
): ProviderError {
  return new ProviderError({
    kind,
    provider: PROVIDER,
    vendorCode,
    status,
    message: `${PROVIDER}: ${message}`,
  });
}

/** Whether a list goes on. */
export const hasMoreSchema = z
  .boolean()
  .nullish()
  .transform((more) => more ?? false);

const errorsSchema = z.object({
  errors: z.array(z.object({ message: z.string(), parameter: nullUnlessRead(z.string()) })).min(1),
});
const errorSchema = z.union([
  errorsSchema,
  z
    .object({ error: z.string().min(1) })
    .transform(
      ({ error }): z.output<typeof errorsSchema> => ({ errors: [{ message: error, parameter: null }] }),
    ),
]);

/** Middesk has no codes: what an error is about stands in for one. It is told in a list, or in one sentence. */
function readError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { errors } = parsed.data;
  return {
    code: errors.find(({ parameter }) => parameter)?.parameter ?? "error",
    message: errors.map(({ message }) => message).join("; "),
  };
}
