import type { RetryLedgerWrites } from "@countinghouse/validators/ledger-writes";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { holdFailures } from "./failed.ts";

/**
 * Queues these failures again, a batch as a whole. Their next attempt is counted as a repeat, so that a row that stands
 * in the sheet already is found there and not written twice; not before the vendor can no longer be doing the last one.
 * Throws CONFLICT, and changes nothing, when one of them is no failure any more.
 */
export async function retryLedgerWrites(ctx: AdminCtx, input: RetryLedgerWrites & { requestId: string }) {
  const spec = { action: "ledgerWrites.retry", capability: "ledgerWrites.write", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    const failures = await holdFailures(tx, input.items);
    const ids = failures.map(({ id }) => id);
    await tx.$executeRaw`
      UPDATE outbox_message
      SET state = 'QUEUED', attempts = 1, last_error = '', next_at = greatest(next_at, ${now}), leased_until = NULL
      WHERE id = ANY(${ids}::uuid[])`;
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
