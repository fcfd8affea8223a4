import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";

const SHEETS = {
  customers: "Customer ID,Name\n17,Ana Diaz\n",
  applications:
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Disbursement Amount,Date Funded,First Payment Date\n900,17,funded,1000,1200,950,9/1/2026,soon\n",
  payments:
    "Transaction ID,Customer ID,Date,Amount,Method,Status,Return Code\nT1,17,9/8/2026,400,ACH,paid,\nT2,17,10/20/2026,100,Check\n",
};

let api: TestApi;
let folder: ImportFolder;
beforeAll(async () => {
  api = await createTestApi();
  folder = await openImportFolder(api);
});
afterAll(async () => {
  await api.close();
  folder.remove();
});

async function bring(strict: boolean) {
  return folder.importSheets(SHEETS, { source: "old", dryRun: true, strict });
}

it("a cell of any sheet that can not be read is left empty, counted and named by its line, and a row that ends early is filled up", async () => {
  const { book } = await bring(false);
  expect(book).toMatchObject({
    refused: [],
    sheets: [
      { sheet: "applications", rows: 1, added: 1, refused: 0, leftEmpty: 1, mended: 0 },
      { sheet: "payments", rows: 2, added: 2, refused: 0, leftEmpty: 0, mended: 1 },
    ],
  });
  expect(book?.findingsFiles.map((file) => [path.basename(file), readFileSync(file, "utf8")])).toEqual([
    [
      "applications.applications.findings.csv",
      '\uFEFFLine,Kind,What\n2,left empty,"firstPaymentDate: a date is needed, like 2020-04-07 or 4/7/20."\n',
    ],
    [
      "payments.payments.findings.csv",
      '\uFEFFLine,Kind,What\n3,mended,"the row ends 2 cells early, which is taken as empty."\n',
    ],
  ]);
});

it("either refuses its row where every cell has to be read", async () => {
  const { book } = await bring(true);
  expect(book?.findingsFiles).toEqual([]);
  expect(book?.refused).toMatchObject([
    { line: 2, reason: "firstPaymentDate: a date is needed, like 2020-04-07 or 4/7/20." },
    { line: 3, reason: "the row has 5 cells where the header has 7" },
  ]);
});
