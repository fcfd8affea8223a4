import type { Tx } from "@countinghouse/db";

/**
 * Queues a message again that was delivered, or that failed: as it counts its attempts on, what stands there after all is
 * found and not written twice, and not before the vendor can no longer be doing the last one. False where there is no such
 * message, or it waits already.
 */
export async function sendOnceMore(
  tx: Tx,
  now: Date,
  message: { id: string } | { dedupeKey: string },
): Promise<boolean> {
  const { id = null, dedupeKey = null } = message as { id?: string; dedupeKey?: string };
  const count = await tx.$executeRaw`
    UPDATE outbox_message SET state = 'QUEUED', next_at = greatest(next_at, ${now}), leased_until = NULL, delivered_at = NULL,
      receipt = '', last_error = ''
    WHERE (id = ${id}::uuid OR dedupe_key = ${dedupeKey}) AND state IN ('DELIVERED', 'FAILED') AND deleted_at IS NULL`;
  return count > 0;
}
