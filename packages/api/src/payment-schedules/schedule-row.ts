import type { Tx } from "@countinghouse/db";
import { UNPAID_STATES } from "@countinghouse/validators/payments/states";

/** Whether a payment that collects the scheduled one was begun and has not failed or come back. */
export async function paymentUnderWay(tx: Tx, scheduleId: number): Promise<boolean> {
  const live = await tx.paymentIntent.findFirst({
    where: { scheduleId, state: { notIn: [...UNPAID_STATES] } },
    select: { id: true },
  });
  return live !== null;
}
