import type { Tx } from "@countinghouse/db";

/**
 * Makes the payments that `gone` processes have claimed due at once. The processes in `dead` certainly make no call any more, so
 * their calls end now. The other ones may still be calling until their lease ends. Returns the number of payments that are due.
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
