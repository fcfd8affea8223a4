import { randomInt } from "node:crypto";
import type { PaymentState, Prisma, Tx } from "@countinghouse/db";
import { isUnanswered } from "@countinghouse/validators/payments/states";
import type { Core } from "../../core.ts";
import { moveIntent } from "../state.ts";
import { auditOutcome } from "./audit-outcome.ts";
import { type Instrument, openInstrument } from "./instrument.ts";
import { type IntentRow, lockIntent } from "./intent-row.ts";
import type { Attempt, Task, Told } from "./machine.ts";
import type { SendGate } from "./send-gate.ts";
import { whyNotSend } from "./why-not-send.ts";

export type StoreServices = Pick<Core, "db" | "vault" | "now" | "registration" | "vendorsOff">;

export interface Patience {
  /** The longest time in ms from the claim until a call has answered or timed out. */
  callMs(kind: IntentRow["kind"]): number;
  /** How long a processor may still act on a call that timed out, in ms. */
  effectWindowMs(kind: IntentRow["kind"]): number;
}

/**
 * Claims an intent for one worker and returns its task. Cancels an intent that may no longer be sent. With `isEarly`, an intent
 * with an unknown outcome is looked up before it is due: an early finding is true too.
 */
export function takeIntent(
  { db, vault, now, registration, recovery }: StoreServices & { recovery: Pick<SendGate, "maySend"> },
  patience: Patience,
  intentId: string,
  { isEarly = false }: { isEarly?: boolean } = {},
): Promise<Task<Instrument>> {
  const processId = registration.id();
  return db.unsafeTransaction(async (tx): Promise<Task<Instrument>> => {
    const intent = await lockIntent(tx, intentId, { wait: false });
    if (intent === null) return { do: "nothing", state: await readState(tx, intentId) };
    const at = now();
    if (intent.state === "READY" && !(await recovery.maySend(tx))) return { do: "nothing", state: "READY" };
    if (intent.state === "READY" && intent.heldUntil !== null && intent.heldUntil > at)
      return { do: "nothing", state: "READY" };
    const taking: Taking = { tx, vault, patience, intent, processId, at };
    if (intent.state === "READY") return begin(taking);
    const isUnknown = isUnanswered(intent.state) && intent.state !== "SENDING";
    const isDue = intent.dueAt !== null && intent.dueAt <= at;
    if (!isUnanswered(intent.state) || !(isDue || (isEarly && isUnknown)))
      return { do: "nothing", state: intent.state };
    return lookAfter(taking);
  });
}

interface Taking {
  tx: Tx;
  vault: Core["vault"];
  patience: Patience;
  intent: IntentRow;
  /** The process that claims the intent. Null while this process is not registered: then the claim ends with its lease only. */
  processId: string | null;
  at: Date;
}

async function begin(taking: Taking): Promise<Task<Instrument>> {
  const { tx, vault, patience, intent, processId, at } = taking;
  const refused = await whyNotSend(tx, intent, at);
  if (refused !== null) {
    await moveIntent(tx, intent.id, "READY", ["CANCELLED"]);
    await tx.paymentIntent.update({
      where: { id: intent.id },
      data: { failureCode: "refused", failureMessage: refused, dueAt: null },
    });
    const outcome = { state: "CANCELLED", message: refused, at } as const;
    await auditOutcome(tx, vault, intent, outcome);
    return { do: "nothing", state: "CANCELLED" };
  }
  await moveIntent(tx, intent.id, "READY", ["SENDING"]);
  const key = attemptKey();
  const attempt = { intentId: intent.id, sequence: 1, provider: paymentProvider(intent), providerKey: key };
  const leasedUntil = new Date(at.getTime() + patience.callMs(intent.kind));
  await tx.paymentAttempt.create({ data: { ...attempt, sentAt: at, leasedUntil, processId } });
  await leaveTo(taking);
  const open = { providerKey: key, providerReference: null, sentAt: at, leasedUntil };
  return { do: "call", attempt: await toAttempt(taking, intent, open) };
}

/**
 * Claims an intent for a lookup. The key is the same in every call for an attempt, and no processor accepts it twice. While the
 * previous call may still be under way, this worker only looks up. The worker of that call retains the lease, and its outcome
 * counts.
 */
async function lookAfter(taking: Taking): Promise<Task<Instrument>> {
  const { tx, patience, intent, processId, at } = taking;
  const open = await tx.paymentAttempt.findFirstOrThrow({
    where: { intentId: intent.id, outcome: null },
    select: { id: true, providerKey: true, providerReference: true, sentAt: true, leasedUntil: true },
  });
  await leaveTo(taking);
  const isSending = intent.state === "SENDING";
  if (isSending && at < effectUntil(patience, intent, open))
    return { do: "look", attempt: await toAttempt(taking, intent, open), mayResend: false };
  // Only an attempt that never got an answer is sent again.
  if (isSending) {
    const leasedUntil = new Date(at.getTime() + patience.callMs(intent.kind));
    await tx.paymentAttempt.update({ where: { id: open.id }, data: { leasedUntil, processId } });
  }
  const lookUps = intent.lookUps + 1;
  await tx.paymentIntent.update({ where: { id: intent.id }, data: { lookUps } });
  return {
    do: "look",
    attempt: await toAttempt(taking, { ...intent, lookUps }, open),
    mayResend: isSending && (await whyNotSend(tx, intent, at)) === null,
  };
}

