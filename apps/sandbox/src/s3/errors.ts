import { HTTPException } from "hono/http-exception";

/** The errors of S3 that there is a use for: their HTTP status and usual words. */
const ERRORS = {
  AccessDenied: [403, "Access Denied"],
  BadDigest: [400, "The checksum you specified did not match what we received."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  IncompleteBody: [
    400,
    "You did not provide the number of bytes specified by the Content-Length HTTP header.",
  ],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The AWS Access Key Id you provided does not exist in our records."],
  InvalidRequest: [400, "The request is not valid."],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  NoSuchBucket: [404, "The specified bucket does not exist."],
  NoSuchKey: [404, "The specified key does not exist."],
  NotImplemented: [501, "A header you provided implies functionality that is not implemented."],
  PreconditionFailed: [412, "At least one of the pre-conditions you specified did not hold"],
  RequestTimeTooSkewed: [403, "The difference between the request time and the current time is too large."],
  ServiceUnavailable: [503, "Service is unable to handle request."],
  SignatureDoesNotMatch: [
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  ],
  SlowDown: [503, "Please reduce your request rate."],
  TooManyRequests: [429, "Please reduce your request rate."],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof ERRORS;

const OF_STATUS: Record<number, S3ErrorCode> = {
  400: "InvalidRequest",
  403: "AccessDenied",
  404: "NoSuchKey",
  429: "TooManyRequests",
  503: "SlowDown",
};

/** Ends the call with this error. */
export function refusedRequest(code: S3ErrorCode, message?: string): HTTPException {
  const [status] = ERRORS[code];
  const headers = { "content-type": "application/xml" };
  return new HTTPException(status, { res: new Response(errorXml(code, message), { status, headers }) });
}

/** What S3 answers with this HTTP status. */
export function usualErrorXml(status: number): string {
  return errorXml(OF_STATUS[status] ?? "InternalError");
}

function errorXml(code: S3ErrorCode, message: string = ERRORS[code][1]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>${escaped(message)}</Message><RequestId>SANDBOX</RequestId></Error>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
