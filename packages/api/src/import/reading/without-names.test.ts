import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { openFiles, type ReadingOptions, TablesUnclear } from "./open-table.ts";
import { isDataCell } from "./without-names.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "without-names-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PAYMENTS = [
  ["P1", "17", "9/8/2026", "500.00", "paid"],
  ["P2", "17", "9/9/2026", "20.00", "paid"],
];
const COLUMNS = ["paymentId", "customerId", "paidOn", "amount", "outcome"].map((field, index) => ({
  position: index + 1,
  field,
}));
const PAY = { place: "list.csv", kind: "payments" } as const;

async function read(rows: string[][], options: ReadingOptions = {}) {
  const file = path.join(folder, "list.csv");
  writeFileSync(file, rows.map((cells) => cells.join(",")).join("\n"));
  const { found, close } = await openFiles([file], options);
  const table = found[0]?.tables[0];
  if (!table) throw new Error("There is no table.");
  const records: string[][] = [];
  for await (const { cells } of table.records()) records.push(cells);
  await close();
  return { headers: table.headers, fields: table.layout.headings.map(({ field }) => field), records };
}

const LOOKS_LIKE_DATA =
  'Line 1 looks like data, and no line before it names the columns. Choose --header-line "list.csv=0" or the box on the page, or say which line names them.';

it.each<[string, string[][], ReadingOptions]>([
  ["payments", PAYMENTS, {}],
  ["payments that the user names so", PAYMENTS, { tables: [{ ...PAY, columns: [] }] }],
  ["payments whose columns the user names", PAYMENTS, { tables: [{ ...PAY, columns: COLUMNS }] }],
  ["customers of whom a word is the name of a column", [["17", "Ana Diaz", "Business"]], {}],
  ["customers with an address", [["Ana", "Diaz", "City", "ana@example.com"]], {}],
])("asks where the names of the columns are of %s without them", async (_what, rows, options) => {
  await expect(read(rows, options)).rejects.toThrow(LOOKS_LIKE_DATA);
});

it("shows no cell of a line of data as the name of a column", async () => {
  const file = path.join(folder, "list.csv");
  writeFileSync(file, "Ana,Diaz,512-34-5678,City\n");
  const error: unknown = await openFiles([file]).catch((thrown: unknown) => thrown);
  if (!(error instanceof TablesUnclear)) throw new Error("Nothing is asked.");
  expect(error.found[0]?.layout.headings.map(({ header }) => header)).toEqual(
    [1, 2, 3, 4].map((number) => `Column ${number}`),
  );
  expect(error.message).not.toContain("512");
});

it("reads the first row as a row once no line names the columns, and asks for the columns that are needed", async () => {
  const without = { ...PAY, headerLine: 0 };
  expect(await read(PAYMENTS, { tables: [{ ...without, columns: COLUMNS }] })).toEqual({
    headers: COLUMNS.map(({ position }) => `Column ${position}`),
    fields: COLUMNS.map(({ field }) => field),
    records: PAYMENTS,
  });
  const { kind: _kind, ...unsaid } = without;
  expect(await read(PAYMENTS, { tables: [{ ...unsaid, columns: COLUMNS }] })).toMatchObject({
    records: PAYMENTS,
  });
  await expect(read(PAYMENTS, { tables: [{ ...without, columns: COLUMNS.slice(0, 3) }] })).rejects.toThrow(
    /^Payments need the column Amount, /,
  );
  await expect(read(PAYMENTS, { headerLine: 0 })).rejects.toThrow(
    "No line names the columns of this table. Say what the table is and what its columns are.",
  );
});

it("takes a line for the names of the columns that the user says, whatever its cells are", async () => {
  const rows = [
    ["Name", "7/1/2026", "8/1/2026"],
    ["Ana Diaz", "1.00", "2.00"],
  ];
  await expect(read(rows)).rejects.toThrow(LOOKS_LIKE_DATA);
  expect(await read(rows, { headerLine: 1 })).toMatchObject({ headers: rows[0], records: rows.slice(1) });
});

it.each([
  ["17", true],
  ["$1,234.50", true],
  ["(20.00)", true],
  ["9/8/2026", true],
  ["Apr 7, 1985", true],
  ["ana@example.com", true],
  ["(406) 555-0144", true],
  ["*****6789", true],
  ["", false],
  ["Paid", false],
  ["2026", false],
  ["31-60", false],
  ["Address 2", false],
  ["E-mail", false],
])("a cell of %s is data: %s", (cell, isData) => {
  expect(isDataCell(cell)).toBe(isData);
});
