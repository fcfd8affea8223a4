import path from "node:path";
import { describe, expect, it } from "vitest";
import { isMissing, SHARED } from "../../../../../apps/sandbox/src/testing/needs.ts";
import { openFiles } from "./open-table.ts";
import { openWorkbook } from "./read-xlsx.ts";

/** Public files beside the repository, which are not part of it. */
const file = (name: string): string => path.join(SHARED, "cases", name);

async function rowsOf(name: string, nth = 0): Promise<string[][]> {
  const workbook = await openWorkbook(file(name));
  const all: string[][] = [];
  for await (const { cells } of workbook.rows(workbook.sheets[nth] ?? "", false)) all.push(cells);
  return all;
}

describe.skipIf(isMissing("shared"))("a public file", () => {
  it.each([
    ["calamine-date_1904.xlsx", [["2021-01-01", "15"]]],
    ["calamine-date_iso.xlsx", [["2021-01-01"], ["2021-01-01T10:10:10"]]],
    ["calamine-date_quoted_format.xlsx", Array.from({ length: 4 }, () => ["2021-01-01"])],
    [
      "calamine-inlineStr_cdata.xlsx",
      [
        ["Hello CDATA", "World"],
        ["12345", "NormalText"],
      ],
    ],
    [
      "calamine-nonstandard-xml-ns-prefix.xlsx",
      [
        ["a", "b"],
        ["1", "3"],
      ],
    ],
  ])("%s is read as its cells stand there", async (name, rows) => {
    expect((await rowsOf(name)).slice(0, rows.length)).toEqual(rows);
  });

  it("keeps all digits of a text, has no escaped line end, and is read by the names of Strict OOXML", async () => {
    expect(await rowsOf("calamine-string-ref.xlsx", 1)).toEqual([["col1"], ["-8086931554011838357"]]);
    expect(String(await rowsOf("calamine-has_x000D_.xlsx"))).toMatch(/^ABC\s+DEF$/);
    expect(await rowsOf("calamine-strict_iso_paths.xlsx")).toHaveLength(76);
    expect(await rowsOf("calamine-issue_174.xlsx")).toHaveLength(2);
  });

  it.each([
    ["calamine-pass_protected.xlsx", "This workbook has a password."],
    ["calamine-date.xls", "This is a workbook of the old kind (.xls)."],
    ["calamine-issue_530.xlsx", "A file in it has a name that leads out of its folder."],
    ["calamine-issue_594_dos.ods", "This is an OpenDocument file. Save it as XLSX"],
    ["moov-return-WEB.ach", "This is a NACHA file."],
    ["moov-cor-example.ach", "This is a NACHA file."],
    ["moov-dishonored-return.ach", "This is a NACHA file."],
    ["moov-return-PPD-custom-reason-code.ach", "This is a NACHA file."],
    ["reckon-two_money_columns.csv", "Line 1 looks like data, and no line before it names the columns."],
    ["reckon-inversed_credit_card.csv", "Line 1 looks like data, and no line before it names the columns."],
    ["reckon-harder_date_example.csv", "Line 1 looks like data, and no line before it names the columns."],
  ])("%s is refused in one sentence", async (name, sentence) => {
    await expect(openFiles([file(name)])).rejects.toThrow(sentence);
  });
});
