import type { ReadDb } from "@countinghouse/db";
import { APPROVAL_TEXTS as TEXT, whyNotDone } from "@countinghouse/validators/approvals/rules";
import { DomainError } from "../errors.ts";
import { WaitsForApproval } from "./gate.ts";

/** Returns the error for a repeated request of a command that waits or was not executed. */
export async function whyNotAnswered(
  db: ReadDb,
  { actor, action, requestId }: { actor: string; action: string; requestId: string },
): Promise<DomainError> {
  const approval = await db.approval.findFirst({
    where: { makerId: actor.replace(/^admin:/, ""), action, requestId },
    select: { id: true, title: true, reasons: true, state: true, message: true },
  });
  if (approval === null) return new DomainError("CONFLICT", TEXT.notWaiting);
  const { state } = approval;
  if (state === "WAITING" || state === "APPROVED") return new WaitsForApproval(approval);
  return new DomainError("CONFLICT", whyNotDone(approval), { approvalId: approval.id });
}
