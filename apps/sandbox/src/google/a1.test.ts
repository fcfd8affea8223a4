import { expect, test } from "vitest";
import { columnName, formatRange, parseRange } from "./a1.ts";

test("a range of whole columns is open below", () => {
  expect(parseRange("Payments!A:I")).toEqual({
    sheet: "Payments",
    firstRow: 1,
    lastRow: undefined,
    firstColumn: 1,
    lastColumn: 9,
  });
});

test("a quoted sheet name is read without its quotes, doubled quotes as one", () => {
  expect(parseRange("'New Accounts'!B2:AJ4")).toMatchObject({
    sheet: "New Accounts",
    firstRow: 2,
    firstColumn: 2,
    lastRow: 4,
    lastColumn: 36,
  });
  expect(parseRange("'Joe''s'")?.sheet).toBe("Joe's");
});

test("a single cell is a range of one", () => {
  expect(parseRange("Payments!C7")).toMatchObject({ firstRow: 7, lastRow: 7, firstColumn: 3, lastColumn: 3 });
});

test.each(["", "Payments!", "Payments!1A", "Payments!A:", "Payments!A0", "'New Accounts!A:B"])(
  "%j is no range",
  (text) => {
    expect(parseRange(text)).toBeUndefined();
  },
);

test("a range is written as Google writes it", () => {
  const sides = { firstRow: 4, lastRow: 4, firstColumn: 1, lastColumn: 9 };
  expect(formatRange({ sheet: "Payments", ...sides })).toBe("Payments!A4:I4");
  expect(formatRange({ sheet: "New Accounts", ...sides, lastColumn: 1 })).toBe("'New Accounts'!A4");
});

test("columns go on after Z with two letters", () => {
  expect([1, 26, 27, 36, 52, 53, 702, 703].map(columnName)).toEqual([
    "A",
    "Z",
    "AA",
    "AJ",
    "AZ",
    "BA",
    "ZZ",
    "AAA",
  ]);
});
