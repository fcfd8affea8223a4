import type { PaymentState } from "@countinghouse/db";
import {
  type Attempt,
  type GiveUp,
  type IntentStore,
  NEVER_ARRIVED,
  type Task,
  type Verdict,
} from "../machine.ts";
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

const MINUTE = 60_000;
const ASK_AGAIN_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
const WITHOUT_OUTCOME: ReadonlySet<PaymentState> = new Set(["SENDING", "UNKNOWN", "NEEDS_REVIEW"]);

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
        world.say(() => `${worker.name} takes ${intentId}: ${wordsOf(task)}`);
        if (task.do !== "nothing") worker.until = intents.get(intentId).dueAt ?? Infinity;
        return task;
      }),
    askWhenSettled: ({ intentId, lookUps }) =>
      transaction(world, worker, () => {
        const intent = intents.get(intentId);
        if (!WITHOUT_OUTCOME.has(intent.state) || intent.lookUps !== lookUps) return intent.state;
        const isLeftToPerson = intent.state === "NEEDS_REVIEW";
        intents.setDue(
          intent,
          isLeftToPerson ? null : Math.max(world.now(), settledBy(world, intent, flaws)),
        );
        intent.takenBy = null;
        return intent.state;
      }),
    record: async ({ intentId, lookUps }, verdict) => {
      const intent = intents.get(intentId);
      if (flaws.noCompareAndSet) return recordBlindly(world, intents, intent, verdict, worker);
      return transaction(world, worker, () => {
        world.say(() => `${worker.name} records ${verdict.state} for ${intentId}, which is ${intent.state}`);
        const isMoved = verdict.state === "SUBMITTED" || verdict.state === "SUCCEEDED";
        if (!isMoved && intent.lookUps !== lookUps) return intent.state;
        return WITHOUT_OUTCOME.has(intent.state)
          ? record(world, intents, intent, verdict, flaws)
          : intent.state;
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
  const { callWithinMs, leaseMs, settleMs } = world.settings;
  const at = world.now();
  const callBy = at + callWithinMs;
  const settledMs = leaseMs + (flaws.noSettleWindow ? 0 : settleMs);
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
    intent.attempt ??= { key: `K${intent.id}`, sentAt: at, leasedUntil: at + leaseMs, leasedTo: worker };
    intents.setDue(intent, at + settledMs);
    intent.takenBy = worker;
    const settled = settledBy(world, intent, flaws);
    return { do: "call", attempt: attemptOf(intent, { mayCall: true, isLook: false, callBy }, settled) };
  }
  const isLeft = intent.state === "SENDING" || intent.state === "UNKNOWN";
  if (!isLeft || intent.dueAt === null || intent.dueAt > at) return { do: "nothing", state: intent.state };
  intents.setDue(intent, at + settledMs);
  intent.takenBy = worker;
  const settled = settledBy(world, intent, flaws);
  if (at < settled) {
    const claim = { mayCall: false, isLook: true, callBy };
    return { do: "look", attempt: attemptOf(intent, claim, settled), whyNotResend: NEVER_ARRIVED };
  }
  intent.lookUps++;
  Object.assign(intent.attempt ?? {}, { leasedUntil: at + leaseMs, leasedTo: worker });
  const whyNotResend = intent.state === "UNKNOWN" ? NEVER_ARRIVED : whyNotSend(intent);
  const claim = { mayCall: whyNotResend === null, isLook: true, callBy };
  return { do: "look", attempt: attemptOf(intent, claim, settled), whyNotResend };
}

/** When the processor can not be working on the call of an intent any more. */
const settledBy = ({ settings }: World, { attempt }: Intent, flaws: Flaws): number =>
  (attempt?.leasedUntil ?? 0) + (flaws.noSettleWindow ? 0 : settings.settleMs);

function attemptOf(
  { id, kind, amountCents, attempt, lookUps }: Intent,
  claim: Claim,
  settled: number,
): Attempt<Claim> {
  if (attempt === null) throw new Error(`${id} has no attempt.`);
  const { key, sentAt } = attempt;
  return {
    intentId: id,
    kind,
    amountCents,
    key,
    sentAt: new Date(sentAt),
    settledBy: new Date(settled),
    lookUps,
    instrument: claim,
  };
}

function record(
  world: World,
  intents: Intents,
  intent: Intent,
  verdict: Verdict | GiveUp,
  flaws: Flaws,
): PaymentState {
  intent.takenBy = null;
  switch (verdict.state) {
    case "UNKNOWN":
      if (intent.attempt) intent.attempt.leasedUntil = Math.min(intent.attempt.leasedUntil, world.now());
      if (intent.state !== "NEEDS_REVIEW") intents.setDue(intent, world.now() + waitMs(world, intent, flaws));
      if (intent.state === "SENDING") intents.move(intent, "UNKNOWN");
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
function waitMs(world: World, { state, lookUps }: Intent, flaws: Flaws): number {
  const settleMs = flaws.noSettleWindow ? 0 : world.settings.settleMs;
  if (state === "SENDING") return settleMs;
  const again = ASK_AGAIN_MS[Math.min(lookUps, ASK_AGAIN_MS.length) - 1] ?? MINUTE;
  return Math.max(again, world.settings.leaseMs + settleMs);
}

/** The mistake of looking in one transaction and writing in another. */
async function recordBlindly(
  world: World,
  intents: Intents,
  intent: Intent,
  verdict: Verdict | GiveUp,
  worker: Actor,
): Promise<PaymentState> {
  const isOpen = await transaction(world, worker, () => WITHOUT_OUTCOME.has(intent.state));
  if (!isOpen) return intent.state;
  return transaction(world, worker, () => record(world, intents, intent, verdict, {}));
}

function wordsOf(task: Task<Claim>): string {
  if (task.do === "look") return `look, ${task.whyNotResend ?? "may resend"}`;
  return task.do === "call" ? "call" : `nothing, ${task.state}`;
}
