import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";

/** What a person is told of a failed call, and what support needs to find it again. */
export type ErrorDetails = {
  message: string;
  code: string | null;
  correlationId: string | null;
  fieldErrors: Record<string, string[]>;
  /** Facts a refusal carries for the screen, such as how long to wait. */
  facts: Record<string, unknown>;
};

/** Reads any thrown value. An error that did not come from the server reads as 'Something went wrong'. */
export function errorDetails(error: unknown): ErrorDetails {
  const data = errorData(error);
  if (data === null || !(error instanceof Error)) return UNKNOWN;
  return {
    message: error.message || GENERAL_MESSAGES.somethingWentWrong,
    code: typeof data.code === "string" ? data.code : null,
    correlationId: typeof data.correlationId === "string" ? data.correlationId : null,
    fieldErrors: readFieldErrors(data.fieldErrors),
    facts: asRecord(data.details) ?? {},
  };
}

/** The server's explanation; where it gave none, the product's sentence for this failure. */
export function failureText(error: unknown, failureMessage?: string): string {
  const details = errorDetails(error);
  return isUnexplained(details) ? (failureMessage ?? details.message) : details.message;
}

/** Whether nobody expected it: the server failed, or did not answer. */
export const isUnexplained = ({ code }: ErrorDetails): boolean =>
  code === null || code === "INTERNAL_SERVER_ERROR";

/** The text behind "Copy details": one line per fact, in the order support asks for them. */
export function detailsText(details: ErrorDetails): string {
  const facts = [
    ["Message", details.message],
    ["Code", details.code],
    ["Correlation id", details.correlationId],
    ["Page", window.location.pathname],
    ["Time", new Date().toISOString()],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n");
}

/** Whether trying the same read again may help: the server did not answer, or failed itself. */
export function isRetriable(error: unknown): boolean {
  const data = errorData(error);
  return data === null || data.code === "INTERNAL_SERVER_ERROR" || data.code === "TIMEOUT";
}

const UNKNOWN: ErrorDetails = {
  message: GENERAL_MESSAGES.somethingWentWrong,
  code: null,
  correlationId: null,
  fieldErrors: {},
  facts: {},
};

const errorData = (error: unknown): Record<string, unknown> | null =>
  error instanceof Error && "data" in error ? asRecord(error.data) : null;

function readFieldErrors(fieldErrors: unknown): Record<string, string[]> {
  const entries = Object.entries(asRecord(fieldErrors) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1])));
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
