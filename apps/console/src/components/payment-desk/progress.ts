import type { RouterOutputs } from "@countinghouse/api";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { isPaid, isUnaccounted } from "@countinghouse/validators/payments/states";

/** The order without the passcode, which is never stored. */
export type Order = Omit<RunPayment, "passcode" | "confirmed">;
export type Confirmed = RunPayment["confirmed"];
export type Outcome = NonNullable<RouterOutputs["payments"]["status"]>;

/** The state of the last payment of this page. */
export type Progress =
  | { step: "none" }
  | { step: "paid"; order: Order; outcome: Outcome }
  | { step: "declined"; order: Order; outcome: Outcome }
  | Unknown;

export type Unknown = {
  step: "unknown";
  order: Order;
  /** Names the call; its only known id when the answer was lost. */
  requestId: string;
  /** Null while it is unknown whether the call made a payment. */
  outcome: Outcome | null;
  /** True when the server reported that it has no such call. */
  isNotBegun: boolean;
};

/** Returns the progress for an answer of the server. */
export function toProgress(order: Order, requestId: string, outcome: Outcome): Progress {
  if (isPaid(outcome.state)) return { step: "paid", order, outcome };
  if (isUnaccounted(outcome.state)) return { step: "unknown", order, requestId, outcome, isNotBegun: false };
  return { step: "declined", order, outcome };
}
