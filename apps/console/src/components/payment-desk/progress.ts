import type { RouterOutputs } from "@countinghouse/api";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { isPaid, isUnaccounted } from "@countinghouse/validators/payments/states";

/** What is to be done, without the passcode, which is kept nowhere. */
export type Order = Omit<RunPayment, "passcode" | "confirmed">;
export type Confirmed = RunPayment["confirmed"];
export type Outcome = NonNullable<RouterOutputs["payments"]["status"]>;

/** Where the last payment of this page stands. */
export type Progress =
  | { step: "none" }
  | { step: "paid"; order: Order; outcome: Outcome }
  | { step: "declined"; order: Order; outcome: Outcome }
  | Unknown;

export type Unknown = {
  step: "unknown";
  order: Order;
  /** Names the call; the only thing known of it when its answer was lost. */
  requestId: string;
  /** Null while it is not known whether the call made a payment. */
  outcome: Outcome | null;
  /** The server was asked and knows of no such call. */
  isNotBegun: boolean;
};

/** What an answer of the server comes to. */
export function toProgress(order: Order, requestId: string, outcome: Outcome): Progress {
  if (isPaid(outcome.state)) return { step: "paid", order, outcome };
  if (isUnaccounted(outcome.state)) return { step: "unknown", order, requestId, outcome, isNotBegun: false };
  return { step: "declined", order, outcome };
}
