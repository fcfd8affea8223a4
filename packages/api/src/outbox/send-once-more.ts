import type { Tx } from "@countinghouse/db";

/**
 * Queues a message again that was delivered, or that failed: as it counts its attempts on, what stands there after all is
 * found and not written twice. False where there is no such message, or it waits already.
 */
export async function sendOnceMore(
  tx: Tx,
  now: Date,
  message: { id: string } | { dedupeKey: string },
): Promise<boolean> {
  const { count } = await tx.outboxMessage.updateMany({
    where: { ...message, state: { in: ["DELIVERED", "FAILED"] }, deletedAt: null },
    data: {
      state: "QUEUED",
      nextAt: now,
      leasedUntil: null,
      deliveredAt: null,
      receipt: "",
      lastError: "",
    },
  });
  return count > 0;
}
