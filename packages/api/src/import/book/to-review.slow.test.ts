import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";

let api: TestApi;
let folder: ImportFolder;
beforeEach(async () => {
  api = await createTestApi();
  folder = await openImportFolder(api);
});
afterEach(async () => {
  await api.close();
  folder.remove();
});

const BOOK = {
  users: "Customer ID,Name\n17,Ana Diaz\n",
  applications: [
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Disbursement Amount,Date Funded",
    "900,17,funded,1000,1200,950,9/1/2026",
    "901,17,offered,9000,12000,9000,",
    "902,17,contracted,9000,12000,9000,",
    "903,17,offered,10000.01,12000,9000,",
    "904,17,declined,9000,12000,9000,\n",
  ].join("\n"),
};

interface Brought {
  book?: typeof BOOK;
  source?: string;
  update?: boolean;
}

async function bring({ book: sheets = BOOK, source = randomUUID(), update = false }: Brought = {}) {
  const options = { source, update, maximumOfferLimitCents: 1_000_000 };
  const { book } = await folder.importSheets(sheets, options);
  const rows = await api.database.read.application.findMany({ orderBy: { importKey: "asc" } });
  return { book, rows, statuses: rows.map(({ alloyStatus }) => alloyStatus) };
}

it("what comes in approved and not paid out is in Manual Review once there are customers of the console's own, is told of, and is held to the offer limit", async () => {
  await api.user();
  const { book, statuses } = await bring();
  expect(statuses).toEqual(["Approved", "ManualReview", "ManualReview", "Denied"]);
  expect(book?.refused.map(({ reason }) => reason)).toEqual([
    "approvedAmount: Maximum Allowed Offer Limit is 10000 USD.",
  ]);
  expect(book?.sheets).toMatchObject([{ sheet: "applications", refused: 1, mended: 2 }]);
  expect(readFileSync(book?.findingsFiles[0] ?? "", "utf8")).toContain(
    'mended,"stage: approved in another system, and not paid out: it comes in for Manual Review."',
  );
});

it("a book that is brought before the console has customers of its own comes in as it was", async () => {
  const { book, statuses } = await bring();
  expect(statuses).toEqual(["Approved", "Approved", "Approved", "Approved", "Denied"]);
  expect(book?.refused).toEqual([]);
});

it("--update leaves terms that the console works with, and changes those that wait for Manual Review", async () => {
  const head = "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount\n";
  const early = `${head}901,17,offered,1000,1200\n`;
  const late = "902,17,offered,1000,1200\n";
  const source = "old";
  await bring({ source, book: { ...BOOK, applications: early } });
  await api.user();
  await bring({ source, book: { ...BOOK, applications: early + late } });
  const applications = (early + late).replaceAll("1000,1200", "5000,6000");
  const { book, rows } = await bring({ source, book: { ...BOOK, applications }, update: true });
  expect(book?.sheets).toMatchObject([{ sheet: "applications", updated: 1, otherwise: 1 }]);
  expect(rows.map(({ approvedAmountCents, version }) => [approvedAmountCents, version])).toEqual([
    [100_000n, 1],
    [500_000n, 2],
  ]);
  const findings = readFileSync(book?.findingsFiles[0] ?? "", "utf8");
  expect(findings).toContain("The console works with these terms: change them there.");
});
