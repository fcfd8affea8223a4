import { expect, test } from "vitest";
import { isFooter } from "./layout.ts";

const WIDTH = 6;
const toFooter = (...cells: string[]): boolean => isFooter({ line: 9, cells, damage: null }, WIDTH);

test.each([
  ["Total"],
  ["Total", "", "1,248.00"],
  ["Grand Total: 5 customers"],
  ["Totals for Montana", "12"],
  ["TOTAL (2)"],
  ["Subtotal", "", "30.00"],
  ["Total Records: 7"],
  ["Total balance due", "$30.00"],
  ["Total", "1,000.00", "1,200.00", "$30.00"],
  ["Count", "12"],
  ["12 records"],
  ["Page 1 of 3"],
  ["Report generated 1/5/2025 by Sofia"],
  ["Generated on 1/5/2025"],
  ["End of report"],
  ["Confidential"],
  ["As of 12/31/2025"],
])("%j, %j is a footer", (...cells) => {
  expect(toFooter(...cells)).toBe(true);
});

test.each([
  ["Total Hair"],
  ["Total Wine LLC", "", "1200.00"],
  ["Count Me In LLC", "59601"],
  ["Report Cards Inc", "", "12.00"],
  ["Page 1 Books"],
  ["Records & Tapes", "59601"],
  ["Confidential Investigations LLC", "4065550144"],
  ["End Zone Sports", "59601"],
  ["Copyright Printing"],
  ["Sum Total Consulting LLC"],
  ["Total", "Helena", "MT"],
  ["Total", "59601", "4065550144", "17"],
])("%j, %j is a customer, who is not left out", (...cells) => {
  expect(toFooter(...cells)).toBe(false);
});
