import type { PaymentKind, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { settleInstalments } from "../../ledger/allocate.ts";
import { standAgain } from "../../ledger/stand-again.ts";
import { datesToAdd } from "../dates-to-add.ts";

interface FundedAdvance {
  intentId: string;
  kind: PaymentKind;
  userId: number;
  applicationId: number;
}

/**
 * Adds the days on which the advance is to be paid back, where those that are there do not stand for it already; what the
 * customer had paid too much pays the first of them. Returns how many were added.
 */
export async function addPaymentDates(
  tx: Tx,
  { intentId, kind, userId, applicationId }: FundedAdvance,
  now: Date,
): Promise<number> {
  // Who edits the terms meanwhile draws what is here, or is waited for.
  await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR UPDATE`;
  // And so is a payment that is recorded meanwhile: it finds these dates, or is what they are paid by.
  await tx.$executeRaw`SELECT 1 FROM user_balance WHERE user_id = ${userId} FOR UPDATE`;
  const { id: transactionId } = await tx.ledgerTransaction.findFirstOrThrow({
    where: { intentId, kind: "disbursement" },
    select: { id: true },
  });
  await standAgain(tx, { userId, applicationId, transactionId });
  const dates = await datesToAdd(tx, applicationId, { withFurther: false, today: newYorkDate(now) });
  await tx.paymentSchedule.createMany({
    data: dates.map(({ paymentDate, amountCents }) => ({
      userId,
      applicationId,
      paymentDate: new Date(paymentDate),
      amountCents,
    })),
  });
  // Dates of an advance that came back stand for the one that is sent again: what is not sent of it goes from their end.
  const isPart = dates.length === 0 && kind === "RECREDIT";
  const place = isPart ? ({ from: "newest", applicationId } as const) : ({ from: "oldest" } as const);
  await settleInstalments(tx, { userId, transactionId }, { paymentId: intentId, ...place });
  return dates.length;
}
