import { expect, it } from "vitest";
import { columnKind, fileNameIn, spreadsheetCell } from "./cells.ts";

it("knows by its title what stands in a column; ids and codes are text", () => {
  const kinds = (...titles: string[]) => titles.map(columnKind);
  expect(kinds("Balance (USD)", "acc_2 balance", "alloyPaymentAmount", "stripeValue")).toEqual(
    Array(4).fill("money"),
  );
  expect(kinds("Next Due (America/New_York)", "discountDate", "dob")).toEqual(Array(3).fill("day"));
  expect(kinds("Count of Users", "Drop off count", "Days Past Due")).toEqual(Array(3).fill("number"));
  expect(kinds("Id", "User Id", "Unique Ref", "Code", "ssn", "zipcode", "Phone Number", "paymentId")).toEqual(
    Array(8).fill("text"),
  );
});

it("keeps amounts as numbers, days as days and ids as text; what is none of these stays as it is", () => {
  expect(spreadsheetCell("money", "-1234.50")).toBe(-1234.5);
  expect(spreadsheetCell("money", "1.00; 2.00")).toBe("1.00; 2.00");
  expect(spreadsheetCell("day", "2026-11-24")).toEqual(new Date("2026-11-24T00:00:00Z"));
  expect(spreadsheetCell("day", "2026-11-24 09:05:59")).toEqual(new Date("2026-11-24T09:05:59Z"));
  expect(spreadsheetCell("text", "000123")).toBe("000123");
  expect(spreadsheetCell("text", "'=1+1")).toBe("'=1+1");
  expect(spreadsheetCell("number", "")).toBeNull();
  expect(fileNameIn("xlsx", "users.csv")).toBe("users.xlsx");
});
