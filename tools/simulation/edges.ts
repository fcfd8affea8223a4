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

/** States that say that the money has moved and has not come back. */
export const PAID: ReadonlySet<PaymentState> = new Set(["SUBMITTED", "SUCCEEDED", "SETTLED"]);
/** States that say that it moved and came back. */
export const CAME_BACK: ReadonlySet<PaymentState> = new Set(["RETURNED", "CHARGED_BACK"]);
/** States in which a funding does not stand in the way of another one. */
export const NOT_LIVE: ReadonlySet<PaymentState> = new Set(["FAILED", "CANCELLED", "RETURNED"]);
/** States that say that no money has moved: the processor's word that it has comes late. */
export const SAID_UNMOVED: ReadonlySet<PaymentState> = new Set(["FAILED", "CANCELLED"]);
