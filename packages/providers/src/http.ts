import type { z } from "zod";
import { ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from "./provider-error.ts";

/** A vendor that speaks JSON over HTTP. */
export interface JsonVendor {
  /** The name its errors carry. */
  provider: string;
  baseUrl: string;
  /** How long one call may take, answer included, in ms. */
  deadlineMs: number;
  /** Reads the vendor's own error body; undefined when it is not one. */
  readError(body: unknown): VendorError | undefined;
}

export interface VendorError {
  code: string;
  message: string;
  /** What the vendor's code says beyond the HTTP status. */
  kind?: ProviderErrorKind | undefined;
}

const NO_CONTENT = 204;

export interface JsonCall<Schema extends z.ZodType> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Appended to the base URL; variable parts already encoded. */
  path: string;
  query?: Record<string, string> | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent as a form when it is URLSearchParams, else as JSON. */
  body?: unknown;
  answer: Schema;
  /** Statuses besides 2xx with which the vendor answers too; a body that is no such answer is an error as usual. */
  alsoAnswersWith?: readonly number[] | undefined;
  /** True when a repeat harms nothing: then no outcome is `unknown`, a lost answer is `unavailable`. */
  safe: boolean;
}

/**
 * Calls the vendor and returns its answer, checked against the schema; an answer without content (204) is null.
 * Throws ProviderError: `refused` on 4xx, `unavailable` on 429 and when no connection was made, else `unknown`.
 * Redirects are not followed: credentials go to the configured address only. One may say that the call was carried out.
 */
export async function callJson<Schema extends z.ZodType>(
  vendor: JsonVendor,
  call: JsonCall<Schema>,
): Promise<z.output<Schema>> {
  const { status, text, retryAfterMs } = await exchange(vendor, call);
  const body = status === NO_CONTENT ? null : parsedJson(text);
  const succeeded = status >= 200 && status <= 299;
  const failed = () => statusError(vendor, call, { status, body, retryAfterMs });
  if (!succeeded && !call.alsoAnswersWith?.includes(status)) throw failed();
  const answer = call.answer.safeParse(body);
  if (answer.success) return answer.data;
  if (!succeeded) throw failed();
  throw lost(vendor, call, { message: "the answer could not be read", status });
}

interface Answer {
  status: number;
  /** For how long the vendor asks to be left alone. */
  retryAfterMs: number | undefined;
}

async function exchange(vendor: JsonVendor, call: JsonCall<z.ZodType>): Promise<Answer & { text: string }> {
  try {
    const response = await fetch(callUrl(vendor, call), {
      method: call.method,
      redirect: "manual",
      signal: AbortSignal.timeout(vendor.deadlineMs),
      ...payload(call),
    });
    const bytes = await readWithin(response, LARGEST_ANSWER_BYTES);
    const retryAfterMs = readRetryAfter(response.headers);
    return { status: response.status, text: new TextDecoder().decode(bytes), retryAfterMs };
  } catch (error) {
    throw connectionError(vendor, call, error);
  }
}

/** More than the longest page of anything a vendor lists. */
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

