import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { refusedRequest } from "./errors.ts";

/** The demonstration key, known to everyone. */
export const S3_CREDENTIALS = {
  accessKeyId: "SANDBOXACCESSKEY0001",
  secretAccessKey: "s3-sandbox-secret-access-key",
};

const ALGORITHM = "AWS4-HMAC-SHA256";
const LARGEST_SKEW_MS = 15 * 60_000;
const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
const CONTENT_SHA256 = "x-amz-content-sha256";
/** What a presigner adds to the query, to be left to it when the signature is computed anew. */
const ADDED_TO_QUERY = ["Algorithm", "Credential", "Date", "Expires", "SignedHeaders", "Signature"].map(
  (name) => `X-Amz-${name}`,
);

/**
 * Signs the request anew (SigV4) and refuses it when the signature differs, is outdated or missing. Returns what is said
 * of the payload: its SHA-256, or how it is sent.
 */
export async function verifiedPayloadHash(request: Request, now: Date): Promise<string> {
  const url = new URL(request.url);
  if (url.searchParams.has("X-Amz-Signature")) return verifyLink(url, request, now);
  return verifyHeader(url, request, now);
}

async function verifyHeader(url: URL, request: Request, now: Date): Promise<string> {
  const authorization = request.headers.get("authorization") ?? "";
  const [, credential = "", signedHeaders = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (signature === undefined) throw refusedRequest("AccessDenied");
  const signingDate = readDate(request.headers.get("x-amz-date"));
  if (Math.abs(now.getTime() - signingDate.getTime()) > LARGEST_SKEW_MS)
    throw refusedRequest("RequestTimeTooSkewed");
  const names = new Set(signedHeaders.split(";"));
  if (!names.has("host") || !names.has(CONTENT_SHA256)) throw refusedRequest("AccessDenied");
  const signed = await signer(credential).sign(
    { ...signedParts(url, request, names), query: Object.fromEntries(url.searchParams) },
    { signingDate, signableHeaders: names },
  );
  if (!signed.headers.authorization?.endsWith(`Signature=${signature}`))
    throw refusedRequest("SignatureDoesNotMatch");
  return request.headers.get(CONTENT_SHA256) ?? UNSIGNED_PAYLOAD;
}

async function verifyLink(url: URL, request: Request, now: Date): Promise<string> {
  const query = Object.fromEntries(url.searchParams);
  if (query["X-Amz-Algorithm"] !== ALGORITHM) throw refusedRequest("AccessDenied");
  const signingDate = readDate(query["X-Amz-Date"]);
  const expiresIn = Number(query["X-Amz-Expires"]);
  if (!(signingDate.getTime() + expiresIn * 1000 > now.getTime())) {
    throw refusedRequest("AccessDenied", "Request has expired");
  }
  const names = new Set((query["X-Amz-SignedHeaders"] ?? "").split(";"));
  if (!names.has("host")) throw refusedRequest("AccessDenied");
  const signature = query["X-Amz-Signature"];
  for (const name of ADDED_TO_QUERY) delete query[name];
  const parts = signedParts(url, request, names);
  const hash = new Set([CONTENT_SHA256]);
  const presigned = await signer(url.searchParams.get("X-Amz-Credential") ?? "").presign(
    { ...parts, headers: { ...parts.headers, [CONTENT_SHA256]: UNSIGNED_PAYLOAD }, query },
    { signingDate, expiresIn, signableHeaders: names, unsignableHeaders: hash, unhoistableHeaders: hash },
  );
  if (presigned.query?.["X-Amz-Signature"] !== signature) throw refusedRequest("SignatureDoesNotMatch");
  return UNSIGNED_PAYLOAD;
}

/** A signer for the scope that a credential names: "{access key}/{day}/{region}/s3/aws4_request". */
function signer(credential: string): SignatureV4 {
  const [accessKeyId, , region, service] = credential.split("/");
  if (accessKeyId !== S3_CREDENTIALS.accessKeyId) throw refusedRequest("InvalidAccessKeyId");
  if (!region || service !== "s3") throw refusedRequest("AccessDenied");
  return new SignatureV4({
    credentials: S3_CREDENTIALS,
    region,
    service,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
}

function signedParts(url: URL, request: Request, names: ReadonlySet<string>) {
  return {
    method: request.method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: Object.fromEntries([...request.headers].filter(([name]) => names.has(name))),
  };
}

/** From the basic form of ISO 8601, "20261120T101500Z". */
function readDate(text: string | null | undefined): Date {
  const date = new Date(
    (text ?? "").replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (Number.isNaN(date.getTime())) throw refusedRequest("AccessDenied");
  return date;
}
