import type { Tx } from "@countinghouse/db";

/**
 * Locks a customer until the transaction ends: whatever moves their money, changes their accounts or tells outside of
 * them comes one after another. Not FOR UPDATE: whoever writes a row that refers to the customer would wait for us, and
 * we may be waiting for that row.
 */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Locks customers who may go: nobody begins a row that refers to them any more, and whoever has begun one was waited for. In one
 * order.
 */
export async function lockUsersToRemove(tx: Tx, userIds: number[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ANY(${userIds}::int[]) ORDER BY id FOR UPDATE`;
}

/** Locks several, always in the order of their ids, so that two who lock the same never wait for each other. */
export async function lockUsers(tx: Tx, userIds: number[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ANY(${userIds}::int[]) ORDER BY id FOR NO KEY UPDATE`;
}
