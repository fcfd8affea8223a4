import {
  type Attempt,
  NotSent,
  type Processor,
  type Verdict,
} from "../../packages/api/src/payments/engine/machine.ts";
import { isCardKind } from "../../packages/validators/src/payments/kinds.ts";
import { drawFate, type Fate, type Outage } from "./fates.ts";
import type { Flaws } from "./flaws.ts";
import { HOUR } from "./settings.ts";
import type { Claim } from "./store.ts";
import { type Actor, isSimulated, type SimulatedKind, type World } from "./world.ts";

/** What the processor has under one key. */
export interface Payment {
  intentId: string;
  kind: SimulatedKind;
  key: string;
  amountCents: number;
  isDeclined: boolean;
  /** When it took effect; null while nobody can see it yet. */
  appliedAt: number | null;
  /** The processor itself says for ever that it does not know. */
  isNeverKnown: boolean;
}

/** A processor as unkind as the two vendors: it refuses a repeated key and replays nothing. */
export interface ModelProcessor {
  /** What took effect, in that order. */
  captured: readonly Payment[];
  /** Whether the reports of the days since the last call hold a payment under this key, moved or declined. */
  reported(key: string): Payment | null;
  /** The processor as one worker reaches it. */
  seenBy(worker: Actor): Processor<Claim>;
}

const FORGETS_AFTER_MS = 24 * HOUR;

const REPEATED: Verdict = { state: "UNKNOWN", message: "This key was used before." };

/** A processor that knows nothing yet. `onCaptured` is told when money has moved. */
export function createProcessor(
  world: World,
  outages: readonly Outage[],
  flaws: Flaws,
  told: { onSent: (intentId: string) => void; onCaptured: (payment: Payment) => void },
): ModelProcessor {
  const { random, scheduler, settings, counts } = world;
  const payments = new Map<string, Payment>();
  const captured: Payment[] = [];
  const isOut = () => outages.some(({ from, to }) => world.now() >= from && world.now() < to);

  const apply = (payment: Payment): void => {
    payment.appliedAt = world.now();
    world.say(() => `processor: ${payment.key} ${payment.isDeclined ? "is declined" : "moves the money"}`);
    if (payment.isDeclined) return;
    counts.captures++;
    counts[payment.kind]++;
    captured.push(payment);
    told.onCaptured(payment);
  };
  /** The request reaches the processor, which works on it for `takesMs`; false when the key was used before. */
  const arrive = (
    { intentId, kind, key, amountCents }: Attempt<Claim>,
    isDeclined: boolean,
    takesMs: number,
  ): boolean => {
    if (payments.has(key) && !flaws.noDedupe) {
      world.say(() => `processor: refuses ${key}, used before`);
      return false;
    }
    const isNeverKnown = random.chance(settings.neverKnownChance);
    if (!isSimulated(kind)) throw new Error(`Nobody simulates ${kind}.`);
    const payment = { intentId, kind, key, amountCents, isDeclined, appliedAt: null, isNeverKnown };
    payments.set(key, payment);
    world.say(() => `processor: ${key} arrives`);
    if (takesMs === 0) apply(payment);
    else scheduler.after(takesMs, () => apply(payment));
    return true;
  };

  const send = async (worker: Actor, attempt: Attempt<Claim>): Promise<Verdict> => {
    const { instrument: claim, key } = attempt;
    if (world.befalls(settings.notSentChance)) {
      world.say(() => `${worker.name} may not call with ${key}`);
      counts.notSent++;
      throw new NotSent("Nothing can be sent now.");
    }
    if (world.now() > claim.callBy) await world.comesLate(worker);
    await world.pauseBriefly(worker);
    if (!claim.mayCall)
      world.broken(`${attempt.intentId} was called although a rule refused it when it was taken`);
    told.onSent(attempt.intentId);
    counts.calls++;
    if (claim.isLook) counts.resends++;
    const fate = drawFate(world, isOut());
    world.say(() => `${worker.name} calls with ${key}: ${fate.name}`);
    const answer = (): Verdict => decideVerdict(fate, attempt);
    let isTaken = true;
    const { arrival } = fate;
    if (arrival !== null && arrival.afterMs === 0)
      isTaken = arrive(attempt, arrival.isDeclined, arrival.takesMs);
    else if (arrival !== null)
      scheduler.after(arrival.afterMs, () => arrive(attempt, arrival.isDeclined, arrival.takesMs));
    await world.pause(worker, fate.overAfterMs);
    return fate.answer !== "none" && !isTaken ? REPEATED : answer();
  };
  const decideVerdict = (fate: Fate, { kind, key, amountCents }: Attempt<Claim>): Verdict => {
    switch (fate.answer) {
      case "none":
        return { state: "UNKNOWN", message: fate.name };
      case "refused":
        return { state: "FAILED", code: "refused", message: fate.name, answer: null };
      default:
        return paid({ kind, key, amountCents }, random.chance(0.5));
    }
  };
  const paid = ({ kind, key, amountCents }: Paid, isAmountTold: boolean): Verdict => {
    const isWrong = world.befalls(settings.wrongAmountChance);
    if (isWrong) counts.faults++;
    return {
      state: isCardKind(kind) ? "SUCCEEDED" : "SUBMITTED",
      reference: `R${key}`,
      amountCents: isWrong ? amountCents + 1 : isAmountTold ? amountCents : null,
      answer: {},
    };
  };

  const lookUp = async (
    worker: Actor,
    { key, kind, amountCents }: Attempt<Claim>,
  ): Promise<Verdict | null> => {
    await world.pause(worker);
    counts.lookUps++;
    const found = find(key, { kind, key, amountCents });
    world.say(() => `${worker.name} looks up ${key}: ${found?.state ?? "not found"}`);
    await world.pause(worker);
    return found;
  };
  const find = (key: string, about: Paid): Verdict | null => {
    if (isOut() || world.befalls(settings.processorFaultChance / 2)) {
      counts.faults++;
      return { state: "UNKNOWN", message: "The processor could not be asked." };
    }
    const payment = payments.get(key);
    if (payment === undefined || payment.appliedAt === null) return null;
    if (payment.isNeverKnown) return { state: "UNKNOWN", message: "The processor does not know." };
    if (world.now() - payment.appliedAt > FORGETS_AFTER_MS)
      return { state: "UNKNOWN", message: "Too late to look up." };
    if (payment.isDeclined) return { state: "FAILED", code: "declined", message: "declined", answer: null };
    return paid(about, true);
  };

  return {
    captured,
    reported: (key) => {
      const payment = payments.get(key);
      return payment === undefined || payment.appliedAt === null ? null : payment;
    },
    seenBy: (worker) => ({
      send: (attempt) => send(worker, attempt),
      lookUp: (attempt) => lookUp(worker, attempt),
    }),
  };
}

type Paid = Pick<Attempt<Claim>, "kind" | "key" | "amountCents">;
