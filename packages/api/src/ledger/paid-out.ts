/**
 * The condition on scheduled payments of this name in a statement that the customer has the advance they are part of: of one that came
 * back the dates stay, as it may be sent again, and nothing is due. It is asked row by row (OFFSET 0), so that a page of payments is not joined
 * with all applications.
 */
export const paidOutSql = (schedule: string): string =>
  `EXISTS (SELECT FROM application f WHERE f.id = ${schedule}.application_id AND f.funded_at IS NOT NULL OFFSET 0)`;
