import type { RetryLedgerWrites } from "@countinghouse/validators/ledger-writes/schemas";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { sendFailedAgain } from "../outbox/send-once-more.ts";
import { refuseOff } from "../vendors-off.ts";
import { holdFailures } from "./failed.ts";

/**
 * Queues these failures again, a batch as a whole. Their attempts are counted on, so that a row that stands in the sheet
 * already is found there and not written twice, and no worker that was away takes an old attempt of its own for a new
 * one; not before the vendor can no longer be doing the last one.
 * Throws RULE where there is no sheet, CONFLICT, and changes nothing, when one of them is no failure any more.
 */
export async function retryLedgerWrites(ctx: AdminCtx, input: RetryLedgerWrites & { requestId: string }) {
  const spec = { action: "ledgerWrites.retry", capability: "ledgerWrites.write", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    refuseOff("ledgerSheet", ctx.services);
    const failures = await holdFailures(tx, input.items);
    const ids = failures.map(({ id }) => id);
    await sendFailedAgain(tx, now, ids);
    const [first, ...rest] = failures.map(({ id, dedupeKey, attempts, lastError }) => ({
      subject: { type: "outbox_message", id },
      before: { state: "FAILED", dedupeKey, attempts, lastError },
      after: { state: "QUEUED" },
    }));
    return {
      result: { retried: ids.length },
      audit: [found(first, "No failure was chosen."), ...rest],
    };
  });
  ctx.services.wakeOutbox();
  return result;
}
