import type { AuditAction } from "../audit-actions.ts";

/** The commands that the approval rules may stop. Each reports its facts (`Done.approval`). */
export const GATED_ACTIONS = [
  "approvals.setRules",
  "automation.run",
  "bulkJobs.start.BULK_ACH",
  "bulkJobs.start.BULK_DEBIT",
  "bulkJobs.start.REVERT",
  "doNotFund.clear",
  "loans.return",
  "paymentSchedules.process",
  "payments.recordManual",
  "payments.run",
  "payments.setHold",
  "remarks.end",
  "settings.set",
  "users.manualApprove",
] as const satisfies readonly AuditAction[];

export type GatedAction = (typeof GATED_ACTIONS)[number];

/** Returns true if the approval rules may stop this command. */
export const isGated = (action: AuditAction): action is GatedAction =>
  (GATED_ACTIONS as readonly AuditAction[]).includes(action);
