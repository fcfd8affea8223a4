import type { Tx } from "@countinghouse/db";
import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { whyNotCollect } from "@countinghouse/validators/payments/payoff";
import { isUnpaid } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import {
  holdItem,
  nextBusinessKey,
  readAvailable,
  refuseAnotherDue,
} from "../bulk-jobs/engine/begin-item.ts";
import type { ClaimedItem, RunningBatch } from "../bulk-jobs/engine/claim.ts";
import type { AskedUser } from "../bulk-jobs/engine/outcome.ts";
import { readPayer } from "../bulk-jobs/payer-facts.ts";
import { DUE_CHANGED, refuseChangedDue } from "../bulk-jobs/reviewed.ts";
import type { WriteTools } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import type { Written } from "../job-writes.ts";
import type { Source } from "../payment-schedules/rules.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { chooseInstrument } from "../payments/choose-instrument.ts";
import { refuseEqual } from "../payments/confirmed-facts.ts";
import { centsOrNull, toIsoDay } from "../stored-values.ts";
import { planDue, readAutomationFacts } from "./due.ts";
import { amountToTake, railOfSource } from "./rules.ts";

export interface BegunAutomation {
  batch: RunningBatch;
  item: ClaimedItem;
  asked: AskedUser | null;
  /** Told what the bank said is in the account, in cents, also where that is too little. */
  onBalance: (cents: number) => void;
}

/**
 * Writes the next attempt of payment automation at what is due down, ready to be sent, with every rule checked again
 * under the customer's lock: the first one, or the second one after the first has failed for good. No more is taken than was
 * confirmed when the run began. An account in which
 * less is available than is to be taken counts as failed, and nothing is sent. Returns the payment's id; null where the
 * row was taken from this worker meanwhile. Throws RULE and NOT_FOUND.
 */
export async function beginAutomation(
  tools: WriteTools,
  { batch, item, asked, onBalance }: BegunAutomation,
): Promise<Written<string | null>> {
  const { tx, now: at } = tools;
  if (!(await holdItem(tx, item))) return { result: null, audit: null };
  const { userId, scheduleId, amountCents: dueCents } = item;
  const own = await tx.automationItem.findUniqueOrThrow({ where: { itemId: item.id } });
  await refuseUnfinishedFirst(tx, own);
  const payer = await readPayer(tx, userId, at);
  await refuseAnotherDue(tx, item, payer);
  if (dueCents === null) throw new DomainError("RULE", DUE_CHANGED);
  refuseChangedDue({ dueCents, dueDate: toIsoDay(own.dueOn) }, payer);
  const facts = await readAutomationFacts(tx, userId, at);
  const plan = planDue(payer, facts, { ...tools, isRequested: false, failedRail: own.firstRail });
  if (plan.reason !== null) throw new DomainError("RULE", plan.reason);
  const amountCents = amountToTake(centsOrNull(own.takeCents) ?? dueCents, payer.payoffCents);
  refuseWhen(whyNotCollect({ ...payer, amountCents }));
  const attempt = await coveredAttempt(tx, { sources: plan.sources, own, asked, amountCents, onBalance });
  const { source } = attempt;
  await refuseEqual(tx, at, { userId, kind: source.mode, paymentType: "DEBIT", amountCents, scheduleId });
  const instrument = await chooseInstrument(
    tx,
    { userId, mode: source.mode, instrumentId: source.instrumentId, amountCents, scheduleId },
    at,
  );
  const paymentId = await beginPayment(tools, {
    userId,
    applicationId: payer.scheduleApplicationId,
    scheduleId,
    kind: source.mode,
    paymentType: "DEBIT",
    businessKey: await nextBusinessKey(tx, payer, at),
    amountCents,
    createdById: batch.requestedById,
    instrument,
  });
  const { last4 } = instrument;
  await tx.bulkItem.update({ where: { id: item.id }, data: { intentId: paymentId, last4 } });
  await tx.automationItem.update({
    where: { itemId: item.id },
    data: {
      rail: railOfSource(source),
      secondRail: attempt.second && railOfSource(attempt.second),
      ...(attempt.uncovered && {
        firstRail: "ACH",
        firstLast4: attempt.uncovered.last4,
        firstProblem: NOT_PROCESSED.insufficient,
        firstEndedAt: at,
      }),
    },
  });
  const { firstIntentId } = own;
  const what = { batchId: batch.id, scheduleId, mode: source.mode, dueCents, amountCents, last4 };
  const event = {
    subject: { type: "user", id: userId },
    before: { balanceCents: payer.balanceCents },
    after: { paymentId, firstPaymentId: firstIntentId, ...what },
  };
  return {
    result: paymentId,
    audit: { action: "automation.pay", requestId: batch.id, events: [event] },
  };
}

/** The first attempt, where it is over. */
interface Own {
  firstRail: PaymentRail | null;
  firstIntentId: string | null;
}

/** Nothing is tried a second time before it is certain that the first one moved nothing (reliability M8). */
async function refuseUnfinishedFirst(tx: Tx, { firstIntentId }: Own): Promise<void> {
  if (firstIntentId === null) return;
  const { state } = await tx.paymentIntent.findUniqueOrThrow({
    where: { id: firstIntentId },
    select: { state: true },
  });
  if (!isUnpaid(state)) throw new DomainError("RULE", TEXT.stillOpen);
}

interface Attempt {
  source: Source;
  /** What is tried when this one fails for good, or null. */
  second: Source | null;
  /** The account that was passed over, because less is in it than is to be taken. */
  uncovered: Source | null;
}

interface Attempting {
  sources: readonly [Source, ...Source[]];
  own: Own;
  asked: AskedUser | null;
  amountCents: number;
  onBalance: BegunAutomation["onBalance"];
}

/** The first source that can be tried. Throws RULE where the account does not cover the amount, and nothing follows it. */
async function coveredAttempt(
  tx: Tx,
  { sources: [first, next], own, asked, amountCents, onBalance }: Attempting,
): Promise<Attempt> {
  const isLast = own.firstRail !== null;
  const second = isLast ? null : (next ?? null);
  const availableCents =
    asked !== null && first.mode === "DEBIT" ? await readAvailable(tx, asked, first) : null;
  if (availableCents !== null) onBalance(availableCents);
  if (availableCents === null || availableCents >= amountCents)
    return { source: first, second, uncovered: null };
  if (second === null) throw new DomainError("RULE", NOT_PROCESSED.insufficient);
  return { source: second, second: null, uncovered: first };
}
