import type { Tx } from "@countinghouse/db";

/**
 * Locks a customer until the transaction ends. Order of locks: customers, then the application, then the balance, then instalments. Inserts
 * of rows that refer to the customer do not wait.
 */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** Locks several customers as `lockUser` does, in the order of their ids. Order of locks: as for `lockUser`. */
export async function lockUsers(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ANY(${[...userIds]}::int[]) ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Locks customers that may be deleted, in the order of their ids. Order of locks: as for `lockUser`. FOR UPDATE, so that inserts of rows
 * that refer to these customers wait.
 */
export async function lockUsersToRemove(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ANY(${[...userIds]}::int[]) ORDER BY id FOR UPDATE`;
}

/**
 * Locks an application until the transaction ends. Order of locks: after its customer, before balance and instalments. Inserts of rows that
 * refer to the application do not wait. Does nothing when there is no such application.
 */
export async function lockApplication(tx: Tx, applicationId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR NO KEY UPDATE`;
}

/**
 * Locks the newest application of a customer as `lockApplication` does. The caller has locked the customer. Returns the application as of
 * the lock, or null without one.
 */
export async function lockNewestApplication(tx: Tx, userId: number) {
  const newest = await tx.application.findFirst({
    where: { userId },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (newest === null) return null;
  await lockApplication(tx, newest.id);
  return tx.application.findUniqueOrThrow({ where: { id: newest.id } });
}

/** Locks the balance of a customer until the transaction ends. Order of locks: after the application, before instalments. */
export async function lockBalance(tx: Tx, userId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM user_balance WHERE user_id = ${userId} FOR UPDATE`;
}
