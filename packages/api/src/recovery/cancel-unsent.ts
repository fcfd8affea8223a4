import type { Tx } from "@countinghouse/db";
import { Prisma } from "@countinghouse/db";
import { RECOVERY_TEXTS } from "@countinghouse/validators/recovery/rules";

/**
 * Cancels what waits to be sent, of one customer or (null) of all: it was begun on what was known before that had been
 * booked which had been sent, and may be the same payment once more. It was never sent, or the journal would have it.
 * Returns the ids.
 */
export async function cancelUnsent(tx: Tx, userId: number | null): Promise<string[]> {
  const whose = userId === null ? Prisma.empty : Prisma.sql`AND user_id = ${userId}`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE payment_intent SET state = 'CANCELLED', failure_code = 'refused', failure_message = ${RECOVERY_TEXTS.cancelled},
      due_at = NULL
    WHERE state = 'READY' ${whose} RETURNING id::text AS id`;
  return rows.map(({ id }) => id);
}
