import { expect, test } from "vitest";
import { US_SPELLING } from "./cells.ts";
import { readHeadings } from "./headings.ts";
import { whyNotAmounts } from "./money-columns.ts";
import { findDirectionAsks, readRow } from "./rows.ts";

const read = (cells: Record<string, string>, spelling = {}) =>
  readRow(
    "payments",
    { paymentId: "P1", customerId: "1", paidOn: "2026-10-01", ...cells },
    { ...US_SPELLING, ...spelling },
    false,
  );

test.each([
  [{ moneyIn: "500.00", moneyOut: "" }, {}, 50_000],
  [{ moneyIn: "0.00", moneyOut: "$20.00" }, {}, -2_000],
  [{ debit: "", credit: "500.00" }, { paidIn: "credit" }, 50_000],
  [{ debit: "-", credit: "500.00" }, { paidIn: "debit" }, -50_000],
  [{ debit: "-500.00", credit: "" }, { paidIn: "credit", signs: "type" }, -50_000],
  [{ debit: "500.00", credit: "", direction: "DEBIT" }, { paidIn: "debit" }, 50_000],
])("a payment of %j, %j has the amount %d", (cells, spelling, amount) => {
  const { row, refused } = read(cells, spelling);
  expect(refused).toBe("");
  expect(row).toEqual({ paymentId: "P1", customerId: "1", paidOn: "2026-10-01", amount });
});

test.each([
  [
    { moneyIn: "5.00", moneyOut: "5.00" },
    {},
    "amount: the row has an amount under Money In and Money Out. It needs exactly one.",
  ],
  [{ debit: "", credit: "0.00" }, {}, "amount: the row has no amount under Debit or Credit."],
  [{ moneyIn: "ten", moneyOut: "" }, {}, "moneyIn: an amount in dollars is needed, like 1,234.50."],
  [
    { debit: "", credit: "5.00" },
    {},
    "amount: Debit and Credit can each be what the customer paid. Choose which is (--paid-in, or Debit and Credit on the page).",
  ],
  [
    { moneyIn: "5.00", moneyOut: "", direction: "refund" },
    {},
    "direction: the type says CREDIT, and the amount is under Money In.",
  ],
  [
    { moneyIn: "", moneyOut: "-5.00" },
    { signs: "amount" },
    "amount: it is below zero in a column of one direction. Let the column decide (--signs=type, or Direction of payments on the page).",
  ],
])("a payment of %j, %j is refused", (cells, spelling, reason) => {
  expect(read(cells, spelling).refused).toBe(reason);
});

test("asks once what Debit and Credit are, and whether a sign or the column decides", () => {
  expect(findDirectionAsks({ debit: "", credit: "5.00" }, US_SPELLING)).toEqual(["paidIn"]);
  expect(findDirectionAsks({ debit: "-5.00" }, US_SPELLING)).toEqual(["signs", "paidIn"]);
  expect(findDirectionAsks({ debit: "", credit: "" }, US_SPELLING)).toEqual([]);
  expect(findDirectionAsks({ credit: "5.00" }, { ...US_SPELLING, paidIn: "credit" })).toEqual([]);
  expect(findDirectionAsks({ moneyIn: "5.00", moneyOut: "" }, US_SPELLING)).toEqual([]);
});

test("a column is one of money by its name and its cells, and a second amount is asked about", () => {
  const headers = ["Payment ID", "Paid", "Received", "Debit Amount", "Credits"];
  const fieldsWith = (cell: string) =>
    readHeadings("payments", headers, [], () => [cell]).map(({ field }) => field);
  expect(fieldsWith("$5.00")).toEqual(["paymentId", "amount", "moneyIn", "debit", "credit"]);
  expect(fieldsWith("9/8/2026")).toEqual(["paymentId", "amount", null, null, null]);
  expect(whyNotAmounts(readHeadings("payments", headers.slice(0, 3)))).toBe(
    "It has amounts under Paid and under Received. Say which are Money In and Money Out, and leave out any other.",
  );
  expect(whyNotAmounts(readHeadings("payments", ["Payment ID", "Received"]))).toBeNull();
});
