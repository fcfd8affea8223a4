/**
 * The condition on scheduled payments of this name in a statement that the customer has the advance they are part of: of one that came
 * back the dates stay, as it may be sent again, and nothing is due. It is asked row by row (OFFSET 0), so that a page of payments is not joined
 * with all applications.
 */
export const paidOutSql = (schedule: string): string =>
  `EXISTS (SELECT FROM application f WHERE f.id = ${schedule}.application_id AND f.funded_at IS NOT NULL OFFSET 0)`;

/**
 * The condition on unpaid instalments of this name that something is due of them: the customer has the advance and owes. How much that is,
 * the function due_instalments of the database returns.
 */
export const dueSql = (schedule: string): string => `${paidOutSql(schedule)}
  AND EXISTS (SELECT FROM user_balance o WHERE o.user_id = ${schedule}.user_id AND o.balance_cents > 0 OFFSET 0)`;
