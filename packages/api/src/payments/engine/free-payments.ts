import type { Tx } from "@countinghouse/db";

/**
 * Has payments that processes have taken looked after at once, since the processes are gone. Of the `dead` it is certain
 * that they make no call any more: their calls are over now. All others may still be making one, until their lease ends.
 * Returns how many payments are due.
 */
export async function freePayments(
  tx: Tx,
  { gone, dead }: { gone: readonly string[]; dead: readonly string[] },
  now: Date,
): Promise<number> {
  await tx.$executeRaw`
    UPDATE payment_attempt SET leased_until = ${now}
    WHERE id IN (SELECT id FROM payment_attempt WHERE process_id = ANY (${[...dead]}::uuid[]) AND outcome IS NULL
      AND leased_until > ${now} FOR UPDATE SKIP LOCKED)`;
  return tx.$executeRaw`
    UPDATE payment_intent SET due_at = least(due_at, ${now}), process_id = NULL
    WHERE id IN (SELECT id FROM payment_intent WHERE process_id = ANY (${[...gone]}::uuid[]) AND due_at IS NOT NULL
      FOR NO KEY UPDATE SKIP LOCKED)`;
}
