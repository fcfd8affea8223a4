import type { AccountVerification } from "@countinghouse/validators/bank-accounts/rules";
import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

const STATES: Record<AccountVerification, { word: string; tone: BadgeTone }> = {
  PENDING: { word: "Pending", tone: "pending" },
  VERIFIED_OPEN: { word: "Verified, open", tone: "success" },
  OPEN_NEGATIVE: { word: "Open, negative", tone: "warning" },
  CLOSED: { word: "Closed", tone: "danger" },
  NOT_FOUND: { word: "Not found", tone: "danger" },
  OWNER_MISMATCH: { word: "Owner mismatch", tone: "danger" },
  HIGH_RETURN_RISK: { word: "High return risk", tone: "warning" },
  NO_DEBIT_ALLOWED: { word: "No debit allowed", tone: "danger" },
  ERROR: { word: "Error", tone: "danger" },
};

/** What the bank verification says of an account. */
export const Verification = ({ state }: { state: AccountVerification }) => (
  <StatusBadge tone={STATES[state].tone}>{STATES[state].word}</StatusBadge>
);
