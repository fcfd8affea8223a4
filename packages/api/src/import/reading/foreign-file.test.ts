import { describe, expect, it } from "vitest";
import { whyNotOldOffice, whyNotTable } from "./foreign-file.ts";

const NACHA_HEADER = `101 091400606 6910001341810170306A094101${"FDIC".padEnd(23)}${"ASF APPLICATION SUPERVISION".slice(0, 23)}        `;

describe("a file that is no table", () => {
  it.each([
    ["%PDF-1.7\n%\u00e2", "This is a PDF file."],
    [`${NACHA_HEADER}\n5200`, "This is a NACHA file."],
    ["<!DOCTYPE html><html>", "This is an HTML page."],
    ["  <table><tr><td>1</td></tr></table>", "This is an HTML page."],
    ["\ufeff<html>", "This is an HTML page."],
    ['<?xml version="1.0"?><Workbook>', "This is an XML file."],
    ['[{"id": 1}]', "This is a JSON file."],
  ])("is told by how it begins: %j", (text, sentence) => {
    expect(whyNotTable(Buffer.from(text))?.startsWith(sentence)).toBe(true);
  });

  it.each(["Customer ID,Name\n1,Ana", "101,Ana,Diaz\n", "<b>,c\n", "[Customer],Name\n"])(
    "is not what a table begins with: %j",
    (text) => {
      expect(whyNotTable(Buffer.from(text))).toBeNull();
    },
  );

  it("is a workbook with a password where an old container holds an encrypted package", () => {
    expect(whyNotOldOffice(Buffer.from("..EncryptedPackage", "utf16le"))).toMatch(
      /^This workbook has a password\./,
    );
    expect(whyNotOldOffice(Buffer.from("Workbook", "utf16le"))).toMatch(
      /^This is a workbook of the old kind/,
    );
  });
});
