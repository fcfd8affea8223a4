import type { OpenedFile } from "@countinghouse/api/files/stored";
import { contentDisposition } from "@countinghouse/providers/object-link";
import type { Context } from "hono";

type Sent = Extract<OpenedFile, { ok: true }> & { disposition: "inline" | "attachment" };

/**
 * Sends a file as it comes from storage. No browser takes it for anything but what it is called, runs anything in it,
 * or keeps it.
 */
export function sendFile(c: Context, file: Sent): Response {
  const { stream, sizeBytes, contentType, fileName, disposition } = file;
  const headers = {
    ...COMMON_HEADERS,
    "content-type": contentType,
    "content-length": String(sizeBytes),
    "content-disposition": contentDisposition({ disposition, fileName }),
    "content-security-policy": disposition === "inline" ? inlinePolicy(contentType) : POLICY,
    "x-frame-options": disposition === "inline" ? "SAMEORIGIN" : "DENY",
  };
  if (c.req.method === "HEAD") void stream.cancel();
  return new Response(c.req.method === "HEAD" ? null : stream, { headers });
}

const CODES = { 403: "FORBIDDEN", 404: "NOT_FOUND", 410: "EXPIRED", 503: "SERVICE_UNAVAILABLE" } as const;

/** Says why there is no file: to a person as a page, to the console in the form of a refused call. */
export function refuseFile(c: Context, status: keyof typeof CODES, message: string): Response {
  const asPage = c.req.header("accept")?.includes("text/html") === true;
  const headers = {
    ...COMMON_HEADERS,
    "content-type": asPage ? "text/html; charset=utf-8" : "application/json",
    "content-security-policy": PAGE_POLICY,
    "x-frame-options": "SAMEORIGIN",
  };
  return new Response(asPage ? page(message) : JSON.stringify({ message, code: CODES[status] }), {
    status,
    headers,
  });
}

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const PAGE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The browsers' own PDF viewers do not run in a sandbox, nor where nothing may be loaded; a PDF is no page of ours. */
const inlinePolicy = (contentType: string): string =>
  contentType === "application/pdf"
    ? "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
    : "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The messages are the product's own texts: nothing of the request stands in the page. */
const page = (message: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${message}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { display: grid; place-content: center; min-height: 80vh; margin: 0; padding: 1rem; text-align: center; }
  h1 { font-size: 1.25rem; }
</style>
<main>
  <h1>${message}</h1>
  <p>Ask whoever gave you this link for a new one.</p>
</main>
</html>
`;
