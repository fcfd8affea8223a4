import { z } from "zod";
import { type AccessToken, type BearerAccess, createBearerAccess } from "../bearer-access.ts";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError } from "../provider-error.ts";
import type { SharedToken, TokenStore } from "../token-store.ts";

const RENEWED_BEFORE_EXPIRY_MS = 60_000;
/** Zoho gives 10 access tokens for one refresh token in any 10 minutes, and none for the rest of them. */
const TOKENS_PER_WINDOW = 10;
const WINDOW_MS = 10 * 60_000;
/** How long after the last request the next one is made, by how many there were in the window; the last pause goes on. */
const PAUSES_MS = [0, 0, 5_000, 15_000, 30_000, 60_000, 90_000];
const WORN_TOKEN_CODES = new Set(["INVALID_TOKEN", "INVALID_OAUTHTOKEN"]);
const UNAUTHORIZED = 401;
/** The one 401 that another token of the same scopes does not mend. */
const SCOPE_MISMATCH = "OAUTH_SCOPE_MISMATCH";

export interface ZohoCredentials {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

export interface ZohoAccessConfig {
  provider: string;
  /** "https://accounts.zoho.com", or that of another data centre, or the sandbox's. */
  accountsUrl: string;
  credentials: ZohoCredentials;
  /** Shared by all processes that use the same refresh token. */
  tokens: TokenStore;
  deadlineMs: number;
  now: () => Date;
}

/**
 * Access by one refresh token. An access token is kept in the store until 60 s before it expires. Requests for tokens that do
 * not help, or are refused, are made ever more slowly: in between, a call fails as `unavailable` with the code TOKEN_LIMIT.
 */
export function createZohoAccess(config: ZohoAccessConfig): BearerAccess {
  return createBearerAccess({
    request: (worn) => sharedToken(config, worn),
    isTokenRefused: ({ status, vendorCode = "" }) =>
      WORN_TOKEN_CODES.has(vendorCode) || (status === UNAUTHORIZED && vendorCode !== SCOPE_MISMATCH),
    now: config.now,
  });
}

/** The token another process got meanwhile, or else a new one. Failed requests count: Zoho may count them. */
async function sharedToken(config: ZohoAccessConfig, worn: AccessToken | undefined): Promise<AccessToken> {
  let failure: unknown;
  const { token } = await config.tokens.update(async (kept): Promise<SharedToken> => {
    const askedAt = config.now().getTime();
    if (isFresh(kept.token, worn, askedAt)) return kept;
    const requestedAt = kept.requestedAt.filter((at) => at > askedAt - WINDOW_MS);
    const nextAt = nextRequestAt(requestedAt);
    if (nextAt > askedAt) throw tokenLimit(config.provider, nextAt - askedAt);
    const asked = await requestToken(config, askedAt).catch((error: unknown) => {
      failure = error;
      return null;
    });
    return { token: asked, requestedAt: [...requestedAt, askedAt] };
  });
  if (token === null) throw failure;
  return token;
}

function isFresh(token: AccessToken | null, worn: AccessToken | undefined, at: number): boolean {
  return token !== null && token.authorization !== worn?.authorization && token.renewAt > at;
}

/** When the next token may be asked for, in ms since the epoch, after these requests within the window. */
function nextRequestAt(requestedAt: readonly number[]): number {
  const count = requestedAt.length;
  const [first = 0] = requestedAt;
  if (count >= TOKENS_PER_WINDOW) return first + WINDOW_MS;
  return (requestedAt.at(-1) ?? 0) + (PAUSES_MS[count] ?? PAUSES_MS.at(-1) ?? 0);
}

function tokenLimit(provider: string, retryAfterMs: number): ProviderError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new ProviderError({
    kind: "unavailable",
    provider,
    vendorCode: "TOKEN_LIMIT",
    retryAfterMs,
    message: `${provider}: the last access tokens did not help; the next one is asked for in ${seconds} seconds`,
  });
}

const errorSchema = z.object({ error: z.string(), error_description: z.string().default("") });
/** A refusal may come with status 200: the token is what tells. */
const answerSchema = z.union([
  z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
  errorSchema,
]);

async function requestToken(config: ZohoAccessConfig, askedAt: number): Promise<AccessToken> {
  const { provider, deadlineMs, credentials } = config;
  const vendor: JsonVendor = {
    provider,
    baseUrl: config.accountsUrl,
    deadlineMs,
    readError: readTokenError,
  };
  const answer = await callJson(vendor, {
    method: "POST",
    path: "/oauth/v2/token",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      refresh_token: credentials.refreshToken,
    }),
    answer: answerSchema,
    safe: true,
  });
  if ("error" in answer) throw tokenRefusal(provider, answer);
  return {
    authorization: `Zoho-oauthtoken ${answer.access_token}`,
    renewAt: askedAt + answer.expires_in * 1000 - RENEWED_BEFORE_EXPIRY_MS,
  };
}

function tokenRefusal(provider: string, answer: z.output<typeof errorSchema>): ProviderError {
  const { code, message, kind = "refused" } = tokenError(answer);
  return new ProviderError({
    kind,
    provider,
    status: 200,
    vendorCode: code,
    message: `${provider}: ${code}: ${message}`,
  });
}

function readTokenError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? tokenError(parsed.data) : undefined;
}

/** "Access Denied" is the answer to too many requests. */
function tokenError({ error, error_description }: z.output<typeof errorSchema>): VendorError {
  const throttled = error.toLowerCase() === "access denied";
  return { code: error, message: error_description, kind: throttled ? "unavailable" : undefined };
}
