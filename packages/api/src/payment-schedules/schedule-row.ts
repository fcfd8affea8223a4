import type { Tx } from "@countinghouse/db";
import { UNACCOUNTED_STATES } from "@countinghouse/validators/payments/states";

/** Whether a payment that collects the scheduled one was begun, and nobody knows yet what became of it. */
export async function paymentUnderWay(tx: Tx, scheduleId: number): Promise<boolean> {
  const live = await tx.paymentIntent.findFirst({
    where: { scheduleId, state: { in: [...UNACCOUNTED_STATES] } },
    select: { id: true },
  });
  return live !== null;
}
