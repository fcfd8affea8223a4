import { expect, test } from "vitest";
import { LARGEST_UPLOAD_BYTES, UPLOAD_ACCEPT, whyNotUpload } from "./rules.ts";

const ONLY = "Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.";

test.each([
  ["report.csv", 1, null],
  ["Report 2026.final.PDF", LARGEST_UPLOAD_BYTES, null],
  ["photo.jpeg", 1, null],
  ["report.csv", 0, "The file is empty."],
  ["report.csv", LARGEST_UPLOAD_BYTES + 1, "It is larger than 25 MB."],
  ["", 1, "The file has no name."],
  [`${"x".repeat(252)}.csv`, 1, "Its name is longer than 255 characters."],
  ["report", 1, ONLY],
  ["report.csv.exe", 1, ONLY],
  ["report.csv ", 1, ONLY],
  ["report.constructor", 1, ONLY],
  ["bundle.zip", 1, ONLY],
])("a file %j of %i bytes: %s", (name, sizeBytes, whyNot) => {
  expect(whyNotUpload({ name, sizeBytes })).toBe(whyNot);
});

test("a file picker offers just what is taken", () => {
  for (const extension of UPLOAD_ACCEPT.split(","))
    expect(whyNotUpload({ name: `a${extension}`, sizeBytes: 1 })).toBeNull();
});
