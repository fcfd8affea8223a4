import { USER_SORT_COLUMNS, USERS_PAGE_SIZE } from "@countinghouse/validators/users/rules";
import { createSerializer, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";

/** What the address of the users list says: the search, the order, and how many rows were loaded. */
export const usersParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(USER_SORT_COLUMNS).withDefault("id"),
  dir: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  n: parseAsInteger.withDefault(USERS_PAGE_SIZE),
};

export const serializeUsersParams = createSerializer(usersParams);
