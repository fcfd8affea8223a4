/**
 * Returns the SQL condition that the customer has the advance of the scheduled payment `schedule`. The dates of an advance that came back
 * stay, because it may be sent again, but nothing is due. OFFSET 0 checks it row by row, so that a page of payments is not joined with
 * all applications.
 */
export const paidOutSql = (schedule: string): string =>
  `EXISTS (SELECT FROM application f WHERE f.id = ${schedule}.application_id AND f.funded_at IS NOT NULL OFFSET 0)`;

/**
 * Returns the SQL condition that an amount of the unpaid instalment `schedule` is due: the customer has the advance and owes money. The
 * database function due_instalments returns the amount.
 */
export const dueSql = (schedule: string): string => `${paidOutSql(schedule)}
  AND EXISTS (SELECT FROM user_balance o WHERE o.user_id = ${schedule}.user_id AND o.balance_cents > 0 OFFSET 0)`;
