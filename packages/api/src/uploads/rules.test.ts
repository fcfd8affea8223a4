import { describe, expect, it, test } from "vitest";
import { cleanFileName, isTextual, whyNotTaken } from "./rules.ts";

const NOT = (kind: string) => `Its content is not ${kind}, although its name says so.`;

describe("a file", () => {
  it.each([
    ["a.pdf", "pdf", false, null],
    ["a.PDF", "pdf", true, null],
    ["a.png", "png", false, null],
    ["a.jpg", "jpg", false, null],
    ["a.jpeg", "jpg", false, null],
    ["a.xlsx", "xlsx", false, null],
    ["a.csv", null, true, null],
    ["a.txt", null, true, null],
    ["BMO accounts.csv", "bmp", true, null],
    ["a.pdf", "exe", false, NOT("PDF")],
    ["a.pdf", null, true, NOT("PDF")],
    ["a.xlsx", "zip", false, NOT("XLSX")],
    ["a.xlsx", "xlsm", false, NOT("XLSX")],
    ["a.png", "jpg", false, NOT("PNG")],
    ["a.csv", null, false, NOT("CSV")],
    ["a.csv", "xlsx", false, NOT("CSV")],
    ["a.csv", "pdf", true, NOT("CSV")],
    ["a.txt", "rtf", true, NOT("TXT")],
    ["a.exe", "exe", false, "Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded."],
  ])(
    "named %j with content of the kind %j, text: %j, is refused for: %j",
    (fileName, sniffed, isText, whyNot) => {
      expect(whyNotTaken({ fileName, sizeBytes: 5, sniffed, isText })).toBe(whyNot);
    },
  );
});

test.each([
  ["../../etc/report.csv", "report.csv"],
  ["C:\\Users\\ana\\report.csv", "report.csv"],
  ["re\u0000po\u0007rt.csv", "report.csv"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  [" Cafe\u0301.txt ", "Café.txt"],
  ["報告 💸.pdf", "報告 💸.pdf"],
  ["..", ".."],
  ["", ""],
])("the name %j is kept as %j", (name, kept) => {
  expect(cleanFileName(name)).toBe(kept);
});

test("text has no control characters but tab and line ends, in whatever encoding its letters are", () => {
  expect(isTextual(Buffer.from("a,b\r\n\tJosé 💸\f"))).toBe(true);
  expect(isTextual(Uint8Array.of(0x4a, 0xe9))).toBe(true);
  for (const byte of [0, 1, 7, 8, 11, 27, 31, 127]) expect(isTextual(Uint8Array.of(65, byte))).toBe(false);
});
