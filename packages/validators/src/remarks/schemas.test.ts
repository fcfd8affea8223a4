import { expect, test } from "vitest";
import { ListRemarks } from "./schemas.ts";

test("remarks are listed ten at a time from the first page on", () => {
  expect(ListRemarks.parse({ userId: 7 })).toEqual({ userId: 7, pageLimit: 10, currentPage: 1 });
});

test.each([0, -1, 1.5, 100_001])("there is no page %s", (currentPage) => {
  expect(ListRemarks.safeParse({ userId: 7, currentPage }).success).toBe(false);
});

test.each([0, 201])("a page does not have %s rows", (limit) => {
  expect(ListRemarks.safeParse({ userId: 7, pageLimit: limit }).success).toBe(false);
});
