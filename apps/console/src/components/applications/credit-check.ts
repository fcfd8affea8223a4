import type { RouterOutputs } from "@countinghouse/api";
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
