import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import type { ImportOptions } from "../run-import.ts";

let api: TestApi;
let folder: ImportFolder;
let source: string;
let run = 0;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await openImportFolder(api);
  source = `columns${run++}`;
  return () => folder.remove();
});

/** Brings sheets; returns what is asked, and why rows are refused. */
async function bring(sheets: Record<string, string>, options: Partial<ImportOptions> = {}) {
  const { book, read, tables } = await folder.importSheets(sheets, { source, ...options });
  return {
    asks: read.flatMap(({ layout }) => layout.asks),
    refused: (book?.refused ?? []).map(({ table, line, reason }) => `${table}/${line} ${reason}`).sort(),
    reasons: tables.flatMap(({ reasons }) => reasons),
    toMend: tables.map(({ refusedFile }) => (refusedFile === null ? "" : readFileSync(refusedFile, "utf8"))),
  };
}

async function owedCents(id: string): Promise<bigint | null> {
  const { balance } = await api.database.read.user.findUniqueOrThrow({
    where: { importKey: `${source}:${id}` },
    include: { balance: true },
  });
  return balance?.balanceCents ?? null;
}

const CUSTOMERS = "Customer ID,First Name,Last Name\n17,Ana,Diaz\n";
const APPLICATIONS = "Loan ID,Customer ID,Payback Amount,Date Funded\n900,17,1200,9/1/2026\n";

it("waits for what Debit and Credit hold, then reads both and refuses a row with both or none", async () => {
  const sheets = {
    customers: CUSTOMERS,
    applications: APPLICATIONS,
    payments:
      "Transaction ID,Customer ID,Date,Debit,Credit\nT1,17,9/8/2026,,500.00\nT2,17,9/9/2026,20.00,0.00\nT3,17,9/10/2026,1.00,1.00\nT4,17,9/11/2026,,\n",
  };
  expect(await bring(sheets, { dryRun: true })).toMatchObject({ asks: ["paidIn"] });
  await expect(bring(sheets)).rejects.toThrow(/^payments\.csv: Payments have a column Debit or Credit\./);
  expect(await bring(sheets, { reading: { paidIn: "credit" } })).toMatchObject({
    asks: [],
    refused: [
      "2/4 amount: the row has an amount under Debit and Credit. It needs exactly one.",
      "2/5 amount: the row has no amount under Debit or Credit.",
    ],
  });
  expect(await owedCents("17")).toBe(72_000n);
  await expect(
    bring({ payments: "Transaction ID,Customer ID,Date,Paid,Received\nT5,17,9/12/2026,,5\n" }),
  ).rejects.toThrow("It has amounts under Paid and under Received.");
});

it("reads the payments of a bank and of a processor, which mean opposite things by Debit, in one import", async () => {
  const table = (id: string, paid: string) =>
    `Transaction ID,Customer ID,Date,Debit,Credit\n${id},17,9/8/2026,${paid}\n`;
  const sheets = {
    customers: CUSTOMERS,
    applications: APPLICATIONS,
    bank: table("B1", ",500.00"),
    processor: table("P1", "100.00,"),
  };
  const reading: ImportOptions["reading"] = {
    paidIn: "debit",
    tables: [{ place: "bank.csv", columns: [], paidIn: "credit" }],
  };
  expect(await bring(sheets, { reading })).toMatchObject({ asks: [], refused: [] });
  expect(await owedCents("17")).toBe(60_000n);
});

it("refuses a day before the customer was born, by these files or by what is here, on a trial as in the run", async () => {
  const born = CUSTOMERS.replace("Last Name", "Last Name,Date of Birth").replace("Diaz", "Diaz,5/2/1990");
  const early = {
    applications: `${APPLICATIONS}901,17,100,5/1/1990\n`,
    due: "Loan ID,Due Date,Amount\n900,5/1/1990,600\n900,12/1/2026,600\n",
    payments: "Transaction ID,Customer ID,Date,Amount\nT1,17,5/1/1990,5\n",
  };
  const yet = "the customer was not born on this day yet.";
  const refusals = (first: number) =>
    [`${first}/3 fundedOn: ${yet}`, `${first + 1}/2 dueOn: ${yet}`, `${first + 2}/2 paidOn: ${yet}`] as const;
  for (const dryRun of [true, false])
    expect(await bring({ customers: born, ...early }, { dryRun })).toMatchObject({ refused: refusals(1) });
  expect(await bring({ payments: early.payments })).toMatchObject({ refused: [`0/2 paidOn: ${yet}`] });

  source = `${source}b`;
  await bring({ customers: CUSTOMERS });
  for (const dryRun of [true, false])
    expect(await bring({ customers: born, ...early }, { dryRun })).toMatchObject({ refused: refusals(1) });
});

it("names in the file to mend the balance that has no id, and counts such rows as one reason", async () => {
  const { reasons, toMend } = await bring({
    customers: "First Name,Last Name,Balance\nAna,Diaz,700.00\nBo,Lee,80.00\n",
  });
  expect(reasons).toEqual([{ reason: "externalId: this is needed of a customer with a balance.", rows: 2 }]);
  expect(toMend[0]).toContain("externalId: this is needed of a customer with a balance of $700.00.");
});
