import type { RouterOutputs } from "@countinghouse/api";
import { type DecisionOutcome, isDecisionOutcome } from "@countinghouse/validators/decisions/rules";
import type { BadgeTone } from "@/ui/badge.tsx";

type CreditCheck = RouterOutputs["applications"]["get"]["general"]["alloyStatus"];

const TONES: Record<CreditCheck, BadgeTone> = {
  Approved: "success",
  Denied: "danger",
  "Manual Review": "warning",
  Pending: "pending",
  Error: "danger",
  Expired: "warning",
};

export const creditCheckTone = (status: CreditCheck): BadgeTone => TONES[status];

const OUTCOME_TONES: Record<DecisionOutcome, BadgeTone> = {
  Success: "success",
  Approved: "success",
  Denied: "danger",
  Error: "danger",
  "Manual Review": "warning",
};

/** An outcome we do not know is shown as it came, and means nothing to the eye. */
export const outcomeTone = (outcome: string): BadgeTone =>
  isDecisionOutcome(outcome) ? OUTCOME_TONES[outcome] : "neutral";
