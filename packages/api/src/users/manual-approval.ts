import { whyNotManuallyApprove } from "@countinghouse/validators/applications/manual-approval";
import { APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { users } from "@countinghouse/validators/users/contract";
import type { MarkManuallyApproved } from "@countinghouse/validators/users/schemas";
import { readRules } from "../approval-gate/facts.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";

const APPROVED_STEP = { name: "Manual Review Approved", eventId: 120 };

/**
 * Approves the credit check of a user's newest application by hand. Throws RULE without an application, for a check that is already
 * Approved, or without a required reason; CONFLICT when another request changed the application.
 */
export function markManuallyApproved(ctx: AdminCtx, input: MarkManuallyApproved & { requestId: string }) {
  return ctx.command(commandSpec(users.markManuallyApproved, input), async ({ tx, now }) => {
    const { version: rulesVersion, rules } = await readRules(tx);
    if (rules.MANUAL_APPROVE.always && input.reason === "") throw new DomainError("RULE", TEXT.reasonMissing);
    const application = await tx.application.findFirst({
      where: { userId: input.userId },
      orderBy: { id: "desc" },
      select: { id: true, alloyStatus: true, version: true },
    });
    refuseWhen(whyNotManuallyApprove({ alloyStatus: application?.alloyStatus ?? null }));
    const { count } = await tx.application.updateMany({
      where: { id: application?.id ?? 0, version: application?.version ?? 0 },
      data: { alloyStatus: "Approved", manuallyApprovedAt: now, version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("CONFLICT", "The application has changed. Reload and try again.");
    await tx.journeyEvent.create({
      data: {
        userId: input.userId,
        applicationId: application?.id ?? null,
        ...APPROVED_STEP,
        happenedAt: now,
      },
    });
    return {
      result: { message: GENERAL_MESSAGES.requestSent },
      audit: {
        subject: { type: "user", id: input.userId },
        before: { applicationId: application?.id, alloyStatus: application?.alloyStatus },
        after: { alloyStatus: "Approved", ...(input.reason !== "" && { reason: input.reason }) },
      },
      approval: {
        matters: ["MANUAL_APPROVE"],
        title: input.reason === "" ? "Manual Approve" : `Manual Approve: ${input.reason}`,
        userId: input.userId,
        amountCents: null,
        rulesVersion,
      },
    };
  });
}
