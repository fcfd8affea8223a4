import type { ReadDb, Tx } from "@countinghouse/db";
import {
  type DrawnPayment,
  furtherPayments,
  type PaidOut,
  paybacksOf,
} from "@countinghouse/validators/edit-user/schedule";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { PAID_STATES } from "@countinghouse/validators/payments/states";
import { centsOrNull, dayOrNull, toIsoDay } from "../stored-values.ts";

/** Returns the sent amount and the whole amount of an advance; after a RECREDIT the whole is the first payment's. Cents. */
export const sentAdvance = ({
  amountCents,
  parent,
}: {
  amountCents: bigint;
  parent: { amountCents: bigint } | null;
}): PaidOut["advances"][number] => ({
  sentCents: Number(amountCents),
  wholeCents: Number((parent ?? { amountCents }).amountCents),
});

/**
 * Returns the payment dates that an application still needs to cover every advance paid out on it, and one further whole
 * advance with `withFurther`. An advance that was sent again in part is paid back in proportion. The list is empty when the
 * existing dates suffice. Cents; `today` is YYYY-MM-DD in New York.
 */
export async function datesToAdd(
  db: Pick<ReadDb, "application"> | Tx,
  applicationId: number,
  { withFurther, today }: { withFurther: boolean; today: string },
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
        // Ids order the advances of one moment.
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { amountCents: true, parent: { select: { amountCents: true } } },
      },
    },
  });
  const wholeCents = centsOrNull(terms.paybackAmountCents);
  const paybacks = paybacksOf(wholeCents ?? 0, intents.map(sentAdvance));
  if (withFurther) paybacks.push(wholeCents ?? 0);
  return furtherPayments(
    {
      firstPaymentDate: dayOrNull(terms.firstPaymentDate),
      paybackAmountCents: wholeCents === null ? null : (paybacks.at(-1) ?? wholeCents),
      paymentAmountCents: centsOrNull(terms.paymentAmountCents),
    },
    {
      owedCents: paybacks.reduce((sum, cents) => sum + cents, 0),
      standing: schedules.map(({ paymentDate, amountCents }) => ({
        paymentDate: toIsoDay(paymentDate),
        amountCents: Number(amountCents),
      })),
      today,
    },
  );
}
