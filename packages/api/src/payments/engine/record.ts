import type { PaymentState, Prisma, Tx } from "@countinghouse/db";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { lateOutcome, partMoved } from "@countinghouse/validators/payment-exceptions/rules";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import { isPaid, isUnanswered, isUnmoved } from "@countinghouse/validators/payments/states";
import type { Core } from "../../core.ts";
import { lockApplication } from "../../locks.ts";
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
 * Records the result of a call or a lookup in one transaction: state, attempt, ledger, schedule, audit event and the row for the
 * ledger sheet. Returns the state of the intent. Throws when there is no such intent.
 * A result that is already recorded changes nothing, so two workers with the same result record it once. A result without moved
 * money also changes nothing when the intent was claimed again since its claim with `lookUps`. Moved money is never dropped: it
 * re-opens a payment that ended without it, and opens a payment exception.
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
    const isMoved = isPaid(verdict.state);
    const wasUnmoved = isUnmoved(intent.state);
    if (!isUnanswered(intent.state) && !(isMoved && wasUnmoved)) return intent.state;
    const isOvertaken = lookUps !== undefined && lookUps !== intent.lookUps;
    if (isOvertaken && !isMoved) return intent.state;
    const at = now();
    const state = await write(tx, { vault, vendorsOff, patience, intent, verdict, at });
    if (state !== intent.state) await audit(tx, vault, { intent, verdict, state, at });
    const { state: stood } = intent;
    if (isMoved && (isUnmoved(stood) || stood === "NEEDS_REVIEW"))
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
 * Records the outcome of a payment with all its effects except the audit event. The caller has locked the intent. A payment that
 * went through has the reference "" when the processor gave none. Returns the new state.
 */
export const writeOutcome = (
  tx: Tx,
  writing: Omit<Writing, "verdict" | "patience">,
  outcome: Outcome,
): Promise<PaymentState> =>
  outcome.state === "FAILED" ? writeFailed(tx, writing, outcome) : writePaid(tx, writing, outcome);

/**
 * Schedules the first lookup for the end of the effect window and later ones at growing intervals. Only an unclear answer delays
 * the next lookup: a worker that died during a lookup is replaced as soon as it would have finished.
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
  const fundedId = isFundingKind(intent.kind) ? intent.applicationId : null;
  if (fundedId !== null) await lockApplication(tx, fundedId);
  if (fundedId !== null && isUnmoved(intent.state)) await markSecondFunding(tx, intent, at);
  await moveIntent(tx, intent.id, intent.state, [verdict.state]);
  const { amountCents } = verdict;
  const movedCents = amountCents === null || amountCents === intent.amountCents ? null : amountCents;
  // A funding stays due until its follow-up is done too.
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
  if (fundedId !== null) {
    await tx.application.update({
      where: { id: fundedId },
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
 * Returns the time that decides the day of a payment. It is the time of the order, since the early-payment discount depends on that
 * day. A payment that is known only from a report was sent before it was recorded here. An advance belongs to the day on which its
 * application is funded.
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
