import type { RedactedAnswer } from "../redacted-answer.ts";

export interface CardPayment {
  /** Our own reference of this one call, 1 to 15 letters and digits; the processor tells no upper from lower case. */
  key: string;
  amountCents: number;
  /** The processor's token of the card: a secret. */
  cardToken: string;
}

export interface CardRefund extends CardPayment {
  /** The `reference` of the sale that is given back; null or empty when nobody knows it. */
  originalReference: string | null;
}

/** How a call is looked up. */
export interface CardName {
  key: string;
  /** The processor's own name of it; null or left out where it never told one. */
  reference?: string | null;
}

/** What became of a call that was answered for good. */
export type CardOutcome =
  | {
      kind: "paid";
      reference: string;
      /** What moved, less than was asked for where the bank approved a part; null when the processor does not say. */
      amountCents: number | null;
      raw: RedactedAnswer;
    }
  | {
      kind: "declined";
      /** The network's code, and what it means. */
      code: string;
      message: string;
      raw: RedactedAnswer;
    }
  /** The processor is done with it and contradicts itself: a person finds out, and it is never called again. */
  | { kind: "unclear"; reference: string; message: string; raw: RedactedAnswer }
  /** The key was used before: this call moved nothing. What the first one did, the look-up tells. */
  | { kind: "repeated" };

export interface CardLookUp {
  /**
   * "pending": the processor itself does not know yet, or will never; "unclear": it is done with it and contradicts itself, a
   * person finds out.
   */
  state: "paid" | "declined" | "pending" | "unclear";
  /** The processor's name of it; empty of a sale that was to be undone, as long as it is not. */
  reference: string;
  /** What moved, or was to move; to be compared with what was asked for. Null when the processor does not say. */
  amountCents: number | null;
  /** The network's code of a decline, else null. */
  code: string | null;
  raw: RedactedAnswer;
}

/** What a card allows. */
export interface CardAbilities {
  canPull: boolean;
  canPush: boolean;
}

/** Something that befell a payment later on, as the processor reports it once a day. */
export interface CardException {
  exceptionId: string;
  /** "CHARGEBACK", "CHARGEBACK REVERSAL", "REPRESENTMENT", "Return", "Adjustment - credit", "Adjustment - debit". */
  type: string;
  /** The network's reason, e.g. "10.4", and what it means. */
  code: string;
  description: string;
  /** The day it was posted, YYYY-MM-DD. */
  day: string;
  /** Where the case stands, in the processor's words. */
  status: string;
  /** The case, the same in every later exception about it; empty when there is none. */
  caseId: string;
  /** The key of our call. */
  key: string;
  originalReference: string;
  /** The processor's number of our programme. */
  mid: string;
  network: string;
  last4: string;
  originalAmountCents: number;
  amountCents: number;
  firstName: string;
  lastName: string;
}

/** One line of the processor's report of the transactions of a day. */
export interface CardTransaction {
  /** The processor's name of it; of a reversal, what `refund` calls a sale that was undone. */
  reference: string;
  /** Of a reversal: the name of the pull that was undone. */
  originalReference: string | null;
  /** The key of our call; empty when the processor does not tell it, and of a reversal, which has none of its own. */
  key: string;
  type: "pull" | "push" | "reversal";
  /** "pending": it was not at its end yet when the report was made, which one of a later day tells, or the row contradicts itself. */
  state: "paid" | "declined" | "pending";
  /** The same in the processor's words. */
  status: string;
  /** The network's code; empty when there is none. */
  code: string;
  /** When the processor took it, and when it came to its end; of a reversal, when the pull was taken and when it was undone. */
  createdAt: Date;
  processedAt: Date | null;
  /** What was asked for, and what has moved of it: less where the bank approved a part only, 0 where nothing moved. */
  amountCents: number;
  settledCents: number;
  last4: string;
  network: string;
  /** The processor's number of our programme. */
  mid: string;
  firstName: string;
  lastName: string;
  /** The day the report is of, YYYY-MM-DD in New York. */
  day: string;
}

/** `vendorCode` of the refusal of a refund whose sale was undone before. */
export const ALREADY_REFUNDED = "ALREADY_REFUNDED";

/** The same where the processor does not know yet what became of an earlier try to undo the sale. */
export const REVERSAL_OPEN = "REVERSAL_OPEN";

/** `vendorCode` of the error when a look-up by our key is refused, as it is a day after the call: only a person can find out then. */
export const LOOK_UP_TOO_LATE = "LOOK_UP_TOO_LATE";

/**
 * The card processor. Nothing of it can be repeated: a key used before is refused, not replayed. Calls that move money
 * throw ProviderError `refused` or `unavailable` when certainly nothing happened, and `unknown` when it may have: then
 * look up by the key once `effectWindowMs` has passed, and never call again before that has said null.
 */
export interface Cards {
  readonly capability: {
    readonly idempotencyKey: false;
    readonly lookUp: true;
    /** The longest time, in ms, in which the processor may still change what a look-up says. */
    readonly effectWindowMs: number;
  };
  pull(payment: CardPayment): Promise<CardOutcome>;
  push(payment: CardPayment): Promise<CardOutcome>;
  /**
   * Gives a sale back: by undoing it where that is still possible and the amount is the sale's own, else by sending
   * the amount to the card. Refuses more than the sale paid, and a sale undone before. After `unknown` ask
   * `lookUpRefund`: an undone sale has no key of its own.
   */
  refund(refund: CardRefund): Promise<CardOutcome>;
  /**
   * What became of a pull or push; null when the processor does not know it. It is asked by the `reference` that the
   * processor gave, also with an outcome that is unknown, however long ago. By our key it answers only for 24 hours and
   * only where the reference was lost; else this throws `unknown` with the code LOOK_UP_TOO_LATE.
   */
  lookUp(named: CardName): Promise<CardLookUp | null>;
  /**
   * The same for a refund: null when the sale is not undone and nothing was sent under the key. A sale that was undone, or
   * was to be and is not ("declined"), does not tell which refund that was: of one sale only one refund may be under way,
   * and the latter says nothing of a call within `effectWindowMs`.
   */
  lookUpRefund(refund: CardName & Pick<CardRefund, "originalReference">): Promise<CardLookUp | null>;
  /**
   * What became of the pull or push with this `reference` of the processor, however long ago; null when the processor
   * does not know it. Throws `refused` or `unavailable`.
   */
  find(reference: string): Promise<CardLookUp | null>;
  /** Throws `refused` or `unavailable`. */
  query(cardToken: string): Promise<CardAbilities>;
  /**
   * What was posted on a day (YYYY-MM-DD, New York); nothing while there is no report of that day yet. Throws `refused`
   * at the end when some of it could not be read, else as the file transfer does.
   */
  findExceptions(day: string): AsyncIterable<CardException>;
  /**
   * Every transaction of a day (YYYY-MM-DD, New York) that is over, also those that were declined or undone; null while
   * there is no report of that day yet, while one of a day on which nothing happened is there and empty. What is not in a
   * report that is there, and was read to its end, the processor did not take on that day. One may be told twice, in any
   * order, and once more on the day on which it came to its end. Throws as `findExceptions` does.
   */
  findTransactions(day: string): Promise<AsyncIterable<CardTransaction> | null>;
}
