import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { importFiles } from "../run-import.ts";

/** Printed with each test: the files are the same for the same seed. */
const SEED = 20261130;
const BOOKS = 40;
const BOOKS_IN_TEST = 5;

const one = fc.constantFrom;
const customer = one("1", "2", "3", "9", "");
const loan = one("L1", "L2", "L3", "L9", "");
const day = one("2026-09-01", "10/5/2026", "2099-01-05", "soon", "");
const money = one("100.00", "500", "$1,200.00", "-5.00", "0", "ten", "");

/** Cells of each sheet, most of which no lender should have in a file. */
const SHEETS = {
  customers: {
    header: "Customer ID,First Name,Last Name,Email,SSN,Date of Birth,Balance,Balance Date",
    cells: [
      one("1", "2", "3", "1.2E+11", ""),
      one("Ana", "Bo", ""),
      one("Diaz", "Lee", ""),
      one("a@example.com", "b@example.com", "none", ""),
      one("512345678", "000-00-0000", "12", ""),
      one("1990-05-02", "2026-09-10", ""),
      money,
      day,
    ],
  },
  loans: {
    header: "Loan Number,Customer ID,Stage,Approved Amount,Payback Amount,Funded On",
    cells: [loan, customer, one("funded", "offered", "declined", "odd", ""), money, money, day],
  },
  offers: {
    header: "Loan Number,Optimized,Approved Amount,Payback Multiplier",
    cells: [loan, one("yes", "no", ""), money, one("1.25", "x", "")],
  },
  schedules: { header: "Loan Number,Due On,Amount", cells: [loan, day, money] },
  payments: {
    header: "Payment ID,Customer ID,Loan Number,Paid On,Amount,Type,Outcome",
    cells: [
      one("P1", "P2", "P3", ""),
      customer,
      loan,
      day,
      money,
      one("DEBIT", "CREDIT", "?", ""),
      one("paid", "returned", "failed", "maybe", ""),
    ],
  },
  accounts: {
    header: "Customer ID,Bank,Routing Number,Account Number",
    cells: [customer, one("First", ""), one("021000021", "12"), one("000123456789", "77")],
  },
  notes: { header: "Note ID,Customer ID,Note", cells: [one("N1", "N2", ""), customer, one("Called", "")] },
  remarks: {
    header: "Customer ID,Remark Date,Category,Note",
    cells: [customer, day, one("Fraud", "Other"), one("Called", "")],
  },
};
type Name = keyof typeof SHEETS;
const NAMES = Object.keys(SHEETS) as Name[];

let api: TestApi;
let email: string;
let folder: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.admin("SUPERADMIN");
  ({ email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } }));
  folder = mkdtempSync(path.join(os.tmpdir(), "import-trial-"));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function writeBook(source: string, seed: number): string[] {
  const own = mkdtempSync(path.join(folder, "files-"));
  return NAMES.map((name, nth) => {
    const { header, cells } = SHEETS[name];
    const [rows = []] = fc.sample(
      fc.array(fc.tuple(...(cells as fc.Arbitrary<string>[])), { minLength: 1, maxLength: 8 }),
      { seed: seed * NAMES.length + nth, numRuns: 1 },
    );
    const file = path.join(own, `${name}.csv`);
    const lines = rows.map((row) => row.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(","));
    writeFileSync(file, [header, ...lines, ""].join("\n").replaceAll("@example.com", `@${source}.example`));
    return file;
  });
}

/** The report of an import: counts, reasons, refused rows, and the files to mend. */
async function report(files: readonly string[], source: string, dryRun: boolean) {
  const { database: db, vault, clock } = api;
  // The type decides where the sign of an amount says the direction too: without a choice the run is refused.
  const reading = { signs: "type" } as const;
  const options = { files, source, email, db, vault, now: clock.now, dryRun, reading };
  const { tables, book } = await importFiles(options);
  const readAll = (paths: readonly (string | null)[]) =>
    paths.map((file) => (file === null ? "" : readFileSync(file, "utf8")));
  return {
    users: tables.map(({ layout: _layout, ...counts }) => counts),
    usersToMend: readAll(tables.map(({ refusedFile }) => refusedFile)),
    sheets: book?.sheets,
    reasons: book?.reasons,
    refused: book?.refused,
    toMend: readAll(book?.refusedFiles ?? []),
    findings: readAll(book?.findingsFiles ?? []),
  };
}

it.each(Array.from({ length: BOOKS / BOOKS_IN_TEST }, (_, nth) => ({ first: SEED + nth * BOOKS_IN_TEST })))(
  "a trial of bad files reports what the run reports, the first time and again: seed $first",
  async ({ first }) => {
    for (let seed = first; seed < first + BOOKS_IN_TEST; seed++) {
      const source = `trial${seed}`;
      for (const files of [writeBook(source, seed), writeBook(source, seed + BOOKS)]) {
        const trial = await report(files, source, true);
        const run = await report(files, source, false);
        expect({ seed, ...run }).toEqual({ seed, ...trial });
        const sums = (run.sheets ?? []).filter(({ sheet }) => sheet !== "users");
        const outcomes = sums.map(({ added, alreadyThere, otherwise, updated, repeated, refused }) =>
          [added, alreadyThere, otherwise, updated, repeated, refused].reduce((sum, count) => sum + count, 0),
        );
        expect([seed, outcomes]).toEqual([seed, sums.map(({ rows }) => rows)]);
      }
    }
  },
);

it("gives back every refused row to mend, however many there are", async () => {
  const file = path.join(folder, "pay.csv");
  const rows = Array.from({ length: 12_499 }, (_, nth) => `P${nth},999,2026-10-01,1.00`);
  writeFileSync(file, `Payment ID,Customer ID,Paid On,Amount\n${rows.join("\n")}\n`);
  const { reasons, toMend } = await report([file], "many", true);
  expect(reasons).toEqual([
    { reason: "customerId: there is no customer with this id from this source.", rows: 12_499 },
  ]);
  const written = toMend.join("").trimEnd().split("\n");
  expect(written).toHaveLength(12_500);
  expect(written.at(-1)).toContain("P12498");
});
