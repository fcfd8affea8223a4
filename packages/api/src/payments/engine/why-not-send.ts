import type { Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { hasFixedAmount, modeRule } from "@countinghouse/validators/payments/kinds";
import { whyNotPayOut, whyNotUseAccount, whyNotUseCard } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { offerExpiry } from "../../applications/facts.ts";
import { whyDoNotFundUser } from "../../do-not-fund/person.ts";
import { whyNotTake } from "../choose-instrument.ts";
import type { IntentRow } from "./intent-row.ts";

/**
 * Why an intent may not be sent as things stand now, or null. Everything that could have changed since it was made is
 * read again, under the lock of the application it pays out: what is refused here was never called.
 */
export async function whyNotSend(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  return (await whyNotUse(tx, intent, now)) ?? (await whyNotPayOutNow(tx, intent, now));
}

async function whyNotUse(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  const { kind } = intent;
  return (
    (await whyNotUseInstrument(tx, intent, now)) ??
    (kind === "MANUAL" ? null : whyNotTake(tx, { ...intent, mode: kind }, now))
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

async function whyNotPayOutNow(tx: Tx, intent: IntentRow, now: Date): Promise<string | null> {
  const { applicationId, kind } = intent;
  if (kind === "MANUAL" || !modeRule(kind).funds) return null;
  if (applicationId === null) return TEXT.noApplication;
  await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR UPDATE`;
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
  const refused = whyNotPayOut(kind, {
    ...offerExpiry(application, now),
    alloyStatus: application.alloyStatus,
    whyDoNotFund: await whyDoNotFundUser(tx, intent.userId),
    disbursementAmountCents:
      application.disbursementAmountCents === null ? null : Number(application.disbursementAmountCents),
  });
  if (refused !== null) return refused;
  const isAnother = Number(application.disbursementAmountCents) !== intent.amountCents;
  if (hasFixedAmount(kind) && isAnother) return TEXT.amountChanged;
  const isFundedAlready = application.fundedAt !== null && !intent.secondFunding && kind !== "RECREDIT";
  return isFundedAlready ? TEXT.alreadyFunded(newYorkDate(application.fundedAt ?? now)) : null;
}
