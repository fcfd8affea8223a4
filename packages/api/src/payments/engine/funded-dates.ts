import type { PaymentKind, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { settleInstalments } from "../../ledger/allocate.ts";
import { standAgain } from "../../ledger/stand-again.ts";
import { lockApplication, lockBalance } from "../../locks.ts";
import { datesToAdd } from "../dates-to-add.ts";

interface FundedAdvance {
  intentId: string;
  kind: PaymentKind;
  userId: number;
  applicationId: number;
}

/**
 * Adds the payment dates of an advance, unless existing dates already count for it. Money that the customer overpaid pays the first
 * dates. Returns the number of added dates.
 */
export async function addPaymentDates(
  tx: Tx,
  { intentId, kind, userId, applicationId }: FundedAdvance,
  now: Date,
): Promise<number> {
  // A concurrent edit of the terms either ends before this or waits, and then finds these dates.
  await lockApplication(tx, applicationId);
  // A payment that is recorded at the same time waits too: it finds these dates, or it ends first and pays them.
  await lockBalance(tx, userId);
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
  // The dates of a returned advance count for the advance that is sent again. The part that is not sent is removed from the last
  // dates.
  const isPart = dates.length === 0 && kind === "RECREDIT";
  const place = isPart ? ({ from: "newest", applicationId } as const) : ({ from: "oldest" } as const);
  await settleInstalments(tx, { userId, transactionId }, { paymentId: intentId, ...place });
  return dates.length;
}
