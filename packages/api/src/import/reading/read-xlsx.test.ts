import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, it } from "vitest";
import { deflatedZip, workbookParts } from "../../testing/archives.ts";
import { openFiles } from "./open-table.ts";
import { openWorkbook } from "./read-xlsx.ts";

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
  await expect(openFiles([workbookOf(HEADER + row)])).rejects.toThrow(
    "a cell lies outside the limits of a sheet (column XFD, row 1,048,576).",
  );
});

it("a formula without a stored value is told from an empty cell, and a number format says the sign that it shows", async () => {
  const file = path.join(folder, "book.xlsx");
  const cells = [
    '<c r="A2"><f>B2</f><v></v></c><c r="B2" s="1"><v>7.5</v></c><c r="C2" s="2"><v>12</v></c>',
    '<c r="A3"><f>B3</f><v>3</v></c><c r="B3"><v>0.075</v></c>',
  ];
  const formats = `<numFmts count="2"><numFmt numFmtId="170" formatCode="0.0&quot;%&quot;"/><numFmt numFmtId="171" formatCode="[$€-407]0.00"/></numFmts>`;
  writeFileSync(
    file,
    deflatedZip(
      workbookParts({
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${HEADER}${cells.map((row, at) => `<row r="${at + 2}">${row}</row>`).join("")}</sheetData></worksheet>`,
        "xl/styles.xml": `<styleSheet>${formats}<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="171" applyNumberFormat="1"/></cellXfs></styleSheet>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
      }),
    ),
  );
  const workbook = await openWorkbook(file);
  const read: string[][] = [];
  for await (const record of workbook.rows(workbook.sheets[0] ?? "", false)) read.push(record.cells);
  expect(read.slice(1)).toEqual([
    ["#FORMULA!", "7.5%", "€12"],
    ["3", "0.075"],
  ]);
});
