import { expect, it } from "vitest";
import { lineOfFormula, runsInSpreadsheet } from "./formula-cells.ts";

it.each([
  "=1+1",
  " =HYPERLINK(A1)",
  "\u00a0=1",
  "\u200b\ufeff=1",
  "＝1",
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+9)",
  "＠SUM(A1)",
  "-SUM(A1)",
  "+1(2)|x",
])("a spreadsheet would run %j", (cell) => {
  expect(runsInSpreadsheet(cell)).toBe(true);
});

it.each([
  "",
  "Ana",
  "-12.50",
  "+1 555 010 2030",
  "-$1,234.50",
  "-(12.50)",
  "-",
  "--",
  "- see the note of May",
  "@ana",
  "'=1",
  "Paid = 5",
  "1+1",
])("a spreadsheet does not run %j", (cell) => {
  expect(runsInSpreadsheet(cell)).toBe(false);
});

const toLine = (text: string, size = text.length) => {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return lineOfFormula(pieces());
};

it.each([
  ["name,amount\nAna,12.50\n", null],
  ["name,amount\nAna,=1+1\n", 2],
  ['name;amount\r\nAna;"=1+1"\r\n', 2],
  ["a\tb\n1\t2\n3\t@SUM(1)\n", 3],
  ['a,b\n"x, =1",2\n', null],
  ['a,b\n"say ""=1""",2\n', null],
  ['a,b\n1,"line\nof two"\n2,=1\n', 4],
  ['a,b\n1,  "=1"\n', 2],
  ["a,b\r1,2\r3,=1\r", 3],
  ["=1", 1],
  ["a,b\n1,=2", 2],
  ["\ufeff=1,b\n", 1],
  ['a,b"c,=1\n', 1],
])("of %j the first such cell stands in line %j, in however many pieces it comes", async (text, line) => {
  expect(await toLine(text)).toBe(line);
  expect(await toLine(text, 1)).toBe(line);
});
