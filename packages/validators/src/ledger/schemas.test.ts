import { expect, test } from "vitest";
import { ListLedger } from "./schemas.ts";

const cursor = { transactionId: "019a9d3c-8f00-7000-8000-000000000001", entryId: "9007199254740993" };

test("a page starts at the newest line or below a cursor, and has a hundred lines by default", () => {
  expect(ListLedger.parse({ cursor: null })).toEqual({ cursor: null, limit: 100 });
  expect(ListLedger.parse({ cursor, limit: 200 })).toEqual({ cursor, limit: 200 });
});

test.each([
  ["no cursor said", {}],
  ["more than two hundred lines", { cursor: null, limit: 201 }],
  ["a place that is no transaction", { cursor: { ...cursor, transactionId: "1" } }],
  ["an entry that is no number", { cursor: { ...cursor, entryId: "1; DROP" } }],
  ["an entry past any number the database has", { cursor: { ...cursor, entryId: "9".repeat(19) } }],
])("%s is refused", (_what, input) => {
  expect(ListLedger.safeParse(input).success).toBe(false);
});
