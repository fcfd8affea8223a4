import { expect, test } from "vitest";
import { Cursor, pageLimit, RowId, RowVersion, VersionIfKept } from "./paging.ts";

const cursor = { value: "Ana ", id: 7, page: 2 };

test("a cursor keeps the sort value to the letter, spaces included", () => {
  expect(Cursor.parse(cursor)).toEqual(cursor);
});

test.each([
  { id: 0 },
  { id: 1.5 },
  { id: 2_147_483_648 },
  { page: 0 },
  { value: "x".repeat(401) },
  { value: "a\0" },
  { extra: 1 },
])("a cursor with %j is refused", (change) => {
  expect(Cursor.safeParse({ ...cursor, ...change }).success).toBe(false);
});

test("a row id reaches as far as the database column", () => {
  expect(RowId.parse(2_147_483_647)).toBe(2_147_483_647);
});

test("a version leaves room for the next one", () => {
  for (const version of [RowVersion, VersionIfKept]) {
    expect(version.parse(2_147_483_646)).toBe(2_147_483_646);
    expect(version.safeParse(2_147_483_647).success).toBe(false);
  }
  expect([RowVersion.safeParse(0).success, VersionIfKept.safeParse(0).success]).toEqual([false, true]);
});

test("a page has its standard length unless another of 1 to 200 is asked for", () => {
  expect(pageLimit(15).parse(undefined)).toBe(15);
  expect(pageLimit(15).parse(200)).toBe(200);
  for (const limit of [0, 201, 1.5, "15"]) expect(pageLimit(15).safeParse(limit).success).toBe(false);
});
