import type { PaymentKind, PaymentState } from "@countinghouse/db";

/** What a processor said, without account numbers, names or tokens: it may be kept and shown. */
export type Answer = Record<string, unknown>;

/** What one call, or one look at what became of it, has established. */
export type Verdict =
  | {
      state: "SUBMITTED" | "SUCCEEDED";
      reference: string;
      /** What it says has moved; null where it does not say. */
      amountCents: number | null;
      /** Whether that may be less than was ordered: the processor approved a part and says so. */
      isPart?: boolean;
      answer: Answer;
    }
  | { state: "FAILED"; code: string; message: string; reference?: string | undefined; answer: Answer | null }
  /**
   * It may have happened: nobody sends it again before the processor was asked. What it answered is kept all the same.
   * `isFinal`: the processor is done with it and will not say anything else, so that a person is asked at once.
   */
  | { state: "UNKNOWN"; message: string; isFinal?: true; reference?: string; answer?: Answer };

/** One intent's call, as it was written down before it is made. */
export interface Attempt<Instrument = unknown> {
  intentId: string;
  kind: PaymentKind;
  amountCents: number;
  /** What the processor knows this attempt by. The same in every call for it. */
  key: string;
  /** The processor's own name of it, where it ever told one. */
  reference: string | null;
  sentAt: Date;
  /** Until then the processor may still be working on the call: that it knows nothing of it says nothing before. */
  effectUntil: Date;
  /** How often it was looked after when it was taken. A later worker's finding outweighs that nothing happened. */
  lookUps: number;
  /** Where the money comes from or goes to; opened for this call only. */
  instrument: Instrument;
}

/** What a worker that took an intent has to do with it. */
export type Task<Instrument = unknown> =
  /** Nobody has called yet. */
  | { do: "call"; attempt: Attempt<Instrument> }
  /** Somebody called, or meant to, and left no outcome. It may be sent again where the worker died with the order to pay. */
  | { do: "look"; attempt: Attempt<Instrument>; mayResend: boolean }
  /** It is finished, another worker has it, or it was cancelled just now. */
  | { do: "nothing"; state: PaymentState };

/** Where intents are kept. Each method is one transaction; between them the worker may die. */
export interface IntentStore<Instrument = unknown> {
  /** Locks the intent, checks the rules again, and gives out what is to be done, to one worker at a time. */
  take: (intentId: string, options?: { isEarly?: boolean }) => Promise<Task<Instrument>>;
  /**
   * Has the processor asked once more when it can not be working on the call any more; what it told so far is kept. Returns
   * where the intent stands.
   */
  askAfterWindow: (attempt: Attempt<Instrument>, told: Told) => Promise<PaymentState>;
  /**
   * Lets the next worker have what this one took and made no call for, at once or after so many ms, unless somebody has taken it
   * since. Returns where the intent stands.
   */
  giveBack: (attempt: Attempt<Instrument>, afterMs?: number) => Promise<PaymentState>;
  /**
   * Writes down what was established, with all that follows from it. That money has moved is written whatever was
   * written before; anything else neither where an outcome is there nor when another worker has taken the intent since.
   */
  record: (attempt: Attempt<Instrument>, verdict: Verdict | GiveUp) => Promise<PaymentState>;
}

/** What an answer told beside the outcome: how the processor names the attempt, and the answer itself. */
export type Told = Pick<Extract<Verdict, { state: "UNKNOWN" }>, "reference" | "answer">;

/** Nobody but a person can find out any more. */
export interface GiveUp {
  state: "NEEDS_REVIEW";
  message: string;
}

/** A rail that moves money: sends once for a key, and can say afterwards what became of the key. */
export interface Processor<Instrument = unknown> {
  /** Throws NotSent alone: what cannot be told is UNKNOWN. */
  send: (attempt: Attempt<Instrument>) => Promise<Verdict>;
  /** What became of the attempt; null when the processor has never heard of it. Never throws. */
  lookUp: (attempt: Attempt<Instrument>) => Promise<Verdict | null>;
}

