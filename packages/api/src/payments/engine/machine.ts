import type { PaymentKind, PaymentState } from "@countinghouse/db";

/** A processor's answer without account numbers, names or tokens. It may be stored and shown. */
export type Answer = Record<string, unknown>;

/** The result of one call or one lookup. */
export type Verdict =
  | {
      state: "SUBMITTED" | "SUCCEEDED";
      reference: string;
      /** Cents that moved, as the processor reports them; null when it reports no amount. */
      amountCents: number | null;
      /** True when the amount may be less than the order: a bank may approve a part of a sale. */
      isPart?: boolean;
      answer: Answer;
    }
  | { state: "FAILED"; code: string; message: string; reference?: string | undefined; answer: Answer | null }
  /**
   * The money may have moved, so no worker sends the payment again before a lookup. Any answer is stored. `isFinal`: the processor
   * has ended the payment and will give no other answer, so a person must decide at once.
   */
  | { state: "UNKNOWN"; message: string; isFinal?: true; reference?: string; answer?: Answer };

/** The call for an intent, as stored before the call is made. */
export interface Attempt<Instrument = unknown> {
  intentId: string;
  kind: PaymentKind;
  amountCents: number;
  /** Our key of this attempt at the processor. It is the same in every call for the attempt. */
  key: string;
  /** The processor's own reference of the attempt, or null before it gives one. */
  reference: string | null;
  sentAt: Date;
  /** Until then the processor may still be working on the call, so a lookup without a result proves nothing. */
  effectUntil: Date;
  /** The number of lookups at the claim. A result without moved money is dropped once a later worker has claimed the intent. */
  lookUps: number;
  /** The source or the target of the money, opened for this call only. */
  instrument: Instrument;
}

/** The task of a worker that claims an intent. */
export type Task<Instrument = unknown> =
  /** No worker has called yet. */
  | { do: "call"; attempt: Attempt<Instrument> }
  /**
   * A worker called, or was about to, and stored no outcome. `mayResend`: that call never got an answer and is over, and the rules
   * still allow the payment.
   */
  | { do: "look"; attempt: Attempt<Instrument>; mayResend: boolean }
  /** The intent is finished, not due, held, claimed by another worker, or was cancelled just now. */
  | { do: "nothing"; state: PaymentState };

/** The store of intents. Each method is one transaction; the worker may die between two of them. */
export interface IntentStore<Instrument = unknown> {
  /** Locks the intent, checks the rules again, and gives its task to one worker at a time. */
  take: (intentId: string, options?: { isEarly?: boolean }) => Promise<Task<Instrument>>;
  /**
   * Schedules a lookup for the end of the effect window and stores what the processor answered so far. Returns the state of the
   * intent.
   */
  askAfterWindow: (attempt: Attempt<Instrument>, told: Told) => Promise<PaymentState>;
  /**
   * Releases an intent that this worker claimed and made no call for. The next worker may claim it after `afterMs`, by default at
   * once. Does nothing when another worker has claimed it since. Returns the state of the intent.
   */
  giveBack: (attempt: Attempt<Instrument>, afterMs?: number) => Promise<PaymentState>;
  /**
   * Records a result with all its effects. Moved money is recorded even over a failure or a cancellation. Any other result is
   * dropped when there is an outcome already, or when another worker has claimed the intent since.
   */
  record: (attempt: Attempt<Instrument>, verdict: Verdict | GiveUp) => Promise<PaymentState>;
}

/** The part of an answer without an outcome that is stored: the processor's reference of the attempt, and the answer itself. */
export type Told = Pick<Extract<Verdict, { state: "UNKNOWN" }>, "reference" | "answer">;

/** Only a person can find out the outcome. */
export interface GiveUp {
  state: "NEEDS_REVIEW";
  message: string;
}

/** A rail that moves money. It sends once for a key, and can report the outcome of a key afterwards. */
export interface Processor<Instrument = unknown> {
  /** Sends the payment. Throws NotSent only: an unclear outcome is UNKNOWN. */
  send: (attempt: Attempt<Instrument>) => Promise<Verdict>;
  /** Returns the outcome of the attempt, or null when the processor does not know the attempt. Never throws. */
  lookUp: (attempt: Attempt<Instrument>) => Promise<Verdict | null>;
}

