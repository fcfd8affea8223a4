import {
  type Attempt,
  askAgainMs,
  type GiveUp,
  type IntentStore,
  type Task,
  type Verdict,
} from "../../packages/api/src/payments/engine/machine.ts";
import type { PaymentState } from "../../packages/db/src/index.ts";
import {
  isLookedUp,
  isPaid,
  isUnanswered,
  isUnmoved,
} from "../../packages/validators/src/payments/states.ts";
import type { Flaws } from "./flaws.ts";
import type { Intent, Intents } from "./intents.ts";
import type { Actor, World } from "./world.ts";

/** What the simulation hands to a worker in the place of a card or an account: what it may do with it. */
export interface Claim {
  /** Whether a call may be made for this claim: false where a rule refused it when the intent was taken. */
  mayCall: boolean;
  /** Whether somebody may have called before. */
  isLook: boolean;
  /** Until when a call may begin, in virtual ms. */
  callBy: number;
}

/** Why an intent may not be sent as things stand, or null. */
export type WhyNotSend = (intent: Intent) => string | null;

/** The connection was lost: before the commit, or after it and before the answer. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** The store over the tables as one worker sees it: each method is a transaction that happens in one go or not. */
export function createStore(
  world: World,
  intents: Intents,
  whyNotSend: WhyNotSend,
  flaws: Flaws,
  worker: Actor,
): IntentStore<Claim> {
  return {
    take: (intentId) =>
      transaction(world, worker, () => {
        const task = take(world, intents.get(intentId), intents, whyNotSend, flaws, worker);
        world.say(() => `${worker.name} takes ${intentId}: ${describeTask(task)}`);
        if (task.do !== "nothing") worker.until = intents.get(intentId).dueAt ?? Infinity;
        return task;
      }),
    askAfterWindow: ({ intentId, lookUps }) =>
      transaction(world, worker, () => {
        const intent = intents.get(intentId);
        if (!isLookedUp(intent.state) || intent.lookUps !== lookUps) return intent.state;
        intents.setDue(intent, Math.max(world.now(), settledAt(world, intent)));
        intent.takenBy = null;
        return intent.state;
      }),
    giveBack: ({ intentId, lookUps }, afterMs = 0) =>
      transaction(world, worker, () => {
        const intent = intents.get(intentId);
        const isTakenSince = intent.lookUps !== lookUps && !flaws.givesBackBlindly;
        if (intent.state !== "SENDING" || intent.attempt === null || isTakenSince) return intent.state;
        world.say(() => `${worker.name} gives ${intentId} back`);
        world.counts.givenBack++;
        intent.attempt.leasedUntil = world.now() - world.settings.effectWindowMs;
        const { leaseMs, effectWindowMs } = world.settings;
        intents.setDue(intent, world.now() + Math.min(afterMs, leaseMs + effectWindowMs));
        intent.takenBy = null;
        return intent.state;
      }),
    record: async ({ intentId, lookUps }, verdict) => {
      const intent = intents.get(intentId);
      if (flaws.noCompareAndSet) return recordBlindly(world, intents, intent, verdict, worker);
      return transaction(world, worker, () => {
        world.say(() => `${worker.name} records ${verdict.state} for ${intentId}, which is ${intent.state}`);
        const isMoved = isPaid(verdict.state);
        if (!isMoved && intent.lookUps !== lookUps) return intent.state;
        const isLate = isMoved && isUnmoved(intent.state) && !flaws.dropsLateTruth;
        if (isLate) world.counts.lateTruths++;
        return isLate || isUnanswered(intent.state) ? record(world, intents, intent, verdict) : intent.state;
      });
    },
  };
}

/** Runs `work` in one go; before and after it others go on, the worker may die, or its connection is lost. */
export async function transaction<T>(world: World, actor: Actor, work: () => T): Promise<T> {
  const { settings, counts } = world;
  await world.pause(actor);
  const isLost = world.befalls(settings.databaseFaultChance);
  const isCommitted = !isLost || world.random.chance(0.5);
  if (isLost) counts.faults++;
  if (!isCommitted) throw new ConnectionLost("before the commit");
  const result = work();
  await world.pause(actor);
  if (isLost) throw new ConnectionLost("after the commit");
  return result;
}

