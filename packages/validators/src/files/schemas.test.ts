import { describe, expect, it, test } from "vitest";
import {
  fileTypeLabel,
  formatBytes,
  MOST_FILES_IN_ZIP,
  whyNotPreviewFile,
  whyNotShareFile,
  whyNotZipFiles,
} from "./rules.ts";
import { LinkFile, ListFiles, ZipFiles } from "./schemas.ts";

const ID = "0190c1a0-0000-7000-8000-000000000001";

test.each([
  ["consent", "Consent"],
  ["contract", "Contract"],
  ["disclosure", "State Disclosure"],
  ["addendum", "Addendum A"],
  ["bank_statement", "Bank Statement"],
  ["x-ray", "x-ray"],
  ["constructor", "constructor"],
])("a file of the type %s is called %s", (type, label) => {
  expect(fileTypeLabel(type)).toBe(label);
});

test("files of funded applications are listed unless another stage is asked for", () => {
  expect(ListFiles.parse({ userId: 1 })).toEqual({
    userId: 1,
    type: null,
    applicationId: null,
    stage: "funded",
  });
  expect(ListFiles.safeParse({ userId: 1, stage: "declined" }).success).toBe(false);
});

test.each(["../../etc/passwd", "https://example.com/x.pdf", "contracts/12_a.pdf", ""])(
  "neither a path, an address nor a key stands for a file: %s",
  (fileId) => {
    expect(LinkFile.safeParse({ fileId, purpose: "download" }).success).toBe(false);
    expect(ZipFiles.safeParse({ userId: 1, fileIds: [fileId] }).success).toBe(false);
  },
);

test("a link is for one of two purposes", () => {
  expect(LinkFile.safeParse({ fileId: ID, purpose: "preview" }).success).toBe(true);
  expect(LinkFile.safeParse({ fileId: ID, purpose: "execute" }).success).toBe(false);
});

describe("a zip file", () => {
  const files = (count: number, sizeBytes = 1) => Array.from({ length: count }, () => ({ sizeBytes }));

  it.each([
    ["one", files(1)],
    ["as many as may be", files(MOST_FILES_IN_ZIP)],
    ["one as large as may be", files(1, 500 * 1024 * 1024)],
  ])("takes %s", (_, chosen) => {
    expect(whyNotZipFiles(chosen)).toBeNull();
  });

  it.each([
    ["none", [], "There is no file to download."],
    ["one too many", files(MOST_FILES_IN_ZIP + 1), /^A zip file holds at most 200 files\./],
    [
      "more bytes than may be",
      files(2, 250 * 1024 * 1024 + 1),
      /^These files are too large for one zip file\./,
    ],
  ])("refuses %s", (_, chosen, whyNot) => {
    expect(whyNotZipFiles(chosen)).toMatch(whyNot);
  });
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/csv", "", "application/pdf; x=1"])(
  "%j is not shown on the page",
  (contentType) => {
    expect(whyNotPreviewFile({ contentType })).toMatch(/Download it instead/);
    expect(whyNotPreviewFile({ contentType: "application/pdf" })).toBeNull();
  },
);

test("of all files only a contract has a link to be copied", () => {
  expect(whyNotShareFile({ type: "contract" })).toBeNull();
  expect(whyNotShareFile({ type: "bank_statement" })).toBe("Only a contract has a link that can be copied.");
});

test.each([
  [0, "0 bytes"],
  [812, "812 bytes"],
  [1024, "1.0 KiB"],
  [1434, "1.4 KiB"],
  [5 * 1024 ** 2, "5.0 MiB"],
  [3 * 1024 ** 4, "3072.0 GiB"],
])("%i is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