export interface Machine<Instrument = unknown> {
  store: IntentStore<Instrument>;
  processorFor: (kind: PaymentKind) => Processor<Instrument>;
  now: () => Date;
  /** A worker that was delayed for longer makes no call: the next worker may have found that none was made. */
  callWithinMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Returns the wait in ms before the next lookup after one without an outcome. It is as long as the payment has been open, at least
 * a minute and at most an hour. It depends on the age and not on the number of claims, so dead workers and repeated clicks of staff
 * delay no lookup.
 */
export const askAgainMs = (openMs: number): number => Math.min(Math.max(openMs, MINUTE), HOUR);

/** Thrown by `send` when it made no call. The next worker may make the call. */
export class NotSent extends Error {
  override readonly name = "NotSent";
}

const SECOND = 1000;
const NOT_SENT_PART = 1 / 4;

/**
 * Returns the wait in ms after a call that could not be made. It is a part of the time that the payment has been open, and at least
 * two seconds.
 */
const notSentMs = (openMs: number): number => Math.max(NOT_SENT_PART * openMs, 2 * SECOND);

/** After this time a processor may have forgotten our key, so a person decides. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Shown when the processor does not know the payment after its effect window. The processor may still have the call. Only two facts
 * prove that no money moved: its refusal, or the reports of the days that must hold the payment (reports/account-for.ts).
 */
export const NOT_FOUND_YET =
  "The processor has no record of this payment yet. It may still arrive. Do not repeat it.";

/**
 * Takes an intent one step further and returns its state. Calls the processor for an intent that was not sent, and looks up one
 * without an outcome. Several workers may step one intent at the same time, and each may die at any point. The money moves at most
 * once, and the next worker goes on.
 */
export async function stepIntent<Instrument>(
  machine: Machine<Instrument>,
  intentId: string,
  options: { isEarly?: boolean } = {},
): Promise<PaymentState> {
  const begunAt = machine.now();
  const task = await machine.store.take(intentId, options);
  switch (task.do) {
    case "nothing":
      return task.state;
    case "call":
      return send(machine, task.attempt, begunAt, { isRepeated: false });
    default:
      return lookUp(machine, task, begunAt);
  }
}

async function send<Instrument>(
  { store, processorFor, now, callWithinMs }: Machine<Instrument>,
  attempt: Attempt<Instrument>,
  begunAt: Date,
  { isRepeated }: { isRepeated: boolean },
): Promise<PaymentState> {
  if (now().getTime() - begunAt.getTime() >= callWithinMs) return store.giveBack(attempt);
  const said = await processorFor(attempt.kind)
    .send(attempt)
    .catch(async (error: unknown) => {
      // When the database does not answer either, the claim lasts as long as for a call.
      if (error instanceof NotSent)
        await store
          .giveBack(attempt, notSentMs(now().getTime() - attempt.sentAt.getTime()))
          .catch(() => null);
      throw error;
    });
  const verdict = checked(attempt, said);
  // A refused second call proves nothing about the first call. A lookup finds whether the first was refused as well.
  if (isRepeated && verdict.state === "FAILED") return store.record(attempt, unknown(FIRST_CALL_OPEN));
  return recordAndAsk(store, attempt, verdict, isFinal(verdict));
}

const isFinal = (verdict: Verdict): boolean => verdict.state === "UNKNOWN" && verdict.isFinal === true;

/** Records a verdict. With `isForPerson`, leaves a payment that is still unknown to a person. */
async function recordAndAsk<Instrument>(
  store: IntentStore<Instrument>,
  attempt: Attempt<Instrument>,
  verdict: Verdict,
  isForPerson: boolean,
): Promise<PaymentState> {
  const state = await store.record(attempt, verdict);
  return isForPerson && verdict.state === "UNKNOWN"
    ? store.record(attempt, { state: "NEEDS_REVIEW", message: verdict.message })
    : state;
}

const FIRST_CALL_OPEN =
  "The processor refused this payment, but an earlier call for it may still arrive. Do not repeat.";

async function lookUp<Instrument>(
  machine: Machine<Instrument>,
  { attempt, mayResend }: Extract<Task<Instrument>, { do: "look" }>,
  begunAt: Date,
): Promise<PaymentState> {
  const { store, processorFor, now } = machine;
  const looked = await processorFor(attempt.kind).lookUp(attempt);
  const isForgotten = now().getTime() - attempt.sentAt.getTime() >= GIVE_UP_AFTER_MS;
  const verdict =
    looked === null ? unknown(isForgotten ? FORGOTTEN : NOT_FOUND_YET) : checked(attempt, looked);
  // The call may still be under way, and a lookup alone does not know how it ends.
  if (isOpenYet(attempt, verdict) && !isForgotten && begunAt < attempt.effectUntil)
    return store.askAfterWindow(attempt, verdict.state === "UNKNOWN" ? verdict : {});
  // The key is the same: if the first call still arrives, the processor accepts only one of the two.
  if (looked === null && !isForgotten && mayResend)
    return send(machine, attempt, begunAt, { isRepeated: true });
  return recordAndAsk(store, attempt, verdict, isForgotten || isFinal(verdict));
}

/**
 * Returns true while the outcome may still change. A failed refund is open too: the failed reversal of the sale may belong to an
 * earlier refund.
 */
const isOpenYet = ({ kind }: Attempt, verdict: Verdict): boolean =>
  verdict.state === "UNKNOWN" ? !isFinal(verdict) : verdict.state === "FAILED" && kind === "REFUND";

const FORGOTTEN = "The processor has no record of this payment.";

const unknown = (message: string): Verdict => ({ state: "UNKNOWN", message });

/** Returns UNKNOWN for a verdict with another amount than the order, unless the processor reports a part of it. */
function checked(attempt: Attempt, verdict: Verdict): Verdict {
  if (!("amountCents" in verdict) || verdict.amountCents === null) return verdict;
  const { amountCents, isPart = false, reference, answer } = verdict;
  if (amountCents === attempt.amountCents) return verdict;
  if (isPart && amountCents > 0 && amountCents < attempt.amountCents) return verdict;
  const message = `The processor reports ${amountCents} cents instead of ${attempt.amountCents}.`;
  return { state: "UNKNOWN", message, reference, answer };
}
