import type { Tx } from "@countinghouse/db";
import { whyNotCharge } from "@countinghouse/validators/bulk-jobs/review";
import type { BulkPaymentKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { whyNotMovePayment } from "@countinghouse/validators/payment-schedules/rules";
import { whyNotCollect } from "@countinghouse/validators/payments/payoff";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { WriteTools } from "../../core.ts";
import { DomainError, refuseWhen } from "../../errors.ts";
import type { Written } from "../../job-writes.ts";
import type { Source } from "../../payment-schedules/rules.ts";
import { beginPayment, lockPayer } from "../../payments/begin-payment.ts";
import { businessKey } from "../../payments/business-key.ts";
import { chooseInstrument } from "../../payments/choose-instrument.ts";
import { refuseUnlessAsSeen } from "../../payments/confirmed-facts.ts";
import { centsOrNull, dayOrNull } from "../../stored-values.ts";
import { chooseSource, type PayerRow, readPayer, reviewFacts } from "../payer-facts.ts";
import { DUE_CHANGED, refuseChangedDue, type SeenDue } from "../reviewed.ts";
import { bulkMode, bulkRail } from "../rules.ts";
import { availableIn } from "./ask-banks.ts";
import type { ClaimedItem, RunningBatch } from "./claim.ts";
import type { AskedUser } from "./outcome.ts";

export interface Begun {
  batch: RunningBatch & { kind: BulkPaymentKind };
  item: ClaimedItem;
  asked: AskedUser | null;
}

const NOTHING_ON_FILE = "The customer has no linked account and no account on file to debit.";

/**
 * Writes the payment of a row down, ready to be sent, with every rule of the review checked again under the customer's
 * lock. Returns its id; null where the row was taken from this worker meanwhile. Throws RULE and NOT_FOUND, and then
 * nothing was written.
 */
export async function beginItem(
  tools: WriteTools,
  { batch, item, asked }: Begun,
): Promise<Written<string | null>> {
  const { tx, now: at } = tools;
  if (!(await holdItem(tx, item))) return { result: null, audit: null };
  const { userId, amountCents, scheduleId } = item;
  const payer = await readPayer(tx, userId, at);
  await refuseAnotherDue(tx, item, payer);
  const mode = bulkMode(batch.kind, batch.version, payer.hasLink);
  const { source, whyNot } = chooseSource(payer, bulkRail(batch.kind), at);
  const missing = mode === "RCC" && whyNot === TEXT.noPrimaryAccount ? NOTHING_ON_FILE : whyNot;
  refuseWhen(
    whyNotCharge({ ...reviewFacts(payer, source, source === null ? missing : null), requestedAt: null }),
  );
  if (source === null) throw new DomainError("RULE", missing ?? NOTHING_ON_FILE);
  if (amountCents === null) throw new DomainError("RULE", "There is no payment amount.");
  refuseWhen(whyNotCollect({ ...payer, amountCents }));
  const { seen, due } = await readSeen(tx, item);
  await refuseUnlessAsSeen(tx, at, {
    asked: { userId, kind: mode, paymentType: "DEBIT", amountCents, scheduleId },
    balanceCents: payer.balanceCents,
    confirmed: { seen, equalPaymentId: null },
  });
  refuseChangedDue(due, payer);
  if (asked !== null) await refuseUncovered(tx, asked, source, amountCents);
  const instrument = await chooseInstrument(
    tx,
    { userId, mode, instrumentId: source.instrumentId, amountCents, scheduleId },
    at,
  );
  const paymentId = await beginPayment(tools, {
    userId,
    applicationId: payer.scheduleApplicationId ?? payer.applicationId,
    scheduleId,
    kind: mode,
    paymentType: "DEBIT",
    businessKey: await nextBusinessKey(tx, payer, at),
    amountCents,
    createdById: batch.requestedById,
    instrument,
  });
  await tx.bulkItem.update({
    where: { id: item.id },
    data: { intentId: paymentId, last4: instrument.last4 },
  });
  const after = { paymentId, batchId: batch.id, scheduleId, mode, amountCents, last4: instrument.last4 };
  const event = {
    subject: { type: "user", id: userId },
    before: { balanceCents: payer.balanceCents },
    after,
  };
  return {
    result: paymentId,
    audit: { action: "bulkJobs.pay", requestId: batch.id, events: [event] },
  };
}

/** What was known of the customer, and due, when the list was reviewed. */
async function readSeen(tx: Tx, { id }: ClaimedItem): Promise<{ seen: SeenFacts; due: SeenDue }> {
  const { seenBalanceCents, seenPaymentId, seenDueCents, seenDueOn } = await tx.bulkItem.findUniqueOrThrow({
    where: { id },
    select: { seenBalanceCents: true, seenPaymentId: true, seenDueCents: true, seenDueOn: true },
  });
  return {
    seen: { balanceCents: centsOrNull(seenBalanceCents), newestPaymentId: seenPaymentId },
    due: { dueCents: centsOrNull(seenDueCents), dueDate: dayOrNull(seenDueOn) },
  };
}

/** Locks the row, its customer and what it collects. False where the row was taken from this worker meanwhile. */
export async function holdItem(tx: Tx, { id, claim, userId, scheduleId }: ClaimedItem): Promise<boolean> {
  const held = await tx.$queryRaw<object[]>`
    SELECT 1 FROM bulk_item WHERE id = ${id}::uuid AND claimed_by = ${claim}::uuid AND state = 'CLAIMED'
      AND intent_id IS NULL FOR UPDATE`;
  if (held.length === 0) return false;
  await lockPayer(tx, userId);
  if (scheduleId !== null)
    await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE id = ${scheduleId} FOR UPDATE`;
  return true;
}

/** What was reviewed is what is paid: the same scheduled payment, or none. Throws RULE. */
export async function refuseAnotherDue(tx: Tx, { scheduleId }: ClaimedItem, payer: PayerRow): Promise<void> {
  if (scheduleId === payer.scheduleId) return;
  if (scheduleId !== null) {
    const where = { id: scheduleId };
    const schedule = await tx.paymentSchedule.findUnique({ where, select: { status: true } });
    refuseWhen(schedule && whyNotMovePayment(schedule));
  }
  throw new DomainError("RULE", DUE_CHANGED);
}

/** Where the bank said that less is in the account, nothing is sent: the debit would come back, and that counts. */
async function refuseUncovered(tx: Tx, asked: AskedUser, source: Source, amountCents: number): Promise<void> {
  const availableCents = await readAvailable(tx, asked, source);
  if (availableCents !== null && availableCents < amountCents)
    throw new DomainError(
      "RULE",
      `Only ${formatCents(availableCents)} is available in the account •••• ${source.last4}.`,
    );
}

/** What the bank said is available in the account of a source, in cents; null where it did not say. */
export async function readAvailable(tx: Tx, asked: AskedUser, source: Source): Promise<number | null> {
  const { providerAccountId } = await tx.bankAccount.findUniqueOrThrow({
    where: { id: source.instrumentId },
    select: { providerAccountId: true },
  });
  return availableIn(asked, providerAccountId) ?? null;
}

/**
 * Names what may be paid only once: what is due by the schedule, the same as where it is collected alone; else one
 * payment a business day. Counted on where an earlier one failed: a live one was refused before.
 */
export async function nextBusinessKey(
  tx: Tx,
  { userId, scheduleId, dueDate }: PayerRow,
  at: Date,
): Promise<string> {
  if (scheduleId !== null) {
    const ended = await tx.paymentIntent.count({ where: { scheduleId } });
    if (dueDate === null) throw new Error(`The scheduled payment ${scheduleId} has no day.`);
    return businessKey.scheduled(scheduleId, dueDate, ended + 1);
  }
  const day = newYorkDate(at);
  const ended = await tx.paymentIntent.count({
    where: { userId, businessKey: { startsWith: businessKey.unscheduledOn(userId, day) } },
  });
  return businessKey.unscheduled(userId, day, ended + 1);
}