/** A body that does not end where it was to end. */
class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** Reads a body as it comes, and no more of it than so many bytes. */
async function readWithin(response: Response, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    // Leaving the loop gives the connection up.
    if (size > mostBytes) throw new TooLarge(`more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Where a file may come from, and how much of it. */
export interface FileLimits {
  /** Names of hosts; one that begins with a dot stands for all below it. The vendor's own address is allowed besides. */
  hosts: readonly string[];
  mostBytes: number;
}

/**
 * Fetches the file behind a link that the vendor gave out, if it leads over https to a host that is allowed, or to the vendor's
 * own address. The link is its own credential: no other is sent with it. Throws ProviderError as `callJson` does of what may be
 * repeated; `refused` for another host and a file that is too large.
 */
export async function fetchFile(
  vendor: JsonVendor,
  link: string,
  { hosts, mostBytes }: FileLimits,
): Promise<Uint8Array> {
  const url = new URL(link);
  const isOwn = url.origin === new URL(vendor.baseUrl).origin;
  if (!isOwn && !(url.protocol === "https:" && url.port === "" && isAmongHosts(hosts, url.hostname)))
    throw failure(vendor, "refused", {
      message: "a link leads to a host that is not allowed",
      vendorCode: LINK,
    });
  try {
    const signal = AbortSignal.timeout(vendor.deadlineMs);
    const response = await fetch(url, { redirect: "manual", signal });
    if (response.ok) return await readWithin(response, mostBytes);
    await response.body?.cancel();
    const retryAfterMs = readRetryAfter(response.headers);
    throw statusError(vendor, REPEATABLE, { status: response.status, body: undefined, retryAfterMs });
  } catch (error) {
    if (error instanceof TooLarge)
      throw failure(vendor, "refused", { message: `a file has ${error.message}`, vendorCode: LINK });
    throw error instanceof ProviderError ? error : connectionError(vendor, REPEATABLE, error);
  }
}

const LINK = "LINK";

const isAmongHosts = (hosts: readonly string[], name: string): boolean =>
  hosts.some((host) => (host.startsWith(".") ? name.endsWith(host) : name === host));

/** What is to be known of a call to tell what its failure means. */
type Repeatability = Pick<JsonCall<z.ZodType>, "safe">;

const REPEATABLE: Repeatability = { safe: true };

function callUrl(vendor: JsonVendor, call: JsonCall<z.ZodType>): string {
  const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : "";
  return `${vendor.baseUrl.replace(/\/+$/, "")}${call.path}${query}`;
}

function payload({ body, headers }: JsonCall<z.ZodType>): { headers: Record<string, string>; body?: string } {
  if (body === undefined) return { headers: { accept: "application/json", ...headers } };
  const form = body instanceof URLSearchParams;
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return {
    headers: { accept: "application/json", "content-type": type, ...headers },
    body: form ? body.toString() : JSON.stringify(body),
  };
}

/** A whole number with more digits than a number holds, as an id may be, is read as its digits. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, { source = "" }: { source?: string } = {}) =>
      typeof value === "number" && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** What `Retry-After` asks for: seconds, or a date, which is held against that of the answer. */
function readRetryAfter(headers: Headers): number | undefined {
  const said = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d+$/.test(said)
    ? Number(said) * 1000
    : Date.parse(said) - Date.parse(headers.get("date") ?? "");
  return ms > 0 ? ms : undefined;
}

function statusError(
  vendor: JsonVendor,
  call: Repeatability,
  { status, body, retryAfterMs }: Answer & { body: unknown },
): ProviderError {
  const known = body === undefined ? undefined : vendor.readError(body);
  const isRedirect = status >= 300 && status <= 399;
  const kind = known?.kind ?? (isRedirect && !call.safe ? "unknown" : kindOfStatus(status));
  const details = {
    message: known ? `${status} ${known.code}: ${known.message}` : `HTTP ${status}`,
    status,
    vendorCode: known?.code,
    retryAfterMs,
  };
  return kind === "unknown" ? lost(vendor, call, details) : failure(vendor, kind, details);
}

/** A 408 and every 5xx may come from a gateway that gave up on a call still being carried out. */
export function kindOfStatus(status: number): ProviderErrorKind {
  if (status === 429) return "unavailable";
  return status === 408 || status >= 500 ? "unknown" : "refused";
}

/** Network errors after which nothing was sent. */
export const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function connectionError(vendor: JsonVendor, call: Repeatability, error: unknown): ProviderError {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return lost(vendor, call, { message: `no answer within ${vendor.deadlineMs} ms` });
  }
  const code = networkCode(error);
  const details = { message: `connection failed (${code ?? "no code"})`, vendorCode: code, cause: error };
  return code !== undefined && NEVER_CONNECTED.has(code)
    ? failure(vendor, "unavailable", details)
    : lost(vendor, call, details);
}

function networkCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

type FailureDetails = Pick<
  ProviderErrorDetails,
  "message" | "status" | "vendorCode" | "retryAfterMs" | "cause"
>;

function lost(vendor: JsonVendor, call: Repeatability, details: FailureDetails): ProviderError {
  return failure(vendor, call.safe ? "unavailable" : "unknown", details);
}

function failure(vendor: JsonVendor, kind: ProviderErrorKind, details: FailureDetails): ProviderError {
  return new ProviderError({
    ...details,
    kind,
    provider: vendor.provider,
    message: `${vendor.provider}: ${details.message}`,
  });
}
