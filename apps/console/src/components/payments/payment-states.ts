import type { RouterOutputs } from "@countinghouse/api";
import type { BadgeTone } from "@/ui/badge.tsx";

type PaymentState = RouterOutputs["payments"]["processorTransactions"]["transactions"][number]["state"];

/** How each state of a payment is called and looks. */
export const PAYMENT_STATES: Record<PaymentState, { word: string; tone: BadgeTone }> = {
  CREATED: { word: "Created", tone: "pending" },
  READY: { word: "Ready", tone: "pending" },
  SENDING: { word: "Sending", tone: "pending" },
  SUBMITTED: { word: "Submitted", tone: "info" },
  SUCCEEDED: { word: "Succeeded", tone: "success" },
  SETTLED: { word: "Settled", tone: "success" },
  FAILED: { word: "Failed", tone: "danger" },
  RETURNED: { word: "Returned", tone: "danger" },
  CHARGED_BACK: { word: "Charged back", tone: "danger" },
  UNKNOWN: { word: "Unknown outcome", tone: "warning" },
  NEEDS_REVIEW: { word: "To be settled by hand", tone: "neutral" },
  CANCELLED: { word: "Cancelled", tone: "neutral" },
};

/** The states in which no money moved, or it came back. */
export const hasNotMoved = (state: PaymentState): boolean =>
  ["FAILED", "RETURNED", "CHARGED_BACK", "CANCELLED"].includes(state);
