import type { PaymentState, Prisma, Tx } from "@countinghouse/db";
import { PAID_STATES } from "@countinghouse/validators/payment-rules";
import { appendAuditEvents } from "../../audit.ts";
import { queueOutbox } from "../../outbox/queue.ts";
import { FUNDING_KINDS, type IntentRow, isFunding, lockIntent } from "../engine/intent-row.ts";
import type { Verdict } from "../engine/machine.ts";
import { postSettlement, reversePayment } from "../engine/postings.ts";
import { intentSheetDraft } from "../engine/sheet-draft.ts";
import type { StoreServices } from "../engine/take.ts";
import { advanceIntent } from "../state.ts";
import type { Reported } from "./reported.ts";

/** Where each kind of report leads, and from where. Reports may repeat and come in any order. */
const MOVES: Partial<Record<Reported["kind"], { to: PaymentState; from: PaymentState[] }>> = {
  SETTLEMENT: { to: "SETTLED", from: ["SUBMITTED"] },
  RETURN: { to: "RETURNED", from: ["SUBMITTED", "SETTLED"] },
  CHARGEBACK: { to: "CHARGED_BACK", from: ["SUCCEEDED"] },
};

/** A report of something that ended here as failed, or that nobody here knows, is for a person to look at. */
const UNKNOWN_PAYMENT = "Nobody here knows this payment.";
const NOT_PAID = "The processor reports a payment that did not go through here.";
const OTHER_AMOUNT = "The processor reports another amount than was paid.";

/** A problem is told apart from one that a person was told of before. */
export type Applied = "applied" | "repeated" | "problem" | "known-problem";

/** Writes down that a call was taken after all, as its look-up would have found. */
export type RecordTaken = (intentId: string, verdict: Verdict) => Promise<PaymentState>;

/**
 * Writes a report down and does what follows from it: state, ledger, schedule, ledger sheet and audit event in one
 * transaction, once however often it is told. What cannot be applied is kept with the reason, and tried again when it
 * is told again.
 */
export async function applyReport(
  services: StoreServices,
  reported: Reported,
  recordTaken: RecordTaken,
): Promise<Applied> {
  const attempt = await findAttempt(services, reported);
  // The report is the answer that got lost: what it is about was taken.
  if (attempt !== null && isLostAnswer(reported, attempt)) {
    await recordTaken(attempt.intentId, {
      state: reported.provider === "payliance" ? "SUBMITTED" : "SUCCEEDED",
      reference: reported.reference,
      amountCents: null,
      answer: { foundIn: reported.eventKey },
    });
  }
  return services.db.unsafeTransaction((tx) => apply(tx, services, reported, attempt?.intentId ?? null));
}

function findAttempt({ db }: StoreServices, { provider, key, reference }: Reported) {
  return db.read.paymentAttempt.findFirst({
    where: { provider, OR: [{ providerReference: reference }, ...(key ? [{ providerKey: key }] : [])] },
    select: { intentId: true, outcome: true, intent: { select: { amountCents: true } } },
  });
}

type ReportedAttempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** A processor that reports another amount than it was told is believed in nothing. */
const isLostAnswer = (reported: Reported, { outcome, intent }: ReportedAttempt): boolean =>
  outcome === null &&
  reported.kind !== "NOTICE_OF_CHANGE" &&
  !isOtherAmount(reported, Number(intent.amountCents));

async function apply(
  tx: Tx,
  { vault, now }: StoreServices,
  reported: Reported,
  intentId: string | null,
): Promise<Applied> {
  const at = now();
  const intent = intentId === null ? null : await lockIntent(tx, intentId, { wait: true });
  const event = await writeDown(tx, reported, intent, at);
  if (event.appliedAt !== null) return "repeated";
  const eventId = event.id;
  const problem = problemOf(reported, intent);
  if (problem !== null || intent === null) {
    const told = problem ?? UNKNOWN_PAYMENT;
    if (event.problem === told) return "known-problem";
    await tx.processorEvent.update({ where: { id: eventId }, data: { problem: told } });
    return "problem";
  }
  const move = MOVES[reported.kind];
  if (move?.from.includes(intent.state)) {
    await follow(tx, reported, intent);
    await advanceIntent(tx, intent.id, intent.state, [move.to]);
    await undo(tx, reported, intent);
    const draft = await sheetDraft(tx, reported, intent, at);
    if (draft) await queueOutbox(tx, vault, at, [draft]);
    await appendAuditEvents(
      tx,
      vault,
      { at, actor: "job:payments", action: "payments.reported", requestId: eventId },
      [
        {
          subject: { type: "user", id: intent.userId },
          before: { paymentId: intent.id, state: intent.state },
          after: {
            paymentId: intent.id,
            state: move.to,
            reason: reported.code,
            reference: reported.reference,
          },
        },
      ],
    );
  }
  await tx.processorEvent.update({ where: { id: eventId }, data: { appliedAt: at, problem: "" } });
  return "applied";
}

