import { describe, expect, it, test } from "vitest";
import { columnLetters, groupFailures, LEDGER_SHEET_COLUMNS, tabSeparated } from "./rules.ts";

const failure = (id: string, sheetName: string, values: (string | number)[][] = [["x"]]) => ({
  id,
  sheetName,
  values,
});

test("the sheets have 8, 35 and 16 columns, no name twice", () => {
  const columns = Object.entries(LEDGER_SHEET_COLUMNS).map(([name, names]) => [name, new Set(names).size]);
  expect(columns).toEqual([
    ["Payments", 8],
    ["New Accounts", 35],
    ["Upcoming", 16],
  ]);
});

describe("failures", () => {
  it("stand by sheet: Payments, New Accounts, Upcoming, and any other last, under Others", () => {
    const groups = groupFailures([
      failure("1", "Refunds"),
      failure("2", "Upcoming"),
      failure("3", "New Accounts"),
      failure("4", "Payments"),
      failure("5", "constructor"),
      failure("6", "Payments"),
    ]);
    expect(groups.map(({ heading, failures }) => [heading, failures.map(({ id }) => id)])).toEqual([
      ["Payments", ["4", "6"]],
      ["New Accounts", ["3"]],
      ["Upcoming", ["2"]],
      ["Others", ["1", "5"]],
    ]);
  });

  it("of several rows stand one row per value under 'sheet | BatchId(id)', apart from the others of the sheet", () => {
    const [single, batch, other] = groupFailures([
      failure("7", "Payments", [["a"], ["b"], ["c"]]),
      failure("8", "Payments"),
      failure("9", "Refunds", [["d"], ["e"]]),
    ]);
    expect(single).toMatchObject({ heading: "Payments", isBatch: false, rows: [{ cells: ["x"] }] });
    expect(batch).toMatchObject({ sheet: "Payments", heading: "Payments | BatchId(7)", isBatch: true });
    expect(batch?.rows.map(({ key, cells, failure: { id } }) => [key, cells, id])).toEqual([
      ["7:0", ["a"], "7"],
      ["7:1", ["b"], "7"],
      ["7:2", ["c"], "7"],
    ]);
    expect(other).toMatchObject({
      sheet: "Others",
      heading: "Refunds | BatchId(9)",
      isBatch: true,
      columns: ["A"],
    });
  });

  it("of a known sheet have named columns, of another one lettered columns as wide as the widest row", () => {
    const [payments, others] = groupFailures([
      failure("1", "Refunds", [["a", "b", "c"]]),
      failure("2", "Elsewhere", [["a"]]),
      failure("3", "Payments", [["a", 2, 3, 4, 5, 6, 7, 8, "one more"]]),
    ]);
    expect(payments?.columns).toEqual([...LEDGER_SHEET_COLUMNS.Payments, "I"]);
    expect(others?.columns).toEqual(["A", "B", "C"]);
  });

  it("without a row that can be read are seen all the same", () => {
    expect(groupFailures([failure("1", "", [])])).toMatchObject([
      { heading: "Others", isBatch: false, columns: ["A"], rows: [{ key: "1:0", cells: [] }] },
    ]);
  });
});

test("columns are lettered as a spreadsheet does it", () => {
  expect([0, 25, 26, 34, 51, 52, 701, 702].map(columnLetters)).toEqual([
    "A",
    "Z",
    "AA",
    "AI",
    "AZ",
    "BA",
    "ZZ",
    "AAA",
  ]);
});

test("what is copied is one line of cells with tabs between them, amounts as they are and formulas as text", () => {
  expect(tabSeparated(["2026-11-20", 7, "=1+1", -12.5, "", "@cmd", "two\tcells\r\nand a line", "-5"])).toBe(
    "2026-11-20\t7\t'=1+1\t-12.5\t\t'@cmd\ttwo cells and a line\t'-5",
  );
});
