import type { PaymentKind, PaymentState } from "@countinghouse/db";

/** What a processor said, without account numbers, names or tokens: it may be kept and shown. */
export type Answer = Record<string, unknown>;

/** What one call, or one look at what became of it, has established. */
export type Verdict =
  | { state: "SUBMITTED" | "SUCCEEDED"; reference: string; amountCents: number | null; answer: Answer }
  | { state: "FAILED"; code: string; message: string; reference?: string | undefined; answer: Answer | null }
  /** It may have happened: nobody sends it again before the processor was asked. */
  | { state: "UNKNOWN"; message: string };

/** One intent's call, as it was written down before it is made. */
export interface Attempt<Instrument = unknown> {
  intentId: string;
  kind: PaymentKind;
  amountCents: number;
  /** What the processor knows this attempt by. The same in every call for it. */
  key: string;
  sentAt: Date;
  /** Until then the processor may still be working on the call: that it knows nothing of it says nothing before. */
  settledBy: Date;
  /** How often it was looked after when it was taken. A later worker's finding outweighs that nothing happened. */
  lookUps: number;
  /** Where the money comes from or goes to; opened for this call only. */
  instrument: Instrument;
}

/** What a worker that took an intent has to do with it. */
export type Task<Instrument = unknown> =
  /** Nobody has called yet. */
  | { do: "call"; attempt: Attempt<Instrument> }
  /** Somebody called, or meant to, and left no outcome. `whyNotResend` is null where the worker died with the order to pay. */
  | { do: "look"; attempt: Attempt<Instrument>; whyNotResend: string | null }
  /** It is finished, another worker has it, or it was cancelled just now. */
  | { do: "nothing"; state: PaymentState };

/** Where intents are kept. Each method is one transaction; between them the worker may die. */
export interface IntentStore<Instrument = unknown> {
  /** Locks the intent, checks the rules again, and gives out what is to be done, to one worker at a time. */
  take: (intentId: string) => Promise<Task<Instrument>>;
  /** Has the processor asked once more when it can not be working on the call any more. Returns where the intent stands. */
  askWhenSettled: (attempt: Attempt<Instrument>) => Promise<PaymentState>;
  /**
   * Writes down what was established, with all that follows from it; does nothing when something final is there, nor,
   * unless the money has moved, when another worker has taken the intent since.
   */
  record: (attempt: Attempt<Instrument>, verdict: Verdict | GiveUp) => Promise<PaymentState>;
}

/** Nobody but a person can find out any more. */
export interface GiveUp {
  state: "NEEDS_REVIEW";
  message: string;
}

/** A rail that moves money: sends once for a key, and can say afterwards what became of the key. */
export interface Processor<Instrument = unknown> {
  /** Never throws: what cannot be told is UNKNOWN. */
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

/** After this long a processor may have forgotten our reference: then a person decides. */
export const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/** Said where the processor was asked after its settle window and knows of nothing. */
export const NEVER_ARRIVED = "The processor knows nothing of this payment: no money was moved.";

/**
 * Takes an intent one step further and returns where it stands: claims and calls what nobody has sent, asks after
 * what nobody knows the outcome of. Any number of workers may do this to the same intent at the same time, and each
 * may die at any point: the money moves at most once, and the next worker goes on.
 */
export async function advance<Instrument>(
  machine: Machine<Instrument>,
  intentId: string,
): Promise<PaymentState> {
  const begunAt = machine.now();
  const task = await machine.store.take(intentId);
  switch (task.do) {
    case "nothing":
      return task.state;
    case "call":
      return send(machine, task.attempt, begunAt);
    default:
      return resolve(machine, task, begunAt);
  }
}

async function send<Instrument>(
  { store, processorFor, now, callWithinMs }: Machine<Instrument>,
  attempt: Attempt<Instrument>,
  begunAt: Date,
): Promise<PaymentState> {
  if (now().getTime() - begunAt.getTime() >= callWithinMs) return "SENDING";
  return store.record(attempt, checked(attempt, await processorFor(attempt.kind).send(attempt)));
}

async function resolve<Instrument>(
  machine: Machine<Instrument>,
  { attempt, whyNotResend }: Extract<Task<Instrument>, { do: "look" }>,
  begunAt: Date,
): Promise<PaymentState> {
  const { store, processorFor, now } = machine;
  const isSettled = begunAt >= attempt.settledBy;
  const isForgotten = now().getTime() - attempt.sentAt.getTime() >= GIVE_UP_AFTER_MS;
  const looked = await processorFor(attempt.kind).lookUp(attempt);
  // What is found is true at once; that nothing is, or that it can not say, is asked once more.
  if (!isSettled && (looked === null || checked(attempt, looked).state === "UNKNOWN"))
    return store.askWhenSettled(attempt);
  // That it knows nothing says nothing once it may have forgotten.
  const found = looked === null && isForgotten ? FORGOTTEN : looked;
  if (found === null) {
    // The key is the same: should the first call still arrive, the processor takes only one of the two.
    if (whyNotResend === null) return send(machine, attempt, begunAt);
    return store.record(attempt, {
      state: "FAILED",
      code: "never-arrived",
      message: whyNotResend,
      answer: null,
    });
  }
  const verdict = checked(attempt, found);
  if (verdict.state === "UNKNOWN" && isForgotten) {
    await store.record(attempt, verdict);
    return store.record(attempt, { state: "NEEDS_REVIEW", message: verdict.message });
  }
  return store.record(attempt, verdict);
}

const FORGOTTEN: Verdict = {
  state: "UNKNOWN",
  message: "The processor does not know this payment any more.",
};

/** A processor that moved another amount than it was told is believed in nothing. */
function checked(attempt: Attempt, verdict: Verdict): Verdict {
  if (!("amountCents" in verdict) || verdict.amountCents === null) return verdict;
  if (verdict.amountCents === attempt.amountCents) return verdict;
  return {
    state: "UNKNOWN",
    message: `The processor reports ${verdict.amountCents} cents instead of ${attempt.amountCents}.`,
  };
}
