import { Configuration, PlaidApi } from "plaid";
import { z } from "zod";
import { kindOfStatus, NEVER_CONNECTED } from "../http.ts";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import { BankLinkRefusal } from "./port.ts";

const PROVIDER = "plaid";

export interface PlaidAccess {
  /** "https://production.plaid.com", or the sandbox's. */
  baseUrl: string;
  clientId: string;
  secret: string;
  /** How long one call may take, in ms; a balance may take 30 s. */
  deadlineMs: number;
}

/** The part of the SDK's request options that is set for each call. */
export interface CallOptions {
  signal: AbortSignal;
}

export interface PlaidCall<Schema extends z.ZodType> {
  send: (api: PlaidApi, options: CallOptions) => Promise<{ status: number; data: unknown }>;
  answer: Schema;
  /** True when a repeat harms nothing: then a lost answer is `unavailable`, not `unknown`. */
  safe: boolean;
}

/** Makes one call and returns its checked answer. */
export type CallPlaid = <Schema extends z.ZodType>(call: PlaidCall<Schema>) => Promise<z.output<Schema>>;

/**
 * Plaid through its SDK. Calls throw ProviderError with Plaid's error_code; what the SDK throws goes no further, since
 * it holds the request with its secrets. Neither redirects nor a proxy of the environment are followed.
 */
export function createPlaidCall({ baseUrl, clientId, secret, deadlineMs }: PlaidAccess): CallPlaid {
  const api = new PlaidApi(
    new Configuration({
      basePath: baseUrl.replace(/\/+$/, ""),
      baseOptions: {
        headers: { "PLAID-CLIENT-ID": clientId, "PLAID-SECRET": secret },
        maxRedirects: 0,
        proxy: false,
      },
    }),
  );
  return async ({ send, answer, safe }) => {
    const { status, data } = await send(api, { signal: AbortSignal.timeout(deadlineMs) }).catch(
      (error: unknown) => {
        throw failed(error, safe, deadlineMs);
      },
    );
    const parsed = answer.safeParse(data);
    if (parsed.success) return parsed.data;
    throw plaidError(lost(safe), "the answer could not be read", { status });
  };
}

/** A ProviderError of this adapter. */
export function plaidError(
  kind: ProviderErrorKind,
  message: string,
  details: { status?: number; vendorCode?: string | undefined } = {},
): ProviderError {
  return new ProviderError({ ...details, kind, provider: PROVIDER, message: `${PROVIDER}: ${message}` });
}

/** Plaid's error_type for a report that could not be made. */
export const ASSET_REPORT_ERROR = "ASSET_REPORT_ERROR";

/** Plaid's error_type for what is wrong with one link. */
const ITEM_ERROR = "ITEM_ERROR";

/** Plaid's error, thrown with its type kept: some codes mean another thing in another type. */
export class PlaidRefusal extends BankLinkRefusal {
  readonly errorType: string;

  constructor(kind: ProviderErrorKind, status: number, error: PlaidErrorBody) {
    const { error_code: vendorCode, error_message } = error;
    const message = `${PROVIDER}: ${status} ${vendorCode}: ${error_message}`;
    const isOfLink = error.error_type === ITEM_ERROR;
    super({ kind, provider: PROVIDER, message, status, vendorCode, isOfLink });
    this.errorType = error.error_type;
  }
}

const errorBodySchema = z.object({
  error_type: z.string().catch(""),
  error_code: z.string(),
  error_message: z.string().catch(""),
});

type PlaidErrorBody = z.output<typeof errorBodySchema>;

/** What the SDK's HTTP client throws: with the answer when there was one, else with the reason. */
const thrownSchema = z.object({
  code: z.string().optional(),
  response: z.object({ status: z.number(), data: z.unknown() }).optional(),
});

function failed(error: unknown, safe: boolean, deadlineMs: number): ProviderError {
  const thrown = thrownSchema.safeParse(error);
  const { code, response } = thrown.success ? thrown.data : {};
  if (response) return answeredError(response, safe);
  if (code === "ERR_CANCELED") return plaidError(lost(safe), `no answer within ${deadlineMs} ms`);
  const kind = code !== undefined && NEVER_CONNECTED.has(code) ? "unavailable" : lost(safe);
  return plaidError(kind, `connection failed (${code ?? "no code"})`, { vendorCode: code });
}

function answeredError({ status, data }: { status: number; data: unknown }, safe: boolean): ProviderError {
  const body = errorBodySchema.safeParse(decoded(data));
  const kind = body.success ? kindOfError(body.data, status) : kindOfStatus(status);
  const known = kind === "unknown" ? lost(safe) : kind;
  return body.success
    ? new PlaidRefusal(known, status, body.data)
    : plaidError(known, `HTTP ${status}`, { status });
}

/** 400 is Plaid's status for what the customer has to mend, and for what passes by itself as well. */
function kindOfError({ error_type, error_code }: PlaidErrorBody, status: number): ProviderErrorKind {
  if (error_code === "INSTITUTION_NO_LONGER_SUPPORTED") return "refused";
  if (error_type === "INSTITUTION_ERROR" || PASSING_CODES.has(error_code)) return "unavailable";
  return kindOfStatus(status);
}

const PASSING_CODES = new Set([
  "PRODUCT_NOT_READY",
  "PLANNED_MAINTENANCE",
  "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
]);

/** Where bytes were asked for, an error comes as bytes too. */
function decoded(data: unknown): unknown {
  if (!(data instanceof Uint8Array)) return data;
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}

function lost(safe: boolean): ProviderErrorKind {
  return safe ? "unavailable" : "unknown";
}
