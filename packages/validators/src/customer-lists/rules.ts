import { BULK_MOST_USERS } from "../bulk-jobs/rules.ts";

/** More customers are not kept as one list. */
export const MOST_KEPT = 100_000;

export const UNKNOWN_LIST = "There is no such list of customers.";

const counted = (rows: number) => rows.toLocaleString("en-US");

/** Why what was selected is not kept as a list of customers, or null: it is not what was shown any more. */
export function whyNotFreeze({ expected, rows }: { expected: number; rows: number }): string | null {
  if (rows === 0) return "The selection is empty now. Reload the list.";
  if (rows > MOST_KEPT) return `Select at most ${counted(MOST_KEPT)} rows. Narrow the list down first.`;
  return rows === expected
    ? null
    : `This list has changed: ${counted(rows)} match now, ${counted(expected)} when you selected them. Read it again.`;
}

/** Why a job can not take so many customers, or null. */
export const whyNotInOneJob = (customers: number): string | null =>
  customers > BULK_MOST_USERS
    ? `A bulk job takes at most ${counted(BULK_MOST_USERS)} customers: these are ${counted(customers)}.`
    : null;
