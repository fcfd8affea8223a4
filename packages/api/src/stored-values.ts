/** The calendar day of a date column, YYYY-MM-DD: the database gives it as its midnight in UTC. */
export const toIsoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The same where there may be none. */
export const dayOrNull = (date: Date | null): string | null => date && toIsoDay(date);

/** An amount of a row in cents, as calls give it: no amount there is comes near what a number can not hold. */
export const centsOrNull = (amount: bigint | null): number | null =>
  amount === null ? null : Number(amount);
