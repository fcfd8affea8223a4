import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ADMINS } from "@countinghouse/db/seed/admins";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { SHEET_NAMES } from "@countinghouse/validators/import/columns";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../run-import.ts";
import { exportBook } from "./export-book.ts";
import { sheetFile } from "./sheet-files.ts";

const NOW = new Date("2026-03-10T15:00:00Z");
const now = () => NOW;
const email = ADMINS.find(({ role }) => role === "SUPERADMIN")?.email ?? "";
const folder = mkdtempSync(path.join(os.tmpdir(), "demonstration-book-"));

let here: TestDatabase;
let there: TestDatabase;
beforeAll(async () => {
  [here, there] = await Promise.all([createTestDatabase({ size: 4 }), createTestDatabase({ size: 4 })]);
  await seedDatabase({
    url: here.ownerUrl,
    vault: here.vault,
    users: 150,
    now: NOW,
    adminPassword: "correct horse battery",
  });
  const admins = await here.database.read.admin.findMany();
  await there.database.unsafeTransaction((tx) => tx.admin.createMany({ data: admins }));
});
afterAll(async () => {
  await Promise.all([here.drop(), there.drop()]);
  rmSync(folder, { recursive: true });
});

/** What each customer is, owes and still has to pay, by sheet, without ids. */
async function readCustomers({ database: { read } }: TestDatabase) {
  const users = await read.user.findMany({
    select: {
      firstname: true,
      lastname: true,
      email: true,
      phone: true,
      dob: true,
      ssnLast4: true,
      businessName: true,
      city: true,
      zipcode: true,
      doNotFund: true,
      doNotFundReason: true,
      isExternal: true,
      runPaymentAutomation: true,
      zohoId: true,
      balance: { select: { balanceCents: true } },
      applications: {
        select: {
          stage: true,
          fundedAt: true,
          paybackAmountCents: true,
          createdAt: true,
          offers: { select: { approvedAmountCents: true, selected: true }, orderBy: { optimized: "asc" } },
        },
        orderBy: { createdAt: "asc" },
      },
      schedules: {
        select: { paymentDate: true, amountCents: true },
        orderBy: [{ paymentDate: "asc" }, { amountCents: "asc" }],
      },
      notes: {
        select: { note: true, createdAt: true, owner: { select: { email: true } } },
        where: { deletedAt: null },
        orderBy: [{ createdAt: "asc" }, { note: "asc" }],
      },
      remarks: {
        select: { remarkDate: true, category: true, note: true, addedBy: true },
        orderBy: [{ remarkDate: "asc" }, { category: "asc" }, { note: "asc" }],
      },
      cards: {
        select: { last4: true, expiry: true, status: true, isPrimary: true },
        orderBy: [{ last4: "asc" }, { expiry: "asc" }],
      },
    },
  });
  const known = users.filter((user) => user.firstname || user.businessName || user.email);
  return known.map((user) => asText({ ...user, balance: user.balance ?? { balanceCents: 0 } })).sort();
}

const asText = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value));

it("the demonstration's book, brought into an empty database, has the same customers, who owe the same", async () => {
  await exportBook({ db: here.database, vault: here.vault, now, folder });
  const files = SHEET_NAMES.filter((sheet) => sheet !== "documents").map((sheet) =>
    path.join(folder, sheetFile(sheet)),
  );
  const options = { files, source: "export", email, dryRun: false, now };
  const { tables, book } = await importFiles({ ...options, db: there.database, vault: there.vault });
  // One customer has no name, no address, nothing: this one is not brought, nor is the application.
  expect(tables).toMatchObject([{ loaded: 149, refused: 1, leftEmpty: 0 }]);
  expect(book?.refused.map(({ reason }) => reason)).toEqual([
    "customerId: there is no customer with this id from this source.",
  ]);
  const [one, other] = [await readCustomers(here), await readCustomers(there)];
  const differing = one.flatMap((row, index) => (row === other[index] ? [] : [[row, other[index]]]));
  expect(differing.slice(0, 1)).toEqual([]);
  expect(other).toHaveLength(one.length);
});
