import {
  type Attempt,
  type IntentStore,
  type Machine,
  type Processor,
  stepIntent,
} from "../../../packages/api/src/payments/engine/machine.ts";
import type { Flaws } from "../flaws.ts";
import type { Claim } from "../store.ts";

type StepIntent = NonNullable<Flaws["step"]>;

/** The machine itself, over a store that gives out other tasks. */
const withTake =
  (
    mistaken: (machine: Machine<Claim>, take: IntentStore<Claim>["take"]) => IntentStore<Claim>["take"],
  ): StepIntent =>
  (machine, intentId) => {
    const { store } = machine;
    const take = mistaken(machine, (id) => store.take(id));
    return stepIntent({ ...machine, store: { ...store, take } }, intentId);
  };

/** The machine itself, over processors that are used in another way. */
const withProcessor =
  (mistaken: (machine: Machine<Claim>, processor: Processor<Claim>) => Processor<Claim>): StepIntent =>
  (machine, intentId) =>
    stepIntent(
      { ...machine, processorFor: (kind) => mistaken(machine, machine.processorFor(kind)) },
      intentId,
    );

const underNewKey = (attempt: Attempt<Claim>, machine: Machine<Claim>): Attempt<Claim> => ({
  ...attempt,
  key: `${attempt.key}-${machine.now().getTime()}`,
});

const resendsWithoutLookUp = withTake((machine, take) => async (intentId) => {
  const task = await take(intentId);
  if (task.do !== "look" || !task.mayResend) return task;
  return { do: "call", attempt: underNewKey(task.attempt, machine) };
});

const resendsAgainstRules = withTake((_, take) => async (intentId) => {
  const task = await take(intentId);
  return task.do === "look" ? { ...task, mayResend: true } : task;
});

const retriesTimeOut = withProcessor((machine, processor) => ({
  lookUp: (attempt) => processor.lookUp(attempt),
  send: async (attempt) => {
    const first = await processor.send(attempt);
    return first.state === "UNKNOWN" ? processor.send(underNewKey(attempt, machine)) : first;
  },
}));

const takesNotFoundForFailed = withProcessor((machine, processor) => ({
  send: (attempt) => processor.send(attempt),
  lookUp: async (attempt) => {
    const found = await processor.lookUp(attempt);
    if (found !== null || machine.now() < attempt.effectUntil) return found;
    return { state: "FAILED", code: "never-arrived", message: "It knows nothing.", answer: null };
  },
}));

const takesNotFoundForPaid = withProcessor((_, processor) => ({
  send: (attempt) => processor.send(attempt),
  lookUp: async (attempt) =>
    (await processor.lookUp(attempt)) ?? {
      state: "SUBMITTED",
      reference: attempt.key,
      amountCents: null,
      answer: {},
    },
}));

export interface Mutant {
  mistake: string;
  flaws: Flaws;
  /** Whether it shows only where workers are held up past their lease and go on. */
  stalls: boolean;
  /** What the simulation says of it. */
  breaks: RegExp;
}

const MOVED = /moved the money 2 times|is FAILED, but the money has moved/;

/** A machine, a store or a processor with one mistake each. */
export const MUTANTS: readonly Mutant[] = [
  {
    mistake: "resends under a new key without a look-up",
    flaws: { step: resendsWithoutLookUp },
    stalls: false,
    breaks: MOVED,
  },
  { mistake: "retries a time-out", flaws: { step: retriesTimeOut }, stalls: false, breaks: MOVED },
  {
    mistake: "records without compare-and-set",
    flaws: { noCompareAndSet: true },
    stalls: true,
    breaks: /may not move from/,
  },
  {
    mistake: "gives one intent to two workers, before a processor that dedupes nothing",
    flaws: { twoWorkers: true, noDedupe: true },
    stalls: false,
    breaks: MOVED,
  },
  {
    mistake: "hands on what another worker has by now, before a processor that dedupes nothing",
    flaws: { givesBackBlindly: true, noDedupe: true },
    stalls: true,
    breaks: MOVED,
  },
  {
    mistake: "takes a payment the processor does not know for failed, once the effect window has passed",
    flaws: { step: takesNotFoundForFailed },
    stalls: false,
    breaks: MOVED,
  },
  {
    mistake: "believes the reports of a day while its calls may still take effect",
    flaws: { earlyReports: true },
    stalls: false,
    breaks: MOVED,
  },
  {
    mistake: "drops what a processor tells of a payment that has ended",
    flaws: { dropsLateTruth: true },
    stalls: false,
    breaks: MOVED,
  },
  {
    mistake: "goes on after a restore as if nothing had been sent since",
    flaws: { noJournal: true },
    stalls: false,
    breaks: /no payment here knows of it|the money has moved/,
  },
  {
    mistake: "resends what the rules refuse by now",
    flaws: { step: resendsAgainstRules },
    stalls: false,
    breaks: /was called although a rule refused it/,
  },
  {
    mistake: "gives back of a sale what was given back before",
    flaws: { refundsUncounted: true },
    stalls: false,
    breaks: /cents of P\d+ were given back of/,
  },
  {
    mistake: "takes a payment the processor does not know for paid",
    flaws: { step: takesNotFoundForPaid },
    stalls: false,
    breaks: /but no money has moved/,
  },
];
