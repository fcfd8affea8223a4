import type { RedactedAnswer } from "../redacted-answer.ts";

/**
 * DEBIT takes money from an account, CREDIT sends money to one, RECREDIT sends it again under a new key after the
 * first came back, RCC takes it by a remotely created check (specification 2).
 */
export type AchMode = "DEBIT" | "CREDIT" | "RECREDIT" | "RCC";

export type AchAccountType = "personalChecking" | "personalSavings" | "businessChecking" | "businessSavings";

export interface AchPayment {
  /** Our own reference of this one call, 1 to 50 characters. */
  key: string;
  amountCents: number;
  routing: string;
  /** The whole number of the account: a secret. */
  accountNumber: string;
  accountType: AchAccountType;
  firstName: string;
  lastName: string;
  /** Null for an account that is a person's own. */
  companyName: string | null;
}

/** What became of a call that was answered for good. */
export type AchOutcome =
  /** The processor took it. Nothing has moved yet, and it may still come back. */
  | { kind: "accepted"; reference: string; raw: RedactedAnswer }
  | { kind: "rejected"; code: string; message: string; raw: RedactedAnswer }
  /** This call moved nothing, because its key was used before, as the processor says. What became of the first? Look up. */
  | { kind: "repeated"; message: string; raw: RedactedAnswer };

/** The way of a payment: pending, sentToBank, settled, settledThenReturned; the others end it before. */
export type AchStatus =
  | "invalidated"
  | "pending"
  | "sentToBank"
  | "returned"
  | "settled"
  | "settledThenReturned"
  | "voided"
  | "refunded";

export interface AchLookUp {
  status: AchStatus;
  reference: string;
  /** To be compared with what was asked for. */
  amountCents: number;
  /** The bank's code when it came back, e.g. "R01"; else null. */
  returnCode: string | null;
  raw: RedactedAnswer;
}

/** What a bank sent back about a payment. */
export interface AchReturn {
  /** "notificationOfChange": the payment goes on, the bank corrects a detail of it (the C codes). */
  kind: "returnedBeforeSettlement" | "returnedAfterSettlement" | "notificationOfChange";
  reference: string;
  /** Our key; null when the processor does not tell it. */
  key: string | null;
  amountCents: number;
  /** What came back: 0 for a notification of change. */
  returnedCents: number;
  /** "R01", "C01" … */
  code: string;
  /** The bank's words. Those of a notification of change are the right number of an account: a secret. */
  addenda: string;
  /** YYYY-MM-DD */
  returnedOn: string;
  /** Null when the processor tells no more of the account. */
  accountLast4: string | null;
  name: string;
  raw: RedactedAnswer;
}

export interface AchSettlement {
  direction: "debit" | "credit";
  reference: string;
  /** Our key; null when the processor does not tell it. */
  key: string | null;
  amountCents: number;
  /** YYYY-MM-DD */
  settledOn: string;
  /** Null when the processor tells no more of the account. */
  accountLast4: string | null;
  raw: RedactedAnswer;
}

/**
 * The processor of bank transfers. Nothing of it can be repeated: a key used before is refused, not replayed. `send`
 * throws ProviderError `refused` or `unavailable` when certainly nothing happened, and `unknown` when it may have: then
 * look up by the key once `effectWindowMs` has passed, and never send again before that has said null. The rest only reads,
 * so none of its failures is `unknown`.
 */
export interface Ach {
  readonly capability: {
    readonly idempotencyKey: false;
    readonly lookUp: true;
    /** The longest time, in ms, until a call that we gave up on shows in a look-up. */
    readonly effectWindowMs: number;
  };
  send(mode: AchMode, payment: AchPayment): Promise<AchOutcome>;
  /** What became of the payment with this key; null when the processor does not know the key. */
  lookUp(key: string): Promise<AchLookUp | null>;
  /** The key of the payment with this `reference` of the processor, whose reports do not tell it; null when it knows none. */
  findKey(reference: string): Promise<string | null>;
  /**
   * What came back from the first to the last of these days (YYYY-MM-DD, New York), both included. A day is complete
   * only on the next one, towards noon. One return may be told twice.
   */
  returnsBetween(firstDay: string, lastDay: string): AsyncIterable<AchReturn>;
  /** What settled on these days and has not come back since, in the same way. */
  settlementsBetween(firstDay: string, lastDay: string): AsyncIterable<AchSettlement>;
}
