import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { deflatedZip, workbookParts } from "../../testing/archives.ts";
import { openFile } from "./open-table.ts";

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
  const { tables } = await openFile(file);
  const read: string[][] = [];
  for await (const { cells } of tables[0]?.records() ?? []) read.push(cells);
  return read;
}

it("a number of which the workbook has lost digits is no id and no number of an account; one of fifteen digits, and a text, are", async () => {
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
    ["4", "First", "021000021", "1.234567890123456E+15"],
    ["5", "First", "021000021", "1234567890123450"],
  ]);
});

/** A workbook whose only sheet has these rows, as XML. */
function workbookOf(rows: string): string {
  const file = path.join(folder, "book.xlsx");
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  writeFileSync(file, deflatedZip(workbookParts({ "xl/worksheets/sheet1.xml": sheet })));
  return file;
}

const HEADER =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Customer ID</t></is></c><c r="B1" t="inlineStr"><is><t>Last Name</t></is></c></row>';

it.each([
  '<row r="2"><c r="XFE2"><v>1</v></c></row>',
  '<row r="16777217"><c r="A16777217"><v>1</v></c></row>',
])("a cell outside the limits of a sheet is refused in one sentence: %s", async (row) => {
  await expect(openFile(workbookOf(HEADER + row))).rejects.toThrow(
    "a cell lies outside the limits of a sheet (column XFD, row 1,048,576).",
  );
});
