import { errorDetails } from "@/api/errors.ts";

/** Refusals that came from the rules, after the server had looked whether the payment is recorded already. */
const REFUSED_BY_RULE = new Set([
  "UNPROCESSABLE_CONTENT",
  "NOT_FOUND",
  "CONFLICT",
  // It waits for a second person.
  "PRECONDITION_REQUIRED",
]);

/** Refusals that came before: nothing happened in this call, and nothing is known of an earlier one. */
const REFUSED_AT_THE_DOOR = new Set(["BAD_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "TOO_MANY_REQUESTS"]);

/**
 * Whether a payment that ended in `error` is certainly not recorded. Anything but a refusal (no answer, a time-out,
 * a failure of the server) leaves that open, and so does a refusal at the door when an earlier try was left open.
 */
export function isCertainlyNotRecorded(error: unknown, wasUnknown: boolean): boolean {
  const { code } = errorDetails(error);
  if (code === null) return false;
  return REFUSED_BY_RULE.has(code) || (!wasUnknown && REFUSED_AT_THE_DOOR.has(code));
}

/** Whether the refusal explains itself on the form; else a message says that the payment failed. */
export const isExplained = (error: unknown): boolean => {
  const { code } = errorDetails(error);
  return code === "UNPROCESSABLE_CONTENT" || code === "BAD_REQUEST" || code === "PRECONDITION_REQUIRED";
};
