import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ZohoError {
  code: string;
  details: Record<string, unknown>;
  message: string;
  status: "error";
}

/** An error as Zoho words it, of a whole call or of one record. */
export function zohoError(code: string, message: string, details: ZohoError["details"] = {}): ZohoError {
  return { code, details, message, status: "error" };
}

/** Ends the call with an error of the whole of it. */
export function refusedCall(status: ContentfulStatusCode, error: ZohoError): HTTPException {
  return new HTTPException(status, { res: Response.json(error, { status }) });
}

const INTERNAL_ERROR = ["INTERNAL_ERROR", "Internal server error occurred."] as const;
const USUAL: Record<number, readonly [code: string, message: string]> = {
  400: ["INVALID_DATA", "invalid data"],
  401: ["AUTHENTICATION_FAILURE", "Authentication failed"],
  403: ["NO_PERMISSION", "permission denied"],
  404: ["INVALID_URL_PATTERN", "Please check if the URL trying to access is a correct one"],
  405: ["INVALID_REQUEST_METHOD", "The http request method type is not a valid one"],
  429: ["TOO_MANY_REQUESTS", "You have made too many requests. Please try again after some time."],
};

/** What Zoho answers with each HTTP status. */
export function usualError(status: number): ZohoError {
  const [code, message] = USUAL[status] ?? INTERNAL_ERROR;
  return zohoError(code, message);
}

/** Zoho says it so of a token that it does not know any more, and also in the usual words of a 401. */
export const WORN_TOKEN = zohoError("INVALID_TOKEN", "invalid oauth token");

export const UNKNOWN_ID = (position: number): ZohoError =>
  zohoError("INVALID_DATA", "the id given seems to be invalid", { resource_path_index: position });
