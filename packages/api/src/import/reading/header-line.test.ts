import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, it } from "vitest";
import { openFiles, type ReadingOptions } from "./open-table.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "header-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first line says what a report selects by, and reads as a header of which more is understood. */
const ROWS = [
  ["Name", "Email", "Phone", "City"],
  ["Customers", "of", "the west"],
  [],
  ["Cust No.", "Company", "Region"],
  ["17", "Acme", "West"],
  ["18", "Delta", "East"],
];

async function asText(options: ReadingOptions) {
  const file = path.join(folder, "report.csv");
  writeFileSync(file, ROWS.map((cells) => cells.join(";")).join("\n"));
  return read(file, options);
}

async function asWorkbook(options: ReadingOptions) {
  const file = path.join(folder, "report.xlsx");
  writeFileSync(file, await writeXlsx({ sheets: [{ name: "West", rows: ROWS }] }));
  return read(file, options);
}

async function read(file: string, options: ReadingOptions) {
  const { found, close } = await openFiles([file], options);
  const table = found[0]?.tables[0];
  if (!table) throw new Error("There is no table.");
  const rows: string[][] = [];
  for await (const { cells } of table.records()) rows.push(cells);
  await close();
  const { titleLines, headerLine } = table.layout;
  return { headers: table.headers, titleLines, headerLine, rows };
}

const READ_AS_SAID = {
  headers: ["Cust No.", "Company", "Region"],
  titleLines: 2,
  headerLine: 4,
  rows: ROWS.slice(4),
};

it.each([
  ["a text file", asText],
  ["a sheet", asWorkbook],
])(
  "the columns of %s are those of the line that is said, also below titles that read like a header",
  async (_, open) => {
    expect(await open({})).toMatchObject({ headers: ROWS[0], titleLines: 0, headerLine: 1 });
    expect(await open({ headerLine: 4 })).toEqual(READ_AS_SAID);
  },
);

it.each([
  ["a text file", asText],
  ["a sheet", asWorkbook],
])(
  "a line of %s that names no column is refused with what stands there, and so is an empty one",
  async (_, open) => {
    await expect(open({ headerLine: 2 })).rejects.toThrow(
      /^No column of line 2 is understood.* It has: Customers, of, the west\./,
    );
    await expect(open({ headerLine: 3 })).rejects.toThrow(
      "Line 3 of this file is empty, or no row begins there.",
    );
    await expect(open({ headerLine: 99 })).rejects.toThrow(
      "Line 99 of this file is empty, or no row begins there.",
    );
  },
);
