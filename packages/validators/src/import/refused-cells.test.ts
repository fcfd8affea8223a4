import { expect, test } from "vitest";
import { readCell, US_SPELLING } from "./cells.ts";
import { sheetColumns } from "./columns.ts";
import { readRow } from "./rows.ts";

const TODAY = { ...US_SPELLING, today: "2026-11-30" };

test.each([
  ["payments", { amount: "€100" }, "amount: the amount is of another currency than US dollars."],
  ["users", { balance: "€1,234.50" }, "balance: the amount is of another currency than US dollars."],
  ["payments", { paidOn: "1066-10-14" }, "paidOn: "],
  ["payments", { paidOn: "1949-12-31" }, "paidOn: the day is before 1950."],
  ["payments", { paidOn: "2077-01-01" }, "paidOn: the day is more than 50 years ahead."],
  [
    "payments",
    { paidOn: "15095" },
    "paidOn: a bare number, counted as Excel counts days, is 1941-04-29 here. ",
  ],
  [
    "applications",
    { fundedOn: "20000" },
    "fundedOn: a bare number, counted as Excel counts days, is 1954-10-03 here. ",
  ],
  ["applications", { stage: "Sleeping" }, "stage: one of started, "],
  ["applications", { stage: "Expired" }, "stage: one of started, "],
  ["applications", { ofeeRate: "7.5" }, "ofeeRate: the rate is not clear, or not below 100%. "],
  ["applications", { ofeeRate: "100%" }, "ofeeRate: the rate is not clear, or not below 100%. "],
  [
    "payments",
    { applicationId: "1.2E+16" },
    "applicationId: an id is needed; a number like 1.2E+11 has lost its last digits.",
  ],
  ["accounts", { accountNumber: "1.2345678901234567E+16" }, "accountNumber: digits are needed."],
  [
    "payments",
    { direction: "CREDIT", amount: "-500.00" },
    "amount: the type is CREDIT and the amount is below zero. ",
  ],
] as const)("of %s a row is refused for a cell that can not be meant: %j", (sheet, cells, reason) => {
  expect(readRow(sheet, { lastname: "Diaz", externalId: "1", ...cells }, TODAY, false).refused).toContain(
    reason,
  );
});

test("2.000 refuses a row where nobody knows how amounts are written", () => {
  const unclear = { ...US_SPELLING, numbersUnclear: true };
  const toRead = (balance: string) =>
    readRow("users", { lastname: "Diaz", externalId: "1", balance }, unclear, false);
  expect(toRead("2.000").refused).toMatch(/^balance: 2\.000 can be two thousand or two here\./);
  expect(toRead("35").row.balance).toBe(3_500);
});

test("a bare number is read as Excel's day, and the finding names the day", () => {
  expect(readCell(sheetColumns("payments").paidOn as never, "44197", TODAY)).toEqual({
    value: "2021-01-01",
    mended: "a date had been made a number, and was read as 2021-01-01",
  });
});

test.each([
  ["type", "CREDIT", "-500.00", { direction: "CREDIT", amount: 50_000 }],
  ["type", "DEBIT", "500.00", { direction: "DEBIT", amount: 50_000 }],
  ["amount", "CREDIT", "-500.00", { amount: -50_000 }],
] as const)("where the %s decides, a %s of %s counts its direction once", (signs, direction, amount, row) => {
  const payment = readRow("payments", { direction, amount }, { ...TODAY, signs }, false);
  expect(payment.row).toEqual(row);
  expect(payment.refused).not.toContain("--signs");
});

test("an id that is a long negative number is no formula, and one in front of which zeros stand keeps them", () => {
  const id = sheetColumns("users").externalId as never;
  expect(readCell(id, "-8086931554011838357", TODAY)).toEqual({ value: "-8086931554011838357" });
  expect(readCell(id, '="00017"', TODAY)).toEqual({ value: "00017" });
});
