/** The meaning of a state for the money. */
type Outcome =
  /** Not sent yet. */
  | "waiting"
  /** The money may have moved, and a worker finds out. */
  | "open"
  /** The money may have moved, and only a person can find out. */
  | "review"
  /** The money has moved, as far as the processor has reported. */
  | "paid"
  /** Sent, and the money never moved. */
  | "failed"
  /** Never sent. */
  | "cancelled"
  /** The money moved and came back. */
  | "returned";

interface PaymentStateFacts {
  outcome: Outcome;
  /** The status that a row of a bulk job or of payment automation shows for a payment in this state. */
  row: "CLAIMED" | "DONE" | "UNKNOWN" | "FAILED";
  word: string;
  tone: "pending" | "info" | "success" | "danger" | "warning" | "neutral";
}

/**
 * Every state of a payment, with its meaning for the money, for a row of a job and on the screen. The database has the column `row`
 * as the function payment_row_state; a test compares the two.
 */
export const PAYMENT_STATES = {
  CREATED: { outcome: "waiting", row: "CLAIMED", word: "Created", tone: "pending" },
  READY: { outcome: "waiting", row: "CLAIMED", word: "Ready", tone: "pending" },
  SENDING: { outcome: "open", row: "CLAIMED", word: "Sending", tone: "pending" },
  SUBMITTED: { outcome: "paid", row: "DONE", word: "Submitted", tone: "info" },
  SUCCEEDED: { outcome: "paid", row: "DONE", word: "Succeeded", tone: "success" },
  SETTLED: { outcome: "paid", row: "DONE", word: "Settled", tone: "success" },
  FAILED: { outcome: "failed", row: "FAILED", word: "Failed", tone: "danger" },
  CANCELLED: { outcome: "cancelled", row: "FAILED", word: "Cancelled", tone: "neutral" },
  RETURNED: { outcome: "returned", row: "FAILED", word: "Returned", tone: "danger" },
  CHARGED_BACK: { outcome: "returned", row: "FAILED", word: "Charged back", tone: "danger" },
  UNKNOWN: { outcome: "open", row: "UNKNOWN", word: "Unknown outcome", tone: "warning" },
  NEEDS_REVIEW: { outcome: "review", row: "UNKNOWN", word: "To be settled by hand", tone: "neutral" },
} as const satisfies Record<string, PaymentStateFacts>;

export type PaymentState = keyof typeof PAYMENT_STATES;

const NAMES = Object.keys(PAYMENT_STATES) as PaymentState[];

type StateOf<Wanted extends Outcome> = {
  [Name in PaymentState]: (typeof PAYMENT_STATES)[Name]["outcome"] extends Wanted ? Name : never;
}[PaymentState];

function statesWith<Wanted extends Outcome>(...outcomes: readonly Wanted[]): readonly StateOf<Wanted>[] {
  const wanted: readonly Outcome[] = outcomes;
  return NAMES.filter((name): name is StateOf<Wanted> => wanted.includes(PAYMENT_STATES[name].outcome));
}

/** States of payments that wait to be sent. */
export const WAITING_STATES = statesWith("waiting");
/** States of payments that wait to be sent, or whose outcome a worker finds out. */
export const OPEN_STATES = statesWith("waiting", "open");
/** States in which the money has moved, as far as the processor has reported. */
export const PAID_STATES = statesWith("paid");
/** States in which no money moved, or it came back. The same payment may be made again. */
export const UNPAID_STATES = statesWith("failed", "cancelled", "returned");
/** States in which the money moved and came back. */
export const RETURNED_STATES = statesWith("returned");
/** States in which the money moved. It may have come back. */
export const MOVED_STATES = statesWith("paid", "returned");
/** States in which the money may move or have moved. No similar payment starts before the outcome is known. */
export const UNACCOUNTED_STATES = statesWith("waiting", "open", "review");
/** States of payments that were sent to a processor. */
export const SENT_STATES = statesWith("open", "review", "paid", "failed", "returned");
export type SentState = (typeof SENT_STATES)[number];
/** States of sent payments whose outcome a worker looks up. */
export const LOOKED_UP_STATES = statesWith("open");
/** States of sent payments without an outcome. The result of a lookup or a report counts for them. */
export const UNANSWERED_STATES = statesWith("open", "review");
/** States of payments without moved money. A processor's report that money moved comes late for them. */
export const UNMOVED_STATES = statesWith("failed", "cancelled");

