import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** One error as Middesk words it; `parameter` is what it is about, when it is about a field. */
export interface MiddeskError {
  message: string;
  parameter?: string;
}

const INTERNAL = "Something went wrong.";
const USUAL: Record<number, string> = {
  400: "The request could not be understood.",
  401: "Not authorized.",
  403: "Forbidden.",
  404: "Not found.",
  422: "The request could not be processed.",
  429: "Rate limit exceeded. Please try again later.",
};

/** The body that goes with an HTTP status. */
export function errorBody(status: number): { errors: MiddeskError[] } {
  return { errors: [{ message: USUAL[status] ?? INTERNAL }] };
}

/** Ends the call with an HTTP status, in its usual words or in others. */
export function refused(status: ContentfulStatusCode, errors?: MiddeskError[]): HTTPException {
  const body = errors ? { errors } : errorBody(status);
  return new HTTPException(status, { res: Response.json(body, { status }) });
}
