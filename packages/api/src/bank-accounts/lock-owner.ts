import type { Tx } from "@countinghouse/db";

/**
 * Locks a user until the transaction ends: what is done to accounts and cards of one user, and the payments begun with
 * them, come one after another.
 */
export async function lockOwner(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}
