import { randomBytes } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PlaidError } from "plaid";
import type { Wire } from "./wire.ts";

export type ErrorBody = Wire<PlaidError>;

interface Known {
  status: ContentfulStatusCode;
  type: ErrorBody["error_type"];
  message: string;
  display?: string;
}

/** Plaid's errors by their code, with its usual words. */
const ERRORS = {
  ITEM_LOGIN_REQUIRED: {
    status: 400,
    type: "ITEM_ERROR",
    message:
      "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
    display: "Username and password must be updated for this account.",
  },
  ITEM_LOCKED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "this account is locked at the financial institution. the user must unlock it there",
    display: "Your account is locked. Please unlock your account on your bank's website.",
  },
  ITEM_NOT_FOUND: {
    status: 400,
    type: "ITEM_ERROR",
    message: "the Item you requested cannot be found. This Item does not exist or has been removed",
  },
  ACCESS_NOT_GRANTED: {
    status: 400,
    type: "ITEM_ERROR",
    message: "access to this product was not granted for the account",
    display: "The user did not grant the necessary permissions for this product.",
  },
  NO_AUTH_ACCOUNTS: {
    status: 400,
    type: "ITEM_ERROR",
    message: "There are no valid checking or savings account(s) associated with this Item.",
  },
  PRODUCT_NOT_READY: {
    status: 400,
    type: "ITEM_ERROR",
    message:
      "the requested product is not yet ready. please provide a webhook or try the request again later",
  },
  INSTITUTION_DOWN: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "this institution is not currently accessible. please try again later",
    display:
      "This financial institution is not currently responding to requests. We apologize for the inconvenience.",
  },
  INSTITUTION_NOT_RESPONDING: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "this institution is not currently responding to this request. please try again soon",
    display:
      "This financial institution is not currently responding to requests. We apologize for the inconvenience.",
  },
  INSTITUTION_NOT_AVAILABLE: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "this institution is not currently available to Plaid",
  },
  INSTITUTION_NO_LONGER_SUPPORTED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "this institution is no longer supported",
  },
  INTERNAL_SERVER_ERROR: { status: 500, type: "API_ERROR", message: "an unexpected error occurred" },
  PLANNED_MAINTENANCE: {
    status: 503,
    type: "API_ERROR",
    message:
      "the Plaid API is temporarily unavailable due to planned maintenance. visit https://status.plaid.com/ for more information",
  },
  DATA_UNAVAILABLE: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message:
      'unable to pull sufficient data for all items to generate this report. please see the "causes" field for more details',
  },
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: {
    status: 400,
    type: "TRANSACTIONS_ERROR",
    message:
      "Underlying transaction data changed since last page was fetched. Please restart pagination from last update.",
  },
  INVALID_API_KEYS: { status: 400, type: "INVALID_INPUT", message: "invalid client_id or secret provided" },
  INVALID_ACCESS_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message:
      "provided access token is in an invalid format. expected format: access-<environment>-<identifier>",
  },
  INVALID_ASSET_REPORT_TOKEN: {
    status: 400,
    type: "INVALID_INPUT",
    message: "provided asset report token is in an invalid format",
  },
  INVALID_INSTITUTION: { status: 400, type: "INVALID_INPUT", message: "invalid institution_id provided" },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: {
    status: 400,
    type: "INVALID_INPUT",
    message:
      "invalid key_id provided. note that key_ids are specific to Plaid environments, and verification requests must be made to the same environment that the webhook was sent from",
  },
  INVALID_BODY: { status: 400, type: "INVALID_REQUEST", message: "body could not be parsed as JSON" },
  INVALID_FIELD: { status: 400, type: "INVALID_REQUEST", message: "a field is invalid" },
  MISSING_FIELDS: { status: 400, type: "INVALID_REQUEST", message: "required fields are missing" },
  UNKNOWN_FIELDS: { status: 400, type: "INVALID_REQUEST", message: "fields are not recognized" },
  NOT_FOUND: { status: 404, type: "INVALID_REQUEST", message: "the requested URL was not found" },
  RATE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "rate limit exceeded. please try again later",
  },
} as const satisfies Record<string, Known>;

export type ErrorCode = keyof typeof ERRORS;

/** The errors that a link to a bank may be in. */
export const ITEM_ERROR_CODES = [
  "ITEM_LOGIN_REQUIRED",
  "ITEM_LOCKED",
  "ITEM_NOT_FOUND",
  "ACCESS_NOT_GRANTED",
  "NO_AUTH_ACCOUNTS",
  "PRODUCT_NOT_READY",
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NO_LONGER_SUPPORTED",
  "INTERNAL_SERVER_ERROR",
] as const satisfies ErrorCode[];

export type ItemErrorCode = (typeof ITEM_ERROR_CODES)[number];

/** Plaid's body for an error. */
export function errorBody(code: ErrorCode, message?: string): ErrorBody {
  const known: Known = ERRORS[code];
  return described(known.type, code, message ?? known.message, known.display);
}

/** Plaid's answer to one request too many; the code names the limit. */
export function limited(code: string): HTTPException {
  const message = "rate limit exceeded for attempts to access this item. please try again later";
  return answered(429, described("RATE_LIMIT_EXCEEDED", code, message));
}

/** Thrown to answer with an error. */
export function refused(code: ErrorCode, message?: string, causes?: ErrorBody[]): HTTPException {
  return answered(ERRORS[code].status, { ...errorBody(code, message), ...(causes && { causes }) });
}

/** What Plaid sends with each status, when nothing more is known. */
export function bodyOfStatus(status: number): ErrorBody {
  if (status === 429) return errorBody("RATE_LIMIT");
  if (status === 404) return errorBody("NOT_FOUND");
  if (status === 503) return errorBody("PLANNED_MAINTENANCE");
  return errorBody(status >= 500 ? "INTERNAL_SERVER_ERROR" : "INVALID_FIELD");
}

/** An id that Plaid's support would ask for. */
export function requestId(): string {
  return randomBytes(12).toString("base64url").replaceAll(/[-_]/g, "0").slice(0, 15);
}

function described(
  error_type: ErrorBody["error_type"],
  error_code: string,
  error_message: string,
  display?: string,
): ErrorBody {
  return {
    error_type,
    error_code,
    error_message,
    display_message: display ?? null,
    documentation_url: `https://plaid.com/docs/?ref=error#${error_type.toLowerCase().replaceAll("_", "-")}s`,
    suggested_action: null,
    request_id: requestId(),
  };
}

function answered(status: ContentfulStatusCode, body: ErrorBody): HTTPException {
  return new HTTPException(status, { res: Response.json(body, { status }) });
}
