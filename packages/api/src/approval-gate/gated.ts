import { ACTIONS, type HeldContractAction } from "@countinghouse/validators/contract/contracts";
import type { AuditAction } from "../audit-actions.ts";

/** The commands of the domains without a contract that the approval rules can hold. */
const UNCONTRACTED = [
  "automation.run",
  "bulkJobs.start.BULK_ACH",
  "bulkJobs.start.BULK_DEBIT",
  "bulkJobs.start.REVERT",
  "doNotFund.clear",
  "loans.return",
  "paymentSchedules.process",
  "remarks.end",
  "settings.set",
] as const satisfies readonly AuditAction[];

/** A command that the approval rules can hold for a second person. It reports its facts (`Done.approval`). */
export type GatedAction = (typeof UNCONTRACTED)[number] | HeldContractAction;

export const GATED_ACTIONS: readonly GatedAction[] = [
  ...UNCONTRACTED,
  ...ACTIONS.flatMap(({ action, isHeld }) => (isHeld ? [action as HeldContractAction] : [])),
];

/** Returns true if the approval rules can hold this command. */
export const isGated = (action: AuditAction): action is GatedAction =>
  (GATED_ACTIONS as readonly AuditAction[]).includes(action);
