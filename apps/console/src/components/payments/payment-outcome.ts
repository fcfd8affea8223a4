import { errorDetails } from "@/api/errors.ts";

/** Refusals by the rules, after the server checked whether the payment is already recorded. */
const REFUSED_BY_RULE = new Set([
  "UNPROCESSABLE_CONTENT",
  "NOT_FOUND",
  "CONFLICT",
  // It waits for a second person.
  "PRECONDITION_REQUIRED",
]);

/** Refusals before that check: this call did nothing, but an earlier one may have recorded the payment. */
const REFUSED_AT_THE_DOOR = new Set(["BAD_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "TOO_MANY_REQUESTS"]);

/**
 * Returns true when a payment that ended in `error` is certainly not recorded. Any error but a refusal (no answer, a time-out,
 * a failure of the server) leaves that open. A refusal before the check leaves it open when an earlier try was open.
 */
export function isCertainlyNotRecorded(error: unknown, wasUnknown: boolean): boolean {
  const { code } = errorDetails(error);
  if (code === null) return false;
  return REFUSED_BY_RULE.has(code) || (!wasUnknown && REFUSED_AT_THE_DOOR.has(code));
}

/** Returns true when the form shows the refusal; otherwise a message reports that the payment failed. */
export const isExplained = (error: unknown): boolean => {
  const { code } = errorDetails(error);
  return code === "UNPROCESSABLE_CONTENT" || code === "BAD_REQUEST" || code === "PRECONDITION_REQUIRED";
};
