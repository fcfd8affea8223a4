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
  /** This long after it was taken a call has either answered or been given up, in ms. */
  callMs(kind: IntentRow["kind"]): number;
  /** How long a processor may still act on a call that was given up, in ms. */
  effectWindowMs(kind: IntentRow["kind"]): number;
}

/**
 * Hands an intent to one worker with what is to be done, and cancels one that may no longer be sent. With `isEarly` one
 * whose outcome nobody knows is looked after before it is due: what is found then is true.
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
  /** Who takes it; null where this process is not known just now, and what it takes is left to its lease. */
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
 * The key stays the same in every call for an attempt: no processor takes it twice. While the call before may still be
 * under way this one only asks: the lease stays with whoever makes that call, and what comes of it counts.
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
  // Only one that was never answered is sent again.
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
 * Leaves an intent alone until the processor can not be working on the call any more, and keeps what it told so far.
 * Returns where it stands.
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
 * Hands back what a worker took and made no call for: the next one has it after so many ms, and no later than if a call had been
 * made. Does nothing where it was taken again since. Returns where it stands.
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
    // Whatever call there was before is over, and so is its effect window: it was not given out to call before that.
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

/** Keeps on the open attempt of an intent how the processor names it, and what it answered last. */
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
  /** When the call that was made under it is over, at the latest. */
  leasedUntil: Date | null;
}

/** When the processor can not be working on a call any more. */
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

/** Nobody else takes it before this process must be done with it, unless the process is gone. */
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

/** The vendor whose rail an intent takes. */
export const paymentProvider = ({ cardId }: Pick<IntentRow, "cardId">): "payliance" | "tabapay" =>
  cardId === null ? "payliance" : "tabapay";

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
/** TabaPay takes no more (providers.md 6.2): 32^15 keys, one in 10^22. */
const KEY_LENGTH = 15;

/** What a processor will know an attempt by: letters and digits that survive being read without case. */
const attemptKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
