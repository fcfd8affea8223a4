import type { ReadDb, Tx } from "@countinghouse/db";
import { type DrawnPayment, furtherPayments } from "@countinghouse/validators/edit-user/schedule";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { PAID_STATES } from "@countinghouse/validators/payments/states";
import { centsOrNull, dayOf, dayOrNull } from "../stored-values.ts";

/**
 * The payment dates that an application still needs, so that those it has stand for every advance paid out on it and for so
 * many further ones: none while they do. Cents; `today` is YYYY-MM-DD in New York.
 */
export async function datesToAdd(
  db: Pick<ReadDb, "application"> | Tx,
  applicationId: number,
  { furtherAdvances, today }: { furtherAdvances: number; today: string },
): Promise<DrawnPayment[]> {
  const { schedules, intents, ...terms } = await db.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: {
      firstPaymentDate: true,
      paybackAmountCents: true,
      paymentAmountCents: true,
      schedules: { orderBy: { paymentDate: "asc" }, select: { paymentDate: true, amountCents: true } },
      intents: {
        where: { kind: { in: [...FUNDING_MODES] }, state: { in: [...PAID_STATES] } },
        select: { id: true },
      },
    },
  });
  return furtherPayments(
    {
      firstPaymentDate: dayOrNull(terms.firstPaymentDate),
      paybackAmountCents: centsOrNull(terms.paybackAmountCents),
      paymentAmountCents: centsOrNull(terms.paymentAmountCents),
    },
    {
      advances: intents.length + furtherAdvances,
      standing: schedules.map(({ paymentDate, amountCents }) => ({
        paymentDate: dayOf(paymentDate),
        amountCents: Number(amountCents),
      })),
      today,
    },
  );
}
