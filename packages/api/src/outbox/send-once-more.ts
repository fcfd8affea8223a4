import type { OutboxState, Tx } from "@countinghouse/db";

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
  const which = "id" in message ? { ids: [message.id] } : message;
  return (await queueAgain(tx, now, which, ["DELIVERED", "FAILED"])) > 0;
}

/** The same of messages that failed, and of no others. Returns how many there were. */
export const sendFailedAgain = (tx: Tx, now: Date, ids: readonly string[]): Promise<number> =>
  queueAgain(tx, now, { ids }, ["FAILED"]);

const queueAgain = (
  tx: Tx,
  now: Date,
  { ids = [], dedupeKey = null }: { ids?: readonly string[]; dedupeKey?: string | null },
  from: readonly OutboxState[],
): Promise<number> => tx.$executeRaw`
  UPDATE outbox_message SET state = 'QUEUED', next_at = greatest(next_at, ${now}), leased_until = NULL, delivered_at = NULL,
    receipt = '', last_error = ''
  WHERE (id = ANY(${[...ids]}::uuid[]) OR dedupe_key = ${dedupeKey}) AND state::text = ANY(${[...from]}::text[])
    AND deleted_at IS NULL`;
