import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { makeUuid } from "../random.ts";

/** By HTTP status: the section of the RFC that says what it means, and the title. */
const PROBLEMS: Record<number, readonly [type: string, title: string]> = {
  400: ["https://tools.ietf.org/html/rfc7231#section-6.5.1", "Bad Request"],
  401: ["https://tools.ietf.org/html/rfc7235#section-3.1", "Unauthorized"],
  403: ["https://tools.ietf.org/html/rfc7231#section-6.5.3", "Forbidden"],
  404: ["https://tools.ietf.org/html/rfc7231#section-6.5.4", "Not Found"],
  405: ["https://tools.ietf.org/html/rfc7231#section-6.5.5", "Method Not Allowed"],
  429: ["https://tools.ietf.org/html/rfc6585#section-4", "Too Many Requests"],
};
const INTERNAL = [
  "https://tools.ietf.org/html/rfc7231#section-6.6.1",
  "An error occurred while processing your request.",
] as const;

/** What is wrong with a request, in sentences by field. */
export type FieldErrors = Record<string, string[]>;

/** The body that goes with an HTTP status. */
export function problemBody(status: number) {
  const [type, title] = PROBLEMS[status] ?? INTERNAL;
  return { type, title, status, traceId: `00-${makeUuid(title).replaceAll("-", "")}-00` };
}

/** Ends the call with the body of an HTTP status. */
export function problem(status: ContentfulStatusCode): HTTPException {
  return new HTTPException(status, { res: Response.json(problemBody(status), { status }) });
}

/** Ends the call because of what stands in its fields. */
export function invalid(errors: FieldErrors): HTTPException {
  const body = { ...problemBody(400), title: "One or more validation errors occurred.", errors };
  return new HTTPException(400, { res: Response.json(body, { status: 400 }) });
}

/** Ends the call because a transaction is not where it would have to be. */
export function refused(message: string): HTTPException {
  return new HTTPException(400, {
    res: Response.json({ successful: false, message }, { status: 400 }),
  });
}
