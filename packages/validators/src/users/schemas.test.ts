import { expect, test } from "vitest";
import { USER_SORT_COLUMNS } from "./rules.ts";
import { GetUser, ListUsers, MarkManuallyApproved } from "./schemas.ts";

test("an empty list request means the first fifteen rows by id", () => {
  expect(ListUsers.parse({})).toEqual({
    query: "",
    filters: { stage: null, balance: null, nextDue: null, pastDue: null, lastPayment: null, tags: [] },
    sort: "id",
    direction: "asc",
    cursor: null,
    limit: 15,
  });
});

test("parsing a parsed list request changes nothing", () => {
  const once = ListUsers.parse({
    query: "  maria ",
    sort: "lastname",
    cursor: { value: "D", id: 3, page: 2 },
  });
  expect(once.query).toBe("maria");
  expect(ListUsers.parse(once)).toEqual(once);
});

test.each(USER_SORT_COLUMNS)("the list sorts by %s", (sort) => {
  expect(ListUsers.parse({ sort }).sort).toBe(sort);
});

test.each([
  { sort: "passwordHash" },
  { direction: "up" },
  { query: "x".repeat(201) },
  { query: "a\0b" },
  { limit: 0 },
  { limit: 201 },
  { cursor: { value: "D", id: 3 } },
  { page: 2 },
])("a list request with %j is rejected", (request) => {
  expect(ListUsers.safeParse(request).success).toBe(false);
});

test.each([0, -1, 1.5, 2_147_483_648, "7", null])("%j is rejected as a user id", (id) => {
  expect(GetUser.safeParse({ id }).success).toBe(false);
  expect(MarkManuallyApproved.safeParse({ userId: id }).success).toBe(false);
});

test("a user id is accepted up to the width of its column", () => {
  expect(GetUser.parse({ id: 2_147_483_647 }).id).toBe(2_147_483_647);
});
