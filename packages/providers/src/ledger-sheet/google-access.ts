import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { type AccessToken, type BearerAccess, createBearerAccess } from "../bearer-access.ts";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError } from "../provider-error.ts";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const RENEWED_BEFORE_EXPIRY_MS = 60_000;

/** The fields of a service account's key file that are needed to sign in with it. */
export const googleCredentialsSchema = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1),
  token_uri: z.url(),
});

export type GoogleCredentials = z.output<typeof googleCredentialsSchema>;

export interface GoogleAccessConfig {
  credentials: GoogleCredentials;
  provider: string;
  scope: string;
  deadlineMs: number;
  now: () => Date;
}

/** Access for one service account (RFC 7523); a token is kept until 60 s before it expires. */
export function createGoogleAccess(config: GoogleAccessConfig): BearerAccess {
  return createBearerAccess({
    request: () => requestToken(config),
    isTokenRefused: ({ status }) => status === 401,
    now: config.now,
  });
}

const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const errorSchema = z.object({ error: z.string(), error_description: z.string().default("") });

async function requestToken(config: GoogleAccessConfig): Promise<AccessToken> {
  const askedAt = config.now().getTime();
  const vendor: JsonVendor = {
    provider: config.provider,
    baseUrl: config.credentials.token_uri,
    deadlineMs: config.deadlineMs,
    readError: readTokenError,
  };
  const assertion = await signedAssertion(config, askedAt);
  const answer = await callJson(vendor, {
    method: "POST",
    path: "",
    body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
    answer: answerSchema,
    safe: true,
  });
  return {
    authorization: `Bearer ${answer.access_token}`,
    renewAt: askedAt + answer.expires_in * 1000 - RENEWED_BEFORE_EXPIRY_MS,
  };
}

async function signedAssertion(config: GoogleAccessConfig, askedAt: number): Promise<string> {
  const { client_email, private_key, private_key_id, token_uri } = config.credentials;
  const issuedAt = Math.floor(askedAt / 1000);
  const key = await importPKCS8(private_key, "RS256").catch(() => {
    throw new ProviderError({
      kind: "refused",
      provider: config.provider,
      message: `${config.provider}: the private key of ${client_email} cannot be read`,
    });
  });
  return new SignJWT({ scope: config.scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: private_key_id })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3600)
    .sign(key);
}

function readTokenError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? { code: parsed.data.error, message: parsed.data.error_description } : undefined;
}