function take(
  world: World,
  intent: Intent,
  intents: Intents,
  whyNotSend: WhyNotSend,
  flaws: Flaws,
  worker: Actor,
): Task<Claim> {
  const { callWithinMs, leaseMs, effectWindowMs } = world.settings;
  const at = world.now();
  const callBy = at + callWithinMs;
  const leftAloneMs = leaseMs + effectWindowMs;
  const isSecond = flaws.twoWorkers && intent.state === "SENDING";
  if (intent.state === "READY" || isSecond) {
    const refused = whyNotSend(intent);
    if (refused !== null && !isSecond) {
      intents.move(intent, "CANCELLED");
      intents.setDue(intent, null);
      world.counts.cancelled++;
      return { do: "nothing", state: "CANCELLED" };
    }
    if (!isSecond) intents.move(intent, "SENDING");
    const lease = { leasedUntil: at + leaseMs, leasedTo: worker.name };
    intent.attempt ??= { key: intents.newKey(), sentAt: at, ...lease };
    intents.setDue(intent, at + leftAloneMs);
    intent.takenBy = worker.name;
    return { do: "call", attempt: toAttempt(world, intent, { mayCall: true, isLook: false, callBy }) };
  }
  if (!isLookedUp(intent.state) || intent.dueAt === null || intent.dueAt > at)
    return { do: "nothing", state: intent.state };
  intents.setDue(intent, at + leftAloneMs);
  intent.takenBy = worker.name;
  if (intent.state === "SENDING" && at < settledAt(world, intent)) {
    const claim = { mayCall: false, isLook: true, callBy };
    return { do: "look", attempt: toAttempt(world, intent, claim), mayResend: false };
  }
  intent.lookUps++;
  const mayResend = intent.state === "SENDING" && whyNotSend(intent) === null;
  const attempt = toAttempt(world, intent, { mayCall: mayResend, isLook: true, callBy });
  if (intent.state === "SENDING" && intent.attempt)
    Object.assign(intent.attempt, { leasedUntil: at + leaseMs, leasedTo: worker.name });
  return { do: "look", attempt, mayResend };
}

/** When the processor can not be working on the call of an intent any more. */
const settledAt = ({ settings }: World, { attempt }: Intent): number =>
  (attempt?.leasedUntil ?? 0) + settings.effectWindowMs;

function toAttempt(world: World, intent: Intent, claim: Claim): Attempt<Claim> {
  const { id, kind, amountCents, attempt, lookUps } = intent;
  if (attempt === null) throw new Error(`${id} has no attempt.`);
  const { key, sentAt } = attempt;
  const effectUntil = new Date(settledAt(world, intent));
  const sent = { key, reference: null, sentAt: new Date(sentAt), effectUntil };
  const facts = { intentId: id, kind, amountCents, ...sent, lookUps };
  return { ...facts, instrument: claim };
}

function record(world: World, intents: Intents, intent: Intent, verdict: Verdict | GiveUp): PaymentState {
  intent.takenBy = null;
  switch (verdict.state) {
    case "UNKNOWN":
      if (intent.state !== "NEEDS_REVIEW") intents.setDue(intent, world.now() + waitMs(world, intent));
      if (intent.state === "SENDING") {
        intents.move(intent, "UNKNOWN");
        if (intent.attempt) intent.attempt.leasedUntil = world.now();
      }
      break;
    case "NEEDS_REVIEW":
      if (intent.state !== "UNKNOWN") break;
      intents.move(intent, "NEEDS_REVIEW");
      intents.setDue(intent, null);
      world.counts.manual++;
      break;
    case "FAILED":
      intents.move(intent, "FAILED");
      intents.setDue(intent, null);
      break;
    default:
      intents.movePaid(intent, verdict.state);
  }
  return intent.state;
}

/** Until the processor is asked, the first time or again. */
function waitMs(world: World, { state, attempt }: Intent): number {
  const { effectWindowMs } = world.settings;
  if (state === "SENDING") return effectWindowMs;
  const again = askAgainMs(world.now() - (attempt?.sentAt ?? world.now()));
  return Math.max(again, world.settings.leaseMs + effectWindowMs);
}

/** The mistake of looking in one transaction and writing in another. */
async function recordBlindly(
  world: World,
  intents: Intents,
  intent: Intent,
  verdict: Verdict | GiveUp,
  worker: Actor,
): Promise<PaymentState> {
  const isOpen = await transaction(world, worker, () => isUnanswered(intent.state));
  if (!isOpen) return intent.state;
  return transaction(world, worker, () => record(world, intents, intent, verdict));
}

function describeTask(task: Task<Claim>): string {
  if (task.do === "look") return task.mayResend ? "look, may resend" : "look";
  return task.do === "call" ? "call" : `nothing, ${task.state}`;
}
