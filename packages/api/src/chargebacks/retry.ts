import type { RetryUnprocessed } from "@countinghouse/validators/chargebacks/schemas";
import type { AdminCtx } from "../context.ts";
import type { WithPayments } from "../payments/engine/payments-engine.ts";
import { claimByHand } from "../payments/reports/retry.ts";

/**
 * Tries again, once each, all that could not be applied and was not tried since `readAt`, also what the worker has given
 * up. Returns how many were tried, and how many of them are applied by now. One that a dying process left half-way is
 * tried by a worker.
 */
export async function retryUnprocessed(
  ctx: AdminCtx<WithPayments>,
  input: RetryUnprocessed & { requestId: string },
) {
  const spec = { action: "chargebacks.retry", capability: "chargebacks.process", input } as const;
  const { ids } = await ctx.command(spec, async ({ tx, now }) => {
    const claimed = await claimByHand(tx, now, input.readAt);
    return {
      result: { ids: claimed },
      audit: { subject: { type: "processor-reports", id: input.requestId }, after: { reports: claimed } },
    };
  });
  await ctx.services.payments.retryReports(ids);
  const applied = await ctx.db.processorEvent.count({ where: { id: { in: ids }, appliedAt: { not: null } } });
  return { tried: ids.length, applied };
}