/** The row of the report as it stood when it was told before, if it was. */
function writeDown(
  tx: Tx,
  { provider, eventKey, kind, reference, amountCents, code, day, detail }: Reported,
  intent: IntentRow | null,
  at: Date,
): Promise<{ id: string; appliedAt: Date | null; problem: string }> {
  return tx.processorEvent.upsert({
    where: { provider_eventKey: { provider, eventKey } },
    create: {
      provider,
      eventKey,
      kind,
      intentId: intent?.id ?? null,
      reference,
      amountCents,
      code,
      detail: detail as Prisma.InputJsonObject,
      happenedOn: new Date(day),
      receivedAt: at,
    },
    update: { intentId: intent?.id ?? null },
    select: { id: true, appliedAt: true, problem: true },
  });
}

const PAID: readonly PaymentState[] = ["SUBMITTED", "SETTLED", "SUCCEEDED", "RETURNED", "CHARGED_BACK"];

function problemOf(reported: Reported, intent: IntentRow | null): string | null {
  if (intent === null) return UNKNOWN_PAYMENT;
  if (isOtherAmount(reported, intent.amountCents)) return OTHER_AMOUNT;
  return PAID.includes(intent.state) ? null : NOT_PAID;
}

const isOtherAmount = (reported: Reported, amountCents: number): boolean =>
  reported.kind in MOVES && reported.amountCents !== amountCents;

/** What the report does to the ledger. The intent is still as it was before. */
async function follow(tx: Tx, { kind, day }: Reported, intent: IntentRow): Promise<void> {
  const effectiveOn = new Date(day);
  if (kind === "SETTLEMENT") await postSettlement(tx, intent, effectiveOn);
  if (kind === "RETURN") await reversePayment(tx, intent, "return", effectiveOn);
  if (kind === "CHARGEBACK") await reversePayment(tx, intent, "chargeback", effectiveOn);
}

/** What had been done because money had moved: an advance that came back is not paid out, a payment is due again. */
async function undo(tx: Tx, { kind }: Reported, intent: IntentRow): Promise<void> {
  if (kind === "SETTLEMENT") return;
  // Of an advance that came back nothing follows any more: no worker is to take it up again and again.
  await tx.paymentIntent.update({ where: { id: intent.id }, data: { dueAt: null } });
  if (isFunding(intent.kind) && intent.applicationId !== null && !(await isStillFunded(tx, intent))) {
    await tx.application.update({
      where: { id: intent.applicationId },
      data: { stage: "contracted", fundedAt: null, version: { increment: 1 } },
    });
  }
  if (intent.scheduleId !== null) {
    await tx.paymentSchedule.update({
      where: { id: intent.scheduleId },
      data: { status: "UNPAID", version: { increment: 1 } },
    });
  }
}

/** Of an application that was paid out twice one advance may come back, and the customer has the other. */
async function isStillFunded(tx: Tx, { id, applicationId }: IntentRow): Promise<boolean> {
  // An advance that goes through just now is waited for, or finds what is written here.
  await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR NO KEY UPDATE`;
  const others = await tx.paymentIntent.count({
    where: {
      applicationId,
      id: { not: id },
      kind: { in: [...FUNDING_KINDS] },
      state: { in: [...PAID_STATES] },
    },
  });
  return others > 0;
}

function sheetDraft(tx: Tx, { kind, code }: Reported, intent: IntentRow, at: Date) {
  if (kind !== "RETURN" && kind !== "CHARGEBACK") return null;
  return intentSheetDraft(tx, intent, at, { kind, code });
}
