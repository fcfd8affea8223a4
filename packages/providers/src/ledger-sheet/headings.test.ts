import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { LEDGER_HEADINGS, payment, readRows } from "../testing/ledger-sheet.ts";
import { createGoogleSheets } from "./google-sheets.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("cells are written and read under their headings in any order of columns", async () => {
  const sheets = ledger();
  await sheets.append("Payments", [payment("p1")]);
  moveColumns((cells) => ["", ...cells.slice(0, 3), "", ...cells.slice(3)]);
  fillCell(0, 0, "Checked by");
  fillCell(0, 4, "Remark");
  await sheets.append("Payments", [payment("p2")]);
  expect(await readRows(sheets, "Payments")).toMatchObject([
    { ...payment("p1"), row: 2 },
    { ...payment("p2"), row: 3 },
  ]);
  expect(sandbox.sheets.contents().Payments?.[2]?.[4]).toBe("");
});

test.each([
  ["was renamed", () => fillCell(0, 3, "Sum"), 'lacks the heading "Column 4"'],
  ["was deleted", () => fillCell(0, 8, ""), 'lacks the heading "Row Id"'],
  ["stands there twice", () => fillCell(0, 9, "Column 2"), 'has the heading "Column 2" twice'],
  [
    "stands in another row",
    () => insertRow(0, ["Ledger of the year"]),
    'lacks the headings "Column 1", "Column 2", "Column 3"',
  ],
  ["is in no first row any more", () => insertRow(0, []), 'lacks the headings "Column 1"'],
])(
  "where a heading %s nothing is read, found or written, and the heading is named",
  async (_, change, words) => {
    const sheets = ledger();
    await sheets.append("Payments", [payment("p1")]);
    change();
    for (const ask of [
      () => readRows(sheets, "Payments"),
      () => sheets.find("Payments", ["p1"]),
      () => sheets.append("Payments", [payment("p2")]),
    ])
      expect(await failure(ask())).toMatchObject({
        kind: "refused",
        vendorCode: "HEADINGS",
        message: expect.stringContaining(words),
      });
    expect(appends()).toBe(1);
  },
);

test("a row that was moved two columns to the right is found by its id", async () => {
  const sheets = ledger();
  await sheets.append("Payments", [payment("p1"), payment("p2")]);
  moveColumns((cells, row) => (row === 2 ? ["", "", ...cells] : cells));
  expect(await sheets.find("Payments", ["p1", "p2"])).toEqual(
    new Map([
      ["p1", "Payments!A2:I2"],
      ["p2", "Payments!C3:K3"],
    ]),
  );
});

test("headings that two workers wrote at once are no rows", async () => {
  const sheets = ledger();
  await sheets.append("Payments", [payment("p1")]);
  insertRow(2, [...LEDGER_HEADINGS.Payments, "Row Id"]);
  expect(await readRows(sheets, "Payments")).toHaveLength(1);
});

function ledger() {
  const { baseUrl, spreadsheetId, credentials } = sandbox.google;
  const usual = { deadlineMs: 60_000, effectWindowMs: 0, now: () => new Date() };
  return createGoogleSheets({ baseUrl, spreadsheetId, credentials, headings: LEDGER_HEADINGS, ...usual });
}

const appends = () => sandbox.calls.list().filter(({ path }) => path.endsWith(":append")).length;

/** The rows of the Payments sheet, to be changed as somebody does by hand. */
const paymentLines = () => sandbox.sheets.contents().Payments as unknown[][];

const moveColumns = (change: (cells: unknown[], row: number) => unknown[]) => {
  for (const [row, cells] of paymentLines().entries()) cells.splice(0, Infinity, ...change([...cells], row));
};
const fillCell = (row: number, column: number, value: unknown) =>
  paymentLines()[row]?.splice(column, 1, value);
const insertRow = (row: number, cells: unknown[]) => paymentLines().splice(row, 0, cells);
