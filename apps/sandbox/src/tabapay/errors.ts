import { createHash } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** What TabaPay says with each HTTP status when it has nothing more exact to say. */
const USUAL: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Permission",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "ReferenceID",
  410: "Gone",
  415: "Content-Type",
  421: "ReferenceID",
  422: "Unprocessable",
  423: "Locked",
  429: "Limit",
  503: "Unavailable",
};

/** An error as TabaPay words it: status, its internal code, a few words. */
export const tabapayError = (status: number, message = USUAL[status] ?? "Server Error") => ({
  SC: status,
  EC: createHash("sha256").update(`${status} ${message}`).digest("hex").slice(0, 8).toUpperCase(),
  EM: message,
});

/** Ends the call with an error. */
export function refused(status: ContentfulStatusCode, message?: string): HTTPException {
  return new HTTPException(status, { res: Response.json(tabapayError(status, message), { status }) });
}
