import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SHEET_NAMES, type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { createMemoryStorage } from "../../testing/memory-storage.ts";
import { importFiles } from "../run-import.ts";
import { exportBook } from "./export-book.ts";
import { sheetFile } from "./sheet-files.ts";

const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0x00, 0xff, 0x0d, 0x0a, 0x80]);

/** A customer of whom every column of every sheet says something. */
const BOOK: Record<SheetName, Record<string, string>[]> = {
  users: [
    {
      externalId: "C1",
      firstname: "Ana",
      lastname: "Diaz",
      email: "ana@example.com",
      phone: "4065550101",
      ssn: "512345678",
      ein: "123456789",
      dob: "1985-04-07",
      currentAddress: "1 A St, Suite 2",
      city: "Helena",
      state: "MT",
      zipcode: "59601-1234",
      companyName: "Diaz Foods LLC",
      businessName: "Diaz Tacos",
      businessType: "LLC",
      businessCategory: "Food",
      naicsCode: "722511",
      businessStartDate: "2015-02-03",
      occupation: "Cook",
      platform: "Uber",
      zohoId: "Z-1",
      doNotFund: "yes",
      doNotFundReason: "Fraud",
      runPaymentAutomation: "no",
      isExternal: "yes",
      externalAgency: "TSI",
      balance: "700.00",
      balanceDate: "2026-09-30",
    },
  ],
  applications: [
    {
      applicationId: "A1",
      customerId: "C1",
      stage: "funded",
      createdOn: "2026-01-02",
      expiresOn: "2026-02-02",
      workflowUsed: "SMB",
      approvedAmount: "1000.00",
      paybackAmount: "1200.00",
      paymentAmount: "300.00",
      discountAmount: "50.00",
      disbursementAmount: "950.00",
      disbursementFee: "10.00",
      ofeeRate: "0.04",
      fundedOn: "2026-01-05",
      contractSignedOn: "2026-01-04",
      firstPaymentDate: "2026-02-01",
      lastPaymentDate: "2026-05-01",
      discountDate: "2026-03-01",
      declineReason: "Was declined once",
      declinedOn: "2026-01-03",
      noticeSent: "yes",
      dealId: "D-1",
    },
  ],
  offers: [
    {
      applicationId: "A1",
      optimized: "yes",
      approvedAmount: "1000.00",
      paybackMultiplier: "1.2",
      selected: "yes",
    },
  ],
  schedules: [
    { applicationId: "A1", dueOn: "2026-02-01", amount: "600.00" },
    { applicationId: "A1", dueOn: "2026-05-01", amount: "600.00" },
  ],
  payments: [
    {
      paymentId: "P1",
      customerId: "C1",
      applicationId: "A1",
      paidOn: "2026-02-01",
      amount: "500.00",
      direction: "DEBIT",
      mode: "Wire",
      outcome: "paid",
      returnedOn: "",
      returnCode: "",
      appliesTo: "oldest",
      description: "At the desk",
    },
    {
      paymentId: "P2",
      customerId: "C1",
      applicationId: "A1",
      paidOn: "2026-02-10",
      amount: "400.00",
      direction: "DEBIT",
      mode: "Check",
      outcome: "returned",
      returnedOn: "2026-02-12",
      returnCode: "R01",
      appliesTo: "newest",
      description: "=1+1",
    },
  ],
  accounts: [
    {
      customerId: "C1",
      bank: "First",
      routing: "021000021",
      accountNumber: "000123456789",
      accountType: "savings",
      isPrimary: "yes",
      enabled: "yes",
    },
  ],
  cards: [
    {
      customerId: "C1",
      token: "tok_1",
      last4: "4242",
      expiry: "0827",
      cardName: "ANA DIAZ",
      issuer: "First",
      status: "ACTIVE",
      isPrimary: "yes",
    },
  ],
  notes: [
    {
      noteId: "N1",
      customerId: "C1",
      owner: "superadmin@countinghouse.test",
      writtenOn: "2026-02-03",
      note: "Called.\nWill pay “soon”.",
    },
  ],
  remarks: [
    {
      customerId: "C1",
      remarkDate: "2026-02-04",
      category: "Bankruptcy",
      note: "Chapter 7",
      addedBy: "Sofia",
      stopsDebits: "yes",
      endedOn: "2026-03-05",
      endReason: "Discharged",
    },
  ],
  documents: [
    {
      documentId: "D1",
      customerId: "C1",
      applicationId: "A1",
      type: "contract",
      name: "The contract",
      file: "a.pdf",
      createdOn: "2026-02-05",
    },
  ],
};

