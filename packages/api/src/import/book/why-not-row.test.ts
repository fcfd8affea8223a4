import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { expect, test } from "vitest";
import { whyNotRow } from "./why-not-row.ts";

const DAYS = { today: "2026-11-30", born: "1990-05-02" };

const whyNot = (sheet: SheetName, row: BookRow, days = DAYS) => {
  const staged = { sheet, row, customer: "1", application: "", line: 2, table: 0, takenLine: null };
  return whyNotRow({ ...staged, isUnread: false }, () => true, days);
};

test.each<[SheetName, BookRow, string]>([
  ["applications", { fundedOn: "1990-05-01", paybackAmount: 100 }, "fundedOn"],
  ["applications", { createdOn: "1989-12-31T15:00:00.000Z" }, "createdOn"],
  ["payments", { paidOn: "1990-05-01", amount: 100 }, "paidOn"],
  ["schedules", { dueOn: "1971-01-01", amount: 100 }, "dueOn"],
  ["remarks", { remarkDate: "1990-05-01" }, "remarkDate"],
  ["users", { balance: 100, balanceDate: "1990-05-01" }, "balanceDate"],
])("a row of %s with the day %j is refused: its customer was not born yet", (sheet, row, field) => {
  expect(whyNot(sheet, row)).toBe(`${field}: the customer was not born on this day yet.`);
  expect(whyNot(sheet, row, { ...DAYS, born: "" })).toBeNull();
});

test("a row of the day of birth is taken, and a business may be older than its owner", () => {
  expect(whyNot("payments", { paidOn: "1990-05-02", amount: 100 })).toBeNull();
  expect(whyNot("users", { balance: 100, businessStartDate: "1950-01-01" })).toBeNull();
});
