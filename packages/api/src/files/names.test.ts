import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { entryNames, safeFileName, servedContentType } from "./names.ts";

const PDF = "application/pdf";

describe("the name a file is saved under", () => {
  it.each([
    ["contract.pdf", "contract.pdf"],
    ["Contract.PDF", "Contract.pdf"],
    ["contract", "contract.pdf"],
    ["../../etc/passwd", "passwd.pdf"],
    ["..\\..\\windows\\system.ini", "system.ini.pdf"],
    ['a"b\r\n.pdf', "a_b.pdf"],
    ["a\0b.pdf", "ab.pdf"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe.pdf"],
    ["محمد.pdf", "محمد.pdf"],
    ["🧾 receipt.pdf", "🧾 receipt.pdf"],
    ["\ud800.pdf", "\ufffd.pdf"],
    [".htaccess", "htaccess.pdf"],
    ["...", "file.pdf"],
    ["", "file.pdf"],
    ["/", "file.pdf"],
    ["con.pdf", "_con.pdf"],
    ["NUL", "_NUL.pdf"],
    ["a<b>|c?*.pdf", "a_b__c__.pdf"],
    ["e\u0301.pdf", "\u00e9.pdf"],
    ["x".repeat(200), `${"x".repeat(100)}.pdf`],
    ["文".repeat(200), `${"文".repeat(66)}.pdf`],
  ])("of %j is %j", (name, saved) => {
    expect(safeFileName({ name, contentType: PDF })).toBe(saved);
  });

  it("ends in what the file holds, whatever it says", () => {
    expect(safeFileName({ name: "photo.html", contentType: "image/png" })).toBe("photo.html.png");
    expect(safeFileName({ name: "page.html", contentType: "text/html" })).toBe("page.html.bin");
  });

  it("is one harmless name for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const safe = safeFileName({ name, contentType: PDF });
        expect(safe).toMatch(/^[^\p{C}\\/:*?"<>|%.\s][^\p{C}\\/:*?"<>|%]*\.pdf$/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(205);
      }),
    );
  });
});

test("files of one name are told apart, also by those who see no capitals", () => {
  const files = ["a.pdf", "A.pdf", "x/a.pdf", "a (2).pdf"].map((name) => ({ name, contentType: PDF }));
  expect(entryNames(files)).toEqual(["a.pdf", "A (2).pdf", "a (3).pdf", "a (2) (2).pdf"]);
});

test.each([
  [PDF, PDF],
  ["text/csv", "text/csv"],
  ["text/html", "application/octet-stream"],
  ["image/svg+xml", "application/octet-stream"],
  ["constructor", "application/octet-stream"],
])("%s is handed out as %s", (contentType, served) => {
  expect(servedContentType({ contentType })).toBe(served);
});