/** Ids of ours are others in each database, and so is the day a book was written. */
const OWN: readonly string[] = [
  "externalId",
  "customerId",
  "applicationId",
  "paymentId",
  "noteId",
  "documentId",
  "file",
  "balanceDate",
];

let folder: string;
let here: TestApi;
let there: TestApi;
beforeAll(async () => {
  [here, there] = await Promise.all([createTestApi(), createTestApi()]);
  folder = mkdtempSync(path.join(os.tmpdir(), "every-column-"));
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true });
});

/** Brings what lies in a folder, and writes it out again; returns the rows that were written, by field. */
async function through(api: TestApi, from: string, to: string, source: string) {
  await api.admin("SUPERADMIN");
  const storage = createMemoryStorage();
  const { database: db, vault, clock } = api;
  const { tables, book } = await importFiles({
    files: SHEET_NAMES.map((sheet) => path.join(folder, from, sheetFile(sheet))),
    source,
    email: "superadmin@countinghouse.test",
    documents: { folder: path.join(folder, from, "documents"), storage },
    db,
    vault,
    now: clock.now,
    dryRun: false,
  });
  expect(tables).toMatchObject([{ loaded: 1, refused: 0, leftEmpty: 0, mended: 0 }]);
  expect(book?.refused).toEqual([]);
  await exportBook({ db, vault, now: clock.now, storage, folder: path.join(folder, to) });
  return Object.fromEntries(
    SHEET_NAMES.map((sheet) => {
      const fields = Object.keys(sheetColumns(sheet));
      const rows: string[][] = parse(readFileSync(path.join(folder, to, sheetFile(sheet)))).slice(1);
      return [
        sheet,
        rows.map((cells) =>
          Object.fromEntries(fields.map((field, nth) => [field, cells[nth]?.replace(/^="(.*)"$/, "$1")])),
        ),
      ];
    }),
  ) as Record<SheetName, Record<string, string>[]>;
}

const withoutIds = (rows: readonly Record<string, string>[]) =>
  rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !OWN.includes(field))))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

it("a book of which every column of every sheet says something goes out as it came, into an empty database and out of it again, documents byte for byte", async () => {
  mkdirSync(path.join(folder, "given", "documents"), { recursive: true });
  writeFileSync(path.join(folder, "given", "documents", "a.pdf"), PDF);
  for (const sheet of SHEET_NAMES) {
    const columns = Object.entries(sheetColumns(sheet));
    for (const [field] of columns)
      expect([sheet, field, BOOK[sheet].some((row) => (row[field] ?? "") !== "")]).toEqual([
        sheet,
        field,
        true,
      ]);
    writeFileSync(
      path.join(folder, "given", sheetFile(sheet)),
      stringify([
        columns.map(([, { title }]) => title),
        ...BOOK[sheet].map((row) => columns.map(([field]) => (row[field] ?? "").replace(/^=/, "'="))),
      ]),
    );
  }
  const first = await through(here, "given", "first", "old");
  for (const sheet of SHEET_NAMES) {
    expect([sheet, first[sheet].length]).toEqual([sheet, BOOK[sheet].length]);
    for (const field of Object.keys(sheetColumns(sheet)))
      expect([sheet, field, first[sheet].some((row) => (row[field] ?? "") !== "")]).toEqual([
        sheet,
        field,
        true,
      ]);
  }
  const second = await through(there, "first", "second", "export");
  for (const sheet of SHEET_NAMES)
    expect([sheet, withoutIds(second[sheet])]).toEqual([sheet, withoutIds(first[sheet])]);
  for (const [name, rows] of [
    ["first", first],
    ["second", second],
  ] as const) {
    const file = rows.documents[0]?.file ?? "";
    expect(readFileSync(path.join(folder, name, "documents", file)).equals(PDF)).toBe(true);
  }
});
