import type { PaymentState, Prisma, Tx } from "@countinghouse/db";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { lateOutcome, partMoved } from "@countinghouse/validators/payment-exceptions/rules";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import { isUnanswered, isUnmoved } from "@countinghouse/validators/payments/states";
import type { Core } from "../../core.ts";
import { queueOutbox } from "../../outbox/queue.ts";
import { markGivenBackLate } from "../given-back.ts";
import { moveIntent } from "../state.ts";
import { auditOutcome } from "./audit-outcome.ts";
import { type IntentRow, lockIntent } from "./intent-row.ts";
import { askAgainMs, type GiveUp, type Verdict } from "./machine.ts";
import { markPaidTwice, markSecondFunding, markTakenTwice } from "./mark-duplicate.ts";
import { openPaymentException } from "./open-exception.ts";
import { postPayment } from "./postings.ts";
import { intentSheetDraft } from "./sheet-draft.ts";
import { keepTold, type Patience, type StoreServices } from "./take.ts";

/**
 * Writes down what a call, or a look at what became of it, has established: state, attempt, ledger, schedule, audit
 * event and the row for the ledger sheet, in one transaction. Does nothing where the same is there already, so that
 * two workers who learn the same thing write it once; nor, unless the money has moved, where the intent was taken
 * again since it was taken with `lookUps`. That money has moved is never dropped: it re-opens a payment that had ended
 * here without, and a person is told. Returns where the intent stands.
 */
export function recordVerdict(
  services: StoreServices,
  patience: Patience,
  intentId: string,
  verdict: Verdict | GiveUp,
  lookUps?: number,
): Promise<PaymentState> {
  const { db, vault, now, vendorsOff } = services;
  return db.unsafeTransaction(async (tx) => {
    const intent = await lockIntent(tx, intentId, { wait: true });
    if (intent === null) throw new Error(`There is no payment intent ${intentId}.`);
    const isMoved = verdict.state === "SUBMITTED" || verdict.state === "SUCCEEDED";
    const wasUnmoved = isUnmoved(intent.state);
    if (!isUnanswered(intent.state) && !(isMoved && wasUnmoved)) return intent.state;
    const isOvertaken = lookUps !== undefined && lookUps !== intent.lookUps;
    if (isOvertaken && !isMoved) return intent.state;
    const at = now();
    const state = await write(tx, { vault, vendorsOff, patience, intent, verdict, at });
    if (state !== intent.state) await audit(tx, vault, { intent, verdict, state, at });
    const { state: stood } = intent;
    if (isMoved && (stood === "FAILED" || stood === "CANCELLED" || stood === "NEEDS_REVIEW"))
      await openPaymentException(tx, at, {
        kind: "LATE_OUTCOME",
        intentId,
        message: lateOutcome(stood),
      });
    return state;
  });
}

interface Writing {
  vault: Core["vault"];
  vendorsOff: Core["vendorsOff"];
  patience: Patience;
  intent: IntentRow;
  verdict: Verdict | GiveUp;
  at: Date;
}

function write(tx: Tx, writing: Writing): Promise<PaymentState> {
  const { verdict } = writing;
  switch (verdict.state) {
    case "UNKNOWN":
      return writeUnknown(tx, writing, verdict);
    case "NEEDS_REVIEW":
      return writeManual(tx, writing.intent, verdict.message);
    default:
      return writeOutcome(tx, writing, verdict);
  }
}

type Outcome = Exclude<Verdict, { state: "UNKNOWN" }>;

/**
 * Writes down how a payment without an outcome ended, with all that follows from it but the audit event, under the lock
 * of the intent. A payment that went through has the reference "" where the processor gave none. Returns its state.
 */
export const writeOutcome = (
  tx: Tx,
  writing: Omit<Writing, "verdict" | "patience">,
  outcome: Outcome,
): Promise<PaymentState> =>
  outcome.state === "FAILED" ? writeFailed(tx, writing, outcome) : writePaid(tx, writing, outcome);

/**
 * Asked for the first time once the processor can no longer be working on the call; then less and less often. Only the
 * processor's not knowing puts it off: a worker that died while asking is replaced as soon as it would be done.
 */
async function writeUnknown(
  tx: Tx,
  { patience, intent, at }: Writing,
  verdict: Extract<Verdict, { state: "UNKNOWN" }>,
): Promise<PaymentState> {
  const isNews = intent.state === "SENDING";
  if (isNews) await moveIntent(tx, intent.id, "SENDING", ["UNKNOWN"]);
  await keepTold(tx, intent.id, verdict, isNews ? { leasedUntil: at } : {});
  const effectWindowMs = patience.effectWindowMs(intent.kind);
  const waitMs = isNews
    ? effectWindowMs
    : Math.max(await againMs(tx, intent, at), patience.callMs(intent.kind) + effectWindowMs);
  const dueAt = new Date(at.getTime() + waitMs);
  await change(tx, intent, {
    failureMessage: wordsForStaff(verdict.message),
    dueAt: intent.state === "NEEDS_REVIEW" ? null : dueAt,
  });
  return isNews ? "UNKNOWN" : intent.state;
}

