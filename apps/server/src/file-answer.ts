import type { OpenedFile } from "@countinghouse/api/files/stored";
import { contentDisposition } from "@countinghouse/providers/object-storage/object-link";
import type { Context } from "hono";

type Sent = Extract<OpenedFile, { ok: true }> & { disposition: "inline" | "attachment" };

/**
 * Sends a file as a stream from storage. The headers forbid a browser to guess another type, to run scripts in the file, and to cache it.
 */
export function sendFile(c: Context, file: Sent): Response {
  const { stream, sizeBytes, contentType, fileName, disposition } = file;
  const headers = {
    ...COMMON_HEADERS,
    "content-type": contentType,
    ...(sizeBytes !== null && { "content-length": String(sizeBytes) }),
    "content-disposition": contentDisposition({ disposition, fileName }),
    "content-security-policy": disposition === "inline" ? inlinePolicy(contentType) : POLICY,
    "x-frame-options": disposition === "inline" ? "SAMEORIGIN" : "DENY",
  };
  if (c.req.method === "HEAD") void stream.cancel();
  return new Response(c.req.method === "HEAD" ? null : stream, { headers });
}

const CODES = {
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  410: "EXPIRED",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
} as const;

/** The next step for the person. */
const HINTS: Record<keyof typeof CODES, string> = {
  403: "Check that the address is complete, or ask the sender for a new link.",
  404: "Ask the sender of the link for help.",
  410: "Ask the sender for a new link.",
  429: "Then open this link again.",
  503: "Open this link again in a few minutes.",
};

/** Answers with the reason why there is no file: as a page for a person, as a refused call for the console. */
export function refuseFile(
  c: Context,
  status: keyof typeof CODES,
  message: string,
  hint: string = HINTS[status],
): Response {
  const asPage = c.req.header("accept")?.includes("text/html") === true;
  const headers = {
    ...COMMON_HEADERS,
    "content-type": asPage ? "text/html; charset=utf-8" : "application/json",
    "content-security-policy": PAGE_POLICY,
    "x-frame-options": "SAMEORIGIN",
  };
  return new Response(asPage ? page(message, hint) : JSON.stringify({ message, code: CODES[status] }), {
    status,
    headers,
  });
}

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
} as const;

const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const PAGE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** PDF viewers of browsers do not run in a sandbox or without loading anything. A PDF is no page of the console. */
const inlinePolicy = (contentType: string): string =>
  contentType === "application/pdf"
    ? "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
    : "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Contains only texts of the product, and no part of the request. */
const page = (message: string, hint: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${message}</title>
<style>
  :root { color-scheme: light dark; color: CanvasText; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 90vh; margin: 0; padding: 1rem; }
  main {
    max-width: 26rem; padding: 2rem; text-align: center;
    border: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); border-radius: 0.75rem;
  }
  h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
  p { margin: 0; color: color-mix(in srgb, CanvasText 75%, Canvas); }
</style>
<main>
  <h1>${message}</h1>
  <p>${hint}</p>
</main>
</html>
`;
