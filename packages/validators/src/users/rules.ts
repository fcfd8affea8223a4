import { type Role, whyNotCapable } from "../roles.ts";

/** Rows of the first page and of each "Show more 15". */
export const USERS_PAGE_SIZE = 15;

export const USER_SORT_COLUMNS = [
  "id",
  "firstname",
  "lastname",
  "email",
  "ssn",
  "phone",
  "currentAddress",
  "balanceCents",
  "dueOn",
  "lastPaymentOn",
] as const;
export type UserSortColumn = (typeof USER_SORT_COLUMNS)[number];

/** The most users that can be sorted by SSN: each sealed number has to be opened for the comparison. */
export const MOST_SORTED_BY_SSN = 20_000;

/** Returns why this role may not sort this many users by SSN, or null. A role sorts only by numbers that it sees. */
export function whyNotSortBySsn(role: Role, users: number): string | null {
  const masked = whyNotCapable(role, "users.revealSsn");
  if (masked !== null) return `The SSN is masked. ${masked}`;
  return users > MOST_SORTED_BY_SSN
    ? `Search first: more than ${MOST_SORTED_BY_SSN.toLocaleString("en-US")} users are not sorted by SSN.`
    : null;
}

/** Returns the message for a user id that does not exist. */
export const unknownUser = (userId: number): string => `There is no customer ${userId}.`;