async function againMs(tx: Tx, { id }: IntentRow, at: Date): Promise<number> {
  const { sentAt } = await tx.paymentAttempt.findFirstOrThrow({
    where: { intentId: id, outcome: null },
    select: { sentAt: true },
  });
  return askAgainMs(at.getTime() - sentAt.getTime());
}

async function writeManual(tx: Tx, intent: IntentRow, message: string): Promise<PaymentState> {
  if (intent.state !== "UNKNOWN") return intent.state;
  await moveIntent(tx, intent.id, "UNKNOWN", ["NEEDS_REVIEW"]);
  await change(tx, intent, { failureMessage: wordsForStaff(message), dueAt: null });
  return "NEEDS_REVIEW";
}

async function writeFailed(
  tx: Tx,
  { intent, at }: Pick<Writing, "intent" | "at">,
  verdict: Extract<Outcome, { state: "FAILED" }>,
): Promise<PaymentState> {
  await moveIntent(tx, intent.id, intent.state, ["FAILED"]);
  await change(tx, intent, {
    failureCode: verdict.code,
    failureMessage: wordsForStaff(verdict.message),
    dueAt: null,
    updatedAt: at,
  });
  await finishAttempt(tx, intent, at, {
    outcome: "FAILED",
    ...(verdict.reference !== undefined && { providerReference: verdict.reference }),
    ...(verdict.answer !== null && { answer: verdict.answer as Prisma.InputJsonObject }),
  });
  return "FAILED";
}

async function writePaid(
  tx: Tx,
  { vault, vendorsOff, intent, at }: Pick<Writing, "vault" | "vendorsOff" | "intent" | "at">,
  verdict: Extract<Outcome, { state: "SUBMITTED" | "SUCCEEDED" }>,
): Promise<PaymentState> {
  if (isFundingKind(intent.kind) && isUnmoved(intent.state)) await markSecondFunding(tx, intent, at);
  await moveIntent(tx, intent.id, intent.state, [verdict.state]);
  const { amountCents } = verdict;
  const movedCents = amountCents === null || amountCents === intent.amountCents ? null : amountCents;
  // A funding stays due until what follows from it is done as well.
  await change(tx, intent, {
    failureCode: "",
    failureMessage: "",
    movedCents,
    dueAt: isFundingKind(intent.kind) ? at : null,
  });
  await finishAttempt(tx, intent, at, {
    outcome: verdict.state,
    ...(verdict.reference !== "" && { providerReference: verdict.reference }),
    answer: verdict.answer as Prisma.InputJsonObject,
  });
  const moved = { ...intent, movedCents };
  const dayAt = await orderedAt(tx, intent, at);
  await postPayment({ tx, vault, now: at }, moved, new Date(newYorkDate(dayAt)));
  await markPaidTwice(tx, intent, at);
  await markTakenTwice(tx, intent, at);
  await markGivenBackLate(tx, intent, at);
  if (isFundingKind(intent.kind) && intent.applicationId !== null) {
    await tx.application.update({
      where: { id: intent.applicationId },
      data: { stage: "funded", fundedAt: at, version: { increment: 1 } },
    });
  }
  if (movedCents !== null)
    await openPaymentException(tx, at, {
      kind: "OTHER_AMOUNT",
      intentId: intent.id,
      message: partMoved(movedCents, intent.amountCents),
    });
  await queueOutbox(tx, vault, at, [await intentSheetDraft(tx, moved, dayAt)], vendorsOff);
  return verdict.state;
}

/**
 * A payment belongs to the day it was ordered on, whenever its outcome is known: the early-payment discount depends on that day. One
 * that only a report tells of was sent before it was written down. An advance belongs to the day its application is funded.
 */
async function orderedAt(tx: Tx, { id, kind, createdAt }: IntentRow, at: Date): Promise<Date> {
  if (isFundingKind(kind)) return at;
  const attempt = await tx.paymentAttempt.findFirst({
    where: { intentId: id },
    orderBy: { sequence: "asc" },
    select: { sentAt: true },
  });
  return attempt !== null && attempt.sentAt < createdAt ? attempt.sentAt : createdAt;
}

const change = (tx: Tx, { id }: IntentRow, data: Prisma.PaymentIntentUpdateInput) =>
  tx.paymentIntent.update({ where: { id }, data: { processId: null, ...data } });

const finishAttempt = (
  tx: Tx,
  { id }: IntentRow,
  at: Date,
  data: Prisma.PaymentAttemptUpdateManyMutationInput,
) =>
  tx.paymentAttempt.updateMany({
    where: { intentId: id, OR: [{ outcome: null }, { outcome: "FAILED" }] },
    data: { ...data, finishedAt: at, leasedUntil: null },
  });

interface Change {
  intent: IntentRow;
  verdict: Verdict | GiveUp;
  state: PaymentState;
  at: Date;
}

function audit(tx: Tx, vault: Core["vault"], { intent, verdict, state, at }: Change): Promise<void> {
  const why = "message" in verdict ? { message: verdict.message } : {};
  const reference = "reference" in verdict && verdict.reference ? { reference: verdict.reference } : {};
  return auditOutcome(tx, vault, intent, { state, at, ...why, ...reference });
}
