import type { Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { SCHEDULE_NOT_PAID_OUT, whyNotMovePayment } from "@countinghouse/validators/payment-schedules/rules";
import { hasFixedAmount, isGivingBack, modeRule } from "@countinghouse/validators/payments/kinds";
import { overPayoff } from "@countinghouse/validators/payments/payoff";
import {
  whyNotPayOut,
  whyNotSendAgain,
  whyNotUseAccount,
  whyNotUseCard,
} from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { offerExpiry } from "../../applications/facts.ts";
import { whyDoNotFundUser } from "../../do-not-fund/person.ts";
import { lockApplication, lockUser } from "../../locks.ts";
import { centsOrNull } from "../../stored-values.ts";
import { whyNotMove } from "../choose-instrument.ts";
import { whyNotGiveBackNow } from "../given-back.ts";
import { payoffIn } from "../payoff.ts";
import { type IntentRow, lockIntent } from "./intent-row.ts";

/**
 * Returns why an intent may not be sent now, or null. Reads every fact again that could have changed since the order. Locks the
 * application that the intent pays out, or the customer and the payment that it gives back. A READY intent that is refused was
 * never sent.
 */
export async function whyNotSend(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  return (
    (await whyNotUse(tx, intent, now)) ??
    (await whyNotCollectNow(tx, intent, now)) ??
    (await whyNotGiveBackOf(tx, intent)) ??
    (await whyNotPayOutNow(tx, intent, now))
  );
}

async function whyNotUse(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  const { kind } = intent;
  return (
    (await whyNotUseInstrument(tx, intent, now)) ??
    (kind === "MANUAL" ? null : whyNotMove(tx, { ...intent, mode: kind }, now))
  );
}

async function whyNotUseInstrument(
  tx: Tx,
  { cardId, bankAccountId }: IntentRow,
  now: Date,
): Promise<string | null> {
  if (cardId !== null) {
    const card = await tx.card.findUniqueOrThrow({
      where: { id: cardId },
      select: { status: true, expiry: true },
    });
    return whyNotUseCard(card, newYorkDate(now));
  }
  if (bankAccountId === null) return TEXT.instrumentGone;
  const where = { id: bankAccountId };
  return whyNotUseAccount(await tx.bankAccount.findUniqueOrThrow({ where, select: { enabled: true } }));
}

/** By now a waiting charge may be paid another way, or an agency may collect it. */
async function whyNotCollectNow(
  tx: Tx,
  { kind, paymentType, userId, scheduleId, amountCents, overConfirmed }: IntentRow,
  now: Date,
): Promise<string | null> {
  if (kind === "MANUAL" || paymentType !== "DEBIT") return null;
  const { isExternal, balance } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { isExternal: true, balance: { select: { balanceCents: true } } },
  });
  if (isExternal) return TEXT.withAgency;
  const balanceCents = Number(balance?.balanceCents ?? 0);
  const whyOver = async () =>
    overPayoff(amountCents, { balanceCents, payoffCents: await payoffIn(tx, userId, balanceCents, now) });
  if (scheduleId === null) return overConfirmed === false ? whyOver() : null;
  const { application, status } = await tx.paymentSchedule.findUniqueOrThrow({
    where: { id: scheduleId },
    select: { status: true, application: { select: { fundedAt: true } } },
  });
  if (application.fundedAt === null) return SCHEDULE_NOT_PAID_OUT;
  return whyNotMovePayment({ status }) ?? whyOver();
}

/** Returns why a payment may not be given back, or null. It may have come back another way since the order. */
async function whyNotGiveBackOf(
  tx: Tx,
  { id: paymentId, userId, kind, state, parentId, amountCents, createdAt }: IntentRow,
): Promise<string | null> {
  if (!isGivingBack(kind)) return null;
  // Waits for a refund that is being recorded by hand. Only in READY: the report of a sent payment locks the customer before the
  // payment.
  if (state === "READY") await lockUser(tx, userId);
  const parent = parentId === null ? null : await lockIntent(tx, parentId, { wait: true });
  return parent === null
    ? TEXT.saleMissing
    : whyNotGiveBackNow(tx, { parent, amountCents, since: createdAt, paymentId });
}

async function whyNotPayOutNow(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  const { applicationId, kind, parentId } = intent;
  if (kind === "MANUAL" || !modeRule(kind).funds) return null;
  if (applicationId === null) return TEXT.noApplication;
  await lockApplication(tx, applicationId);
  const application = await tx.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: {
      stage: true,
      alloyStatus: true,
      expiresAt: true,
      offerExpiresAt: true,
      fundedAt: true,
      disbursementAmountCents: true,
    },
  });
  const disbursementAmountCents = centsOrNull(application.disbursementAmountCents);
  const refused = whyNotPayOut(kind, {
    ...offerExpiry(application, now),
    alloyStatus: application.alloyStatus,
    whyDoNotFund: await whyDoNotFundUser(tx, intent.userId),
    disbursementAmountCents,
  });
  if (refused !== null) return refused;
  if (hasFixedAmount(kind)) {
    if (disbursementAmountCents !== intent.amountCents) return TEXT.amountChanged;
  } else {
    const whyNotAgain = whyNotSendAgain(await parentCents(tx, parentId), disbursementAmountCents);
    if (whyNotAgain !== null) return whyNotAgain;
  }
  const isFundedAlready = application.fundedAt !== null && !intent.secondFunding;
  return isFundedAlready ? TEXT.alreadyFunded(newYorkDate(application.fundedAt ?? now)) : null;
}

async function parentCents(tx: Tx, parentId: string | null): Promise<number | null> {
  if (parentId === null) return null;
  const parent = await tx.paymentIntent.findUnique({
    where: { id: parentId },
    select: { amountCents: true },
  });
  return parent && Number(parent.amountCents);
}