/** States of fundings that leave their application free for another funding. A charged-back funding does not. */
export const ENDED_FUNDING_STATES = UNPAID_STATES.filter((state) => state !== "CHARGED_BACK");
/** States that page "Today" lists as failed. It also lists a payment that a rule cancelled. A chargeback is another item. */
export const FAILED_STATES = ENDED_FUNDING_STATES.filter((state) => state !== "CANCELLED");
/** States that an import gives to payments of the former system. */
export const IMPORTED_STATES = ["SUCCEEDED", "FAILED", "RETURNED"] as const satisfies readonly PaymentState[];

/** States of payments on their way to the processor. */
export const BEING_SENT_STATES = NAMES.filter((name) => PAYMENT_STATES[name].row === "CLAIMED");
/** States of sent payments with an unknown outcome. */
export const UNKNOWN_STATES = NAMES.filter((name) => PAYMENT_STATES[name].row === "UNKNOWN");

/** States in which the money has arrived (specification 2 section 2: 'a successful payments table'). */
export const SUCCESSFUL_STATES = PAID_STATES.filter((state) => state !== "SUBMITTED");
/** States of payments in progress: the outcome is unknown, or the bank has not confirmed the payment. */
export const IN_PROGRESS_STATES = [...UNACCOUNTED_STATES, "SUBMITTED"] as const;
export type InProgressState = (typeof IN_PROGRESS_STATES)[number];

const includes = (states: readonly PaymentState[], state: PaymentState): boolean => states.includes(state);

export const isWaiting = (state: PaymentState): boolean => includes(WAITING_STATES, state);
export const isSent = (state: PaymentState): boolean => includes(SENT_STATES, state);
export const isOpen = (state: PaymentState): boolean => includes(OPEN_STATES, state);
export const isPaid = (state: PaymentState): boolean => includes(PAID_STATES, state);
export const isUnpaid = (state: PaymentState): boolean => includes(UNPAID_STATES, state);
/** Returns true while the outcome is unknown: a worker or a person must find it out. */
export const isUnaccounted = (state: PaymentState): boolean => includes(UNACCOUNTED_STATES, state);

/** Returns true while the payment is on its way to the processor. */
export const isBeingSent = (state: PaymentState): boolean => includes(BEING_SENT_STATES, state);
/** Returns true while a worker looks up the outcome. */
export const isLookedUp = (state: PaymentState): boolean => includes(LOOKED_UP_STATES, state);
export const isUnanswered = (state: PaymentState): boolean => includes(UNANSWERED_STATES, state);
export const isUnmoved = (state: PaymentState): state is (typeof UNMOVED_STATES)[number] =>
  includes(UNMOVED_STATES, state);
/** Returns true while no one knows the outcome of a sent payment. */
export const isUnknown = (state: PaymentState): boolean => includes(UNKNOWN_STATES, state);
/** Returns true when the money moved and came back. */
export const isReturned = (state: PaymentState): boolean => includes(RETURNED_STATES, state);
/** Returns true when the money moved. It may have come back. */
export const isMoved = (state: PaymentState): boolean => includes(MOVED_STATES, state);
/** Returns true when the application of this funding may be funded again. */
export const isEndedFunding = (state: PaymentState): boolean => includes(ENDED_FUNDING_STATES, state);

/** Returns the status that a row of a job shows for a payment in this state. */
export const toRowState = (state: PaymentState): PaymentStateFacts["row"] => PAYMENT_STATES[state].row;
