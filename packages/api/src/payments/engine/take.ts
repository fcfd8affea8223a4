import { randomInt } from "node:crypto";
import type { PaymentState, Tx } from "@countinghouse/db";
import type { Services } from "../../context.ts";
import { advanceIntent } from "../state.ts";
import { type Instrument, openInstrument } from "./instrument.ts";
import { type IntentRow, lockIntent } from "./intent-row.ts";
import type { Attempt, Task } from "./machine.ts";
import { whyNotSend } from "./why-not-send.ts";

export type StoreServices = Pick<Services, "db" | "vault" | "now">;

export interface Patience {
  /** This long after it was taken a call has either answered or been given up, in ms. */
  callMs(kind: IntentRow["kind"]): number;
  /** How long a processor may still act on a call that was given up, in ms. */
  settleMs(kind: IntentRow["kind"]): number;
}

/**
 * Hands an intent to one worker with what is to be done, and cancels one that may no longer be sent. With `isEarly` one
 * whose outcome nobody knows is looked after before it is due: what is found then is true.
 */
export function takeIntent(
  { db, vault, now }: StoreServices,
  patience: Patience,
  intentId: string,
  { isEarly = false }: { isEarly?: boolean } = {},
): Promise<Task<Instrument>> {
  return db.unsafeTransaction(async (tx): Promise<Task<Instrument>> => {
    const intent = await lockIntent(tx, intentId, { wait: false });
    if (intent === null) return { do: "nothing", state: await stateOf(tx, intentId) };
    const at = now();
    if (intent.state === "READY") return begin(tx, vault, patience, intent, at);
    const isUnknown = intent.state === "UNKNOWN" || intent.state === "NEEDS_REVIEW";
    const isDue = intent.dueAt !== null && intent.dueAt <= at;
    const isLeft = isUnknown || intent.state === "SENDING";
    if (!isLeft || !(isDue || (isEarly && isUnknown))) return { do: "nothing", state: intent.state };
    return lookAfter(tx, vault, patience, intent, at);
  });
}

async function begin(
  tx: Tx,
  vault: Services["vault"],
  patience: Patience,
  intent: IntentRow,
  at: Date,
): Promise<Task<Instrument>> {
  const refused = await whyNotSend(tx, intent, at);
  if (refused !== null) {
    await advanceIntent(tx, intent.id, "READY", ["CANCELLED"]);
    await tx.paymentIntent.update({
      where: { id: intent.id },
      data: { failureCode: "refused", failureMessage: refused, dueAt: null },
    });
    return { do: "nothing", state: "CANCELLED" };
  }
  await advanceIntent(tx, intent.id, "READY", ["SENDING"]);
  const key = attemptKey();
  const attempt = { intentId: intent.id, sequence: 1, provider: providerOf(intent), providerKey: key };
  const leasedUntil = new Date(at.getTime() + patience.callMs(intent.kind));
  await tx.paymentAttempt.create({ data: { ...attempt, sentAt: at, leasedUntil } });
  await postpone(tx, intent, patience.callMs(intent.kind) + patience.settleMs(intent.kind), at);
  const open = { providerKey: key, sentAt: at, leasedUntil };
  return { do: "call", attempt: await attemptOf(tx, vault, patience, intent, open) };
}

/** The key stays the same in every call for an attempt: no processor takes it twice. */
async function lookAfter(
  tx: Tx,
  vault: Services["vault"],
  patience: Patience,
  intent: IntentRow,
  at: Date,
): Promise<Task<Instrument>> {
  const open = await tx.paymentAttempt.findFirstOrThrow({
    where: { intentId: intent.id, outcome: null },
    select: { id: true, providerKey: true, sentAt: true, leasedUntil: true },
  });
  // Only one that was never answered is sent again.
  if (intent.state === "SENDING") {
    const leasedUntil = new Date(at.getTime() + patience.callMs(intent.kind));
    await tx.paymentAttempt.update({ where: { id: open.id }, data: { leasedUntil } });
  }
  await postpone(tx, intent, patience.callMs(intent.kind) + patience.settleMs(intent.kind), at);
  await tx.paymentIntent.update({ where: { id: intent.id }, data: { lookUps: { increment: 1 } } });
  return {
    do: "look",
    attempt: await attemptOf(tx, vault, patience, { ...intent, lookUps: intent.lookUps + 1 }, open),
    mayResend: intent.state === "SENDING" && (await whyNotSend(tx, intent, at)) === null,
  };
}

/** Leaves an intent alone until the processor can not be working on the call any more. Returns where it stands. */
export function askWhenSettled(
  { db }: Pick<StoreServices, "db">,
  { intentId, settledBy }: Pick<Attempt, "intentId" | "settledBy">,
): Promise<PaymentState> {
  return db.unsafeTransaction(async (tx) => {
    const intent = await lockIntent(tx, intentId, { wait: true });
    if (intent === null) throw new Error(`There is no payment intent ${intentId}.`);
    if (intent.state === "SENDING" || intent.state === "UNKNOWN")
      await tx.paymentIntent.update({ where: { id: intentId }, data: { dueAt: settledBy } });
    return intent.state;
  });
}

interface OpenAttempt {
  providerKey: string;
  sentAt: Date;
  /** When the call that was made under it is over, at the latest. */
  leasedUntil: Date | null;
}

async function attemptOf(
  tx: Tx,
  vault: Services["vault"],
  patience: Patience,
  intent: IntentRow,
  { providerKey, sentAt, leasedUntil }: OpenAttempt,
): Promise<Attempt<Instrument>> {
  const { id: intentId, kind, amountCents, lookUps } = intent;
  const settledBy = new Date((leasedUntil ?? sentAt).getTime() + patience.settleMs(kind));
  const instrument = await openInstrument(tx, vault, intent);
  return { intentId, kind, amountCents, key: providerKey, sentAt, settledBy, lookUps, instrument };
}

const postpone = (tx: Tx, { id }: IntentRow, byMs: number, at: Date) =>
  tx.paymentIntent.update({ where: { id }, data: { dueAt: new Date(at.getTime() + byMs) } });

const stateOf = async (tx: Tx, id: string) =>
  (await tx.paymentIntent.findUniqueOrThrow({ where: { id }, select: { state: true } })).state;

/** The vendor whose rail an intent takes. */
export const providerOf = ({ cardId }: Pick<IntentRow, "cardId">): string =>
  cardId === null ? "payliance" : "tabapay";

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
/** TabaPay takes no more (providers.md 6.2): 32^15 keys, one in 10^22. */
const KEY_LENGTH = 15;

/** What a processor will know an attempt by: letters and digits that survive being read without case. */
const attemptKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