export interface Machine<Instrument = unknown> {
  store: IntentStore<Instrument>;
  processorFor: (kind: PaymentKind) => Processor<Instrument>;
  now: () => Date;
  /** A worker that was held up for longer makes no call any more: the next one may have found that none was made. */
  callWithinMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long after a look-up the processor is asked again that could not say, in ms: as long again as the payment has been
 * open, a minute at least and an hour at most. By its age, not by how often it was taken: workers that died while they asked,
 * and staff who pressed again, put nothing off.
 */
export const askAgainMs = (openMs: number): number => Math.min(Math.max(openMs, MINUTE), HOUR);

/** Thrown by `send` instead of a call: none was made, and the next worker may make it. */
export class NotSent extends Error {
  override readonly name = "NotSent";
}

const SECOND = 1000;
const NOT_SENT_PART = 1 / 4;

/** How long after a call could not be made it is tried again, in ms: a part of the time the payment has been open, two seconds at least. */
const notSentMs = (openMs: number): number => Math.max(NOT_SENT_PART * openMs, 2 * SECOND);

/** After this long a processor may have forgotten our reference: then a person decides. */
export const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Said where the processor was asked after its effect window and knows of nothing. It may still have the call: that no
 * money moved is said by its refusal, or by the reports of the days that must hold the payment (reports/account-for.ts).
 */
export const NOT_FOUND_YET =
  "The processor does not know this payment so far. It may still take it: do not repeat.";

/**
 * Takes an intent one step further and returns where it stands: claims and calls what nobody has sent, asks after
 * what nobody knows the outcome of. Any number of workers may do this to the same intent at the same time, and each
 * may die at any point: the money moves at most once, and the next worker goes on.
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
      // Where the database does not answer either, it stays left to this worker for as long as a call would take.
      if (error instanceof NotSent)
        await store
          .giveBack(attempt, notSentMs(now().getTime() - attempt.sentAt.getTime()))
          .catch(() => null);
      throw error;
    });
  const verdict = checked(attempt, said);
  // What is refused to the second call says nothing of the first: a look-up tells whether it was refused as well.
  if (isRepeated && verdict.state === "FAILED") return store.record(attempt, unknown(FIRST_CALL_OPEN));
  return recordAndAsk(store, attempt, verdict, isFinal(verdict));
}

const isFinal = (verdict: Verdict): boolean => verdict.state === "UNKNOWN" && verdict.isFinal === true;

/** Writes a verdict down, and leaves a payment to a person whose outcome nobody but a person can find out. */
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
  // The call may still be under way: what it comes to is not known to whoever only asked.
  if (isOpenYet(attempt, verdict) && !isForgotten && begunAt < attempt.effectUntil)
    return store.askAfterWindow(attempt, verdict.state === "UNKNOWN" ? verdict : {});
  // The key is the same: should the first call still arrive, the processor takes only one of the two.
  if (looked === null && !isForgotten && mayResend)
    return send(machine, attempt, begunAt, { isRepeated: true });
  return recordAndAsk(store, attempt, verdict, isForgotten || isFinal(verdict));
}

/** A sale that was not undone does not tell whose refund that was: it may have been an earlier one's. */
const isOpenYet = ({ kind }: Attempt, verdict: Verdict): boolean =>
  verdict.state === "UNKNOWN" ? !isFinal(verdict) : verdict.state === "FAILED" && kind === "REFUND";

const FORGOTTEN = "The processor does not know this payment, or has forgotten it.";

const unknown = (message: string): Verdict => ({ state: "UNKNOWN", message });

/** A processor that moved another amount than it was told is believed in nothing, unless it says that it is a part. */
function checked(attempt: Attempt, verdict: Verdict): Verdict {
  if (!("amountCents" in verdict) || verdict.amountCents === null) return verdict;
  const { amountCents, isPart = false, reference, answer } = verdict;
  if (amountCents === attempt.amountCents) return verdict;
  if (isPart && amountCents > 0 && amountCents < attempt.amountCents) return verdict;
  const message = `The processor reports ${amountCents} cents instead of ${attempt.amountCents}.`;
  return { state: "UNKNOWN", message, reference, answer };
}
