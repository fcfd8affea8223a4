import { errorDetails } from "./errors.ts";

/** What waits for a second person, as the refusal of a press tells it; null where the error is another one. */
export function waitingApproval(error: unknown): { approvalId: string; message: string } | null {
  const { code, facts, message } = errorDetails(error);
  const { approvalId } = facts;
  return code === "PRECONDITION_REQUIRED" && typeof approvalId === "string" ? { approvalId, message } : null;
}

/** Whether a press was answered with an approval that is over: pressed again, it is asked for anew. */
export function isApprovalOver(error: unknown): boolean {
  const { code, facts } = errorDetails(error);
  return code === "CONFLICT" && typeof facts.approvalId === "string";
}
