import { type Role, whyNotCapable } from "../roles.ts";

/** Rows of the first page and of each "Show more 15". */
export const USERS_PAGE_SIZE = 15;

/** The columns that the users list sorts by. */
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

/** So many users are sorted by SSN at most: it is sealed, and the numbers are opened to be compared. */
export const MOST_SORTED_BY_SSN = 20_000;

/** Why this role may not sort so many users by SSN, or null: it sorts what the role sees. */
export function whyNotSortBySsn(role: Role, users: number): string | null {
  const masked = whyNotCapable(role, "users.revealSsn");
  if (masked !== null) return `The SSN is masked. ${masked}`;
  return users > MOST_SORTED_BY_SSN
    ? `Search first: more than ${MOST_SORTED_BY_SSN.toLocaleString("en-US")} users are not sorted by SSN.`
    : null;
}

/** What is said of a user id that nobody has. */
export const unknownUser = (userId: number): string => `There is no customer ${userId}.`;
