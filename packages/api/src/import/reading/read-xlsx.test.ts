import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, it } from "vitest";
import { deflatedZip, workbookParts } from "../../testing/archives.ts";
import { openFiles } from "./open-table.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "read-xlsx-"));
  return () => rmSync(folder, { recursive: true });
});

/** The rows of a sheet of cells: numbers as a spreadsheet keeps them, texts as texts. */
async function readSheet(rows: readonly (readonly (string | number)[])[]): Promise<string[][]> {
  const cell = (value: string | number) =>
    typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join("")}</row>`).join("");
  const file = path.join(folder, "book.xlsx");
  writeFileSync(
    file,
    deflatedZip(
      workbookParts({
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      }),
    ),
  );
  const { found } = await openFiles([file]);
  const read: string[][] = [];
  for await (const { cells } of found[0]?.tables[0]?.records() ?? []) read.push(cells);
  return read;
}

it("a number of which the workbook has lost digits is no id and no number of an account; one of fifteen digits, and one that is whole, are", async () => {
  expect(
    await readSheet([
      ["Customer ID", "Bank", "Routing Number", "Account Number"],
      [1, "First", "021000021", 123456789012345],
      [2, "First", "021000021", 1234567890123450],
      [3, "First", "021000021", 12345678901234567000],
      [4, "First", "021000021", 1234567890123456],
      [5, "First", "021000021", "1234567890123450"],
    ]),
  ).toEqual([
    ["1", "First", "021000021", "123456789012345"],
    ["2", "First", "021000021", "1.23456789012345E+15"],
    ["3", "First", "021000021", "1.2345678901234567E+19"],
    ["4", "First", "021000021", "1234567890123456"],
    ["5", "First", "021000021", "1234567890123450"],
  ]);
});

it("counts hidden rows and columns of a workbook, and leaves them out where it is told", async () => {
  const file = path.join(folder, "hidden.xlsx");
  const rows = [
    ["Customer ID", "Name", "SSN"],
    ["1", "Ana Diaz", "123456789"],
    ["2", "Bo Lee", "234567891"],
  ];
  const columns = [{}, {}, { hidden: true }];
  const rowDefs = new Map([[2, { hidden: true }]]);
  writeFileSync(file, await writeXlsx({ sheets: [{ name: "People", rows, columns, rowDefs }] }));
  const read = await openFiles([file]);
  expect(read.found[0]?.hidden).toEqual({ rows: 1, columns: ["SSN"] });
  const left = await openFiles([file], { leaveOutHidden: true });
  const cells: string[][] = [];
  for await (const record of left.found[0]?.tables[0]?.records() ?? []) cells.push(record.cells);
  expect(cells).toEqual([["1", "Ana Diaz", ""]]);
});
