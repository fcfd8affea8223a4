/** Rows of the first page and of each "Show more 15". */
export const USERS_PAGE_SIZE = 15;

/** The columns of the users list, in their order; it sorts by each. */
export const USER_SORT_COLUMNS = [
  "id",
  "firstname",
  "lastname",
  "email",
  "ssn",
  "phone",
  "currentAddress",
] as const;
export type UserSortColumn = (typeof USER_SORT_COLUMNS)[number];

/** What is said of a user id that nobody has. */
export const unknownUser = (userId: number): string => `There is no customer ${userId}.`;