/**
 * Postpones the lookup of an intent to the end of the effect window and stores what the processor answered so far. Returns the
 * state of the intent. Throws when there is no such intent.
 */
export function askAfterWindow(
  { db, now }: Pick<StoreServices, "db" | "now">,
  patience: Patience,
  { intentId, lookUps }: Pick<Attempt, "intentId" | "lookUps">,
  told: Told,
): Promise<PaymentState> {
  return db.unsafeTransaction(async (tx) => {
    const intent = await lockIntent(tx, intentId, { wait: true });
    if (intent === null) throw new Error(`There is no payment intent ${intentId}.`);
    if (isUnanswered(intent.state)) await keepTold(tx, intentId, told);
    if (!isUnanswered(intent.state) || intent.lookUps !== lookUps) return intent.state;
    const open = await tx.paymentAttempt.findFirstOrThrow({
      where: { intentId, outcome: null },
      select: { sentAt: true, leasedUntil: true },
    });
    const dueAt = new Date(Math.max(now().getTime(), effectUntil(patience, intent, open).getTime()));
    const isLeftToPerson = intent.state === "NEEDS_REVIEW";
    await tx.paymentIntent.update({
      where: { id: intentId },
      data: { dueAt: isLeftToPerson ? null : dueAt, processId: null },
    });
    return intent.state;
  });
}

/**
 * Releases an intent that a worker claimed and made no call for. The next worker may claim it after `afterMs`, and no later than
 * after a call. Does nothing when the intent was claimed again since. Returns the state of the intent. Throws when there is no such
 * intent.
 */
export function giveBack(
  { db, now }: Pick<StoreServices, "db" | "now">,
  patience: Patience,
  { intentId, lookUps }: Pick<Attempt, "intentId" | "lookUps">,
  afterMs = 0,
): Promise<PaymentState> {
  return db.unsafeTransaction(async (tx) => {
    const intent = await lockIntent(tx, intentId, { wait: true });
    if (intent === null) throw new Error(`There is no payment intent ${intentId}.`);
    if (intent.state !== "SENDING" || intent.lookUps !== lookUps) return intent.state;
    const at = now();
    // Any earlier call and its effect window are over: the intent was not claimed for a call before that.
    const leasedUntil = new Date(at.getTime() - patience.effectWindowMs(intent.kind));
    await tx.paymentAttempt.updateMany({
      where: { intentId, outcome: null },
      data: { leasedUntil, processId: null },
    });
    const waitMs = Math.min(afterMs, patience.callMs(intent.kind) + patience.effectWindowMs(intent.kind));
    const dueAt = new Date(at.getTime() + waitMs);
    await tx.paymentIntent.update({ where: { id: intentId }, data: { dueAt, processId: null } });
    return intent.state;
  });
}

/** Stores the processor's reference and its last answer on the open attempt of an intent. */
export const keepTold = (tx: Tx, intentId: string, { reference, answer }: Told, more = {}) =>
  tx.paymentAttempt.updateMany({
    where: { intentId, outcome: null },
    data: {
      ...more,
      ...(reference && { providerReference: reference }),
      ...(answer && { answer: answer as Prisma.InputJsonObject }),
    },
  });

interface OpenAttempt {
  providerKey: string;
  providerReference: string | null;
  sentAt: Date;
  /** The latest end of the call of this attempt. */
  leasedUntil: Date | null;
}

/** Returns the end of the effect window of a call. */
const effectUntil = (
  patience: Patience,
  { kind }: Pick<IntentRow, "kind">,
  { sentAt, leasedUntil }: Pick<OpenAttempt, "sentAt" | "leasedUntil">,
): Date => new Date((leasedUntil ?? sentAt).getTime() + patience.effectWindowMs(kind));

async function toAttempt(
  { tx, vault, patience }: Taking,
  intent: IntentRow,
  open: OpenAttempt,
): Promise<Attempt<Instrument>> {
  const { id: intentId, kind, amountCents, lookUps } = intent;
  const { providerKey: key, providerReference: reference, sentAt } = open;
  const instrument = await openInstrument(tx, vault, intent);
  const settled = effectUntil(patience, intent, open);
  return { intentId, kind, amountCents, key, reference, sentAt, effectUntil: settled, lookUps, instrument };
}

/** Reserves an intent until this process must be done with it. Another worker may claim it earlier when the process is gone. */
const leaveTo = ({ tx, patience, intent: { id, kind }, processId, at }: Taking) =>
  tx.paymentIntent.update({
    where: { id },
    data: {
      dueAt: new Date(at.getTime() + patience.callMs(kind) + patience.effectWindowMs(kind)),
      processId,
    },
  });

const readState = async (tx: Tx, id: string) =>
  (await tx.paymentIntent.findUniqueOrThrow({ where: { id }, select: { state: true } })).state;

/** Returns the vendor of an intent's rail. */
export const paymentProvider = ({ cardId }: Pick<IntentRow, "cardId">): "payliance" | "tabapay" =>
  cardId === null ? "payliance" : "tabapay";

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
/** The most that TabaPay accepts (providers.md 6.2). There are 32^15 keys, so two are equal with a chance of 1 in 10^22. */
const KEY_LENGTH = 15;

/**
 * Creates the key of an attempt at the processor, from letters and digits that stay distinct when upper and lower case are mixed.
 */
const attemptKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
