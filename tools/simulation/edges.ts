import type { PaymentState } from "../../packages/db/src/index.ts";

/** The allowed moves of an intent, as the migrations give them to the database. */
export const EDGES: Record<PaymentState, readonly PaymentState[]> = {
  CREATED: ["READY"],
  READY: ["SENDING", "CANCELLED"],
  SENDING: ["SUBMITTED", "SUCCEEDED", "FAILED", "UNKNOWN"],
  SUBMITTED: ["SETTLED", "RETURNED"],
  SUCCEEDED: ["CHARGED_BACK", "RETURNED"],
  FAILED: ["SUBMITTED", "SUCCEEDED"],
  UNKNOWN: ["SUBMITTED", "SUCCEEDED", "FAILED", "NEEDS_REVIEW"],
  NEEDS_REVIEW: ["SUBMITTED", "SUCCEEDED", "FAILED"],
  SETTLED: ["RETURNED"],
  RETURNED: [],
  CHARGED_BACK: ["SUCCEEDED"],
  CANCELLED: ["SUBMITTED", "SUCCEEDED"],
};
