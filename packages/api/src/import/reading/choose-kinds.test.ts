import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readRow } from "@countinghouse/validators/import/rows";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, it } from "vitest";
import { namedCells } from "../candidate.ts";
import { openFiles, type ReadingOptions, type Table } from "./open-table.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "choose-kinds-"));
  return () => rmSync(folder, { recursive: true });
});

const messy = (name: string): string => path.join(import.meta.dirname, "..", "messy", name);

function write(files: Readonly<Record<string, string>>): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
}

/** The kinds of the tables, by place. */
async function kindsOf(files: readonly string[], options: ReadingOptions = {}) {
  const { found, close } = await openFiles(files, options);
  await close();
  return Object.fromEntries(found.map(({ place, kind }) => [place, kind]));
}

async function rowsOf({ layout, records }: Table): Promise<(object | string)[]> {
  const rows: (object | string)[] = [];
  for await (const record of records()) {
    const cells = namedCells(layout, record);
    if (typeof cells === "string") rows.push(cells);
    else {
      const { refused, row } = readRow(layout.sheet, cells, layout.spelling, false);
      rows.push(refused || row);
    }
  }
  return rows;
}

const CUSTOMERS = "Customer ID,First Name,Last Name,Phone\n1,Ana,Diaz,4065550144\n";

it("reads transactions that name the loan alone as payments, and never as instalments", async () => {
  const { found, close } = await openFiles([messy("59-loanpro-transactions.csv")]);
  const [table] = found.flatMap(({ tables }) => tables);
  expect(table?.layout.sheet).toBe("payments");
  const rows = table ? await rowsOf(table) : [];
  expect(rows[0]).toEqual({
    paymentId: "t1",
    applicationId: "8801",
    paidOn: "2026-06-15",
    direction: "DEBIT",
    amount: 12_000,
  });
  expect(rows[2]).toMatch(/^direction: one of DEBIT, CREDIT is needed/);
  await close();
});

it.each([
  ["a transaction id", "Transaction ID,Loan ID,Due Date,Amount"],
  ["a type", "Loan ID,Due Date,Amount,Type"],
  ["a day of payment", "Loan ID,Due Date,Amount,Paid On"],
  ["a payment date alone", "Loan ID,Payment Date,Amount"],
])("asks what a table with %s is, instead of taking it for instalments", async (_what, header) => {
  const files = write({ "list.csv": `${header}\n` });
  await expect(openFiles(files)).rejects.toThrow("It may be Payments or Instalments.");
  const tables = [{ place: "list.csv", kind: "schedules" as const, columns: [] }];
  expect(await kindsOf(files, { tables })).toEqual({ "list.csv": "schedules" });
});

it("asks where two kinds fit equally, and reads the table as the user says", async () => {
  const files = write({
    "list.csv":
      "Customer ID,Name,Email,Bank,Routing Number,Account Number\n1,Ana Diaz,,First,021000021,123\n",
  });
  await expect(openFiles(files)).resolves.toMatchObject({ found: [{ kind: "accounts" }] });
  const both = write({
    "both.csv":
      "Customer ID,Name,Email,Phone,Bank,Routing Number,Account Number\n1,Ana Diaz,,4065550144,First,021000021,1\n",
  });
  await expect(openFiles(both)).rejects.toThrow("It may be Customers or Bank accounts.");
  const tables = [{ place: "both.csv", kind: "users" as const, columns: [] }];
  expect(await kindsOf(both, { tables })).toEqual({ "both.csv": "users" });
});

it("leaves a list of two columns in a workbook out beside customers, and any sheet that the user leaves out", async () => {
  const file = path.join(folder, "book.xlsx");
  const rows = CUSTOMERS.trim()
    .split("\n")
    .map((line) => line.split(","));
  const lookup = [
    ["State", "Name"],
    ["MT", "Montana"],
  ];
  const sheets = [
    { name: "Clients", rows },
    { name: "Lookup", rows: lookup },
  ];
  writeFileSync(file, await writeXlsx({ sheets }));
  expect(await kindsOf([file])).toEqual({ "book.xlsx#Clients": "users", "book.xlsx#Lookup": null });
  const tables = [{ place: "book.xlsx#Clients", kind: null, columns: [] }];
  expect(await kindsOf([file], { tables })).toEqual({ "book.xlsx#Clients": null, "book.xlsx#Lookup": null });
});

it("asks about a file that is no table of customers beside one that is", async () => {
  const files = [...write({ "customers.csv": CUSTOMERS }), messy("62-look-up.csv")];
  await expect(openFiles(files)).rejects.toThrow(/^62-look-up\.csv: No column of this file is understood/);
  const tables = [{ place: "62-look-up.csv", kind: null, columns: [] }];
  expect(await kindsOf(files, { tables })).toEqual({ "customers.csv": "users", "62-look-up.csv": null });
});

it("says that a list of returned payments is one, and takes no masked number for an id", async () => {
  const returns = [messy("60-bank-returns.csv")];
  await expect(openFiles(returns)).rejects.toThrow(
    "It is a list of returned payments. Those of the processor are on the page Chargebacks: Unprocessed; leave this list out.",
  );
  const tables = [{ place: "60-bank-returns.csv", kind: "users" as const, columns: [] }];
  const { found, close } = await openFiles(returns, { tables });
  await close();
  expect(found[0]?.layout.headings.map(({ field }) => field)).toEqual([null, "fullName", null, null, null]);
});

it("asks for the columns of a file in another language, and takes them by position", async () => {
  const file = messy("61-german-excel.csv");
  await expect(openFiles([file])).rejects.toThrow(
    "No column of this file is understood, read with the separator semicolon. It has: Kundennummer, Vorname, Nachname, Straße, Ort, Saldo.",
  );
  const columns = ["externalId", "firstname", "lastname", "currentAddress", "city", "balance"];
  const choice = {
    place: "61-german-excel.csv",
    kind: "users" as const,
    columns: columns.map((field, index) => ({ position: index + 1, field })),
  };
  await expect(openFiles([file], { tables: [{ ...choice, columns: [] }] })).rejects.toThrow(
    "Customers need the column Full Name or Business Name. Say which column it is.",
  );
  const { found, close } = await openFiles([file], { tables: [choice] });
  const [table] = found.flatMap(({ tables }) => tables);
  expect(table && (await rowsOf(table))).toEqual([
    {
      externalId: "17",
      firstname: "Ana",
      lastname: "Diaz",
      currentAddress: "Hauptstr. 1",
      city: "Bonn",
      balance: 123_450,
    },
  ]);
  await close();
});

it("refuses a field of another kind of table", async () => {
  const files = write({ "customers.csv": CUSTOMERS });
  const tables = [{ place: "customers.csv", columns: [{ position: 1, field: "paymentId" }] }];
  await expect(openFiles(files, { tables })).rejects.toThrow("Column 1: Customers have no field paymentId.");
});

it("reads one row per loan as a customer with the sum of the balances, and as an application", async () => {
  const { found, close } = await openFiles([messy("58-loanpro-loans.csv")]);
  expect(found).toMatchObject([{ kind: "users+applications" }]);
  const [users, applications] = found.flatMap(({ tables }) => tables);
  const ana = {
    externalId: "ana diaz",
    firstname: "Ana",
    lastname: "Diaz",
    ssn: "123456789",
    balance: 96_000,
  };
  expect(users && (await rowsOf(users))).toEqual([
    ana,
    { externalId: "bo lee", firstname: "Bo", lastname: "Lee", ssn: "234567891", balance: 40_000 },
  ]);
  expect(applications && (await rowsOf(applications))).toMatchObject([
    { applicationId: "8801", customerId: "ana diaz", stage: "funded", lastPaymentDate: "2027-02-01" },
    { applicationId: "8802", customerId: "bo lee", stage: "funded", lastPaymentDate: "2026-08-01" },
    { applicationId: "8803", customerId: "ana diaz", stage: "funded", fundedOn: "2025-06-01" },
  ]);
  await close();
});

it("sums the balances of one id, whatever else its rows say", async () => {
  const header = "Customer ID,Loan ID,Name,Phone,Payback Amount,Funded Date,Balance";
  const rows = [
    "7,1,Ana Diaz,4065550144,100,2026-01-05,60.00",
    "7,2,Ana Diaz,4065550145,100,2026-01-06,40.00",
  ];
  const { found, close } = await openFiles(write({ "loans.csv": [header, ...rows].join("\n") }));
  const [users] = found.flatMap(({ tables }) => tables);
  expect(users && (await rowsOf(users))).toMatchObject([
    { externalId: "7", phone: "4065550144", balance: 10_000 },
    { externalId: "7", phone: "4065550145", balance: 10_000 },
  ]);
  await close();
});

it("reads a portfolio of merchants as businesses with an advance for each day of funding", async () => {
  const { found, close } = await openFiles([messy("55-mca-portfolio.csv")]);
  const [users, applications] = found.flatMap(({ tables }) => tables);
  const businesses = users ? await rowsOf(users) : [];
  expect(businesses).toHaveLength(3);
  expect(businesses[0]).toEqual({
    externalId: "diaz foods llc diaz bakery",
    companyName: "Diaz Foods LLC",
    businessName: "Diaz Bakery",
    balance: 1_310_000,
  });
  const deals = applications ? await rowsOf(applications) : [];
  expect(deals[1]).toEqual({
    applicationId: "diaz foods llc diaz bakery 06/15/2026",
    customerId: "diaz foods llc diaz bakery",
    approvedAmount: 800_000,
    paybackAmount: 1_040_000,
    fundedOn: "2026-06-15",
  });
  await close();
});

it("gives rows of one name and two social security numbers no id, so that no loan is another person's", async () => {
  const rows = ["Loan ID,Name,SSN,Payback Amount,Funded Date", "1,Ana Diaz,123-45-6789,100,2026-01-05"];
  const files = write({ "loans.csv": [...rows, "2,Ana Diaz,234-56-7891,100,2026-01-06"].join("\n") });
  const { found, close } = await openFiles(files);
  const [, applications] = found.flatMap(({ tables }) => tables);
  expect(applications && (await rowsOf(applications))).toEqual([
    "customerId: this is needed.",
    "customerId: this is needed.",
  ]);
  await close();
});

it("reads loans as applications alone where the customers have a file of their own", async () => {
  const files = write({
    "customers.csv": CUSTOMERS,
    "loans.csv": "Loan ID,Customer ID,Customer Name,Approved Amount,Payback Amount\nL1,1,Ana Diaz,100,120\n",
  });
  expect(await kindsOf(files)).toEqual({ "customers.csv": "users", "loans.csv": "applications" });
});

it("reads two tables with one header each by its own choice, and counts rows in which repeated columns differ", async () => {
  const files = write({
    "customers.csv": "Ref,Name,Phone,Phone\n17,Ana Diaz,,4065550102\n18,Bo Lee,4065550103,4065550103\n",
    "payments.csv": "Ref,Customer ID,Paid On,Amount\nP1,17,2026-11-02,10\n",
  });
  const tables = [
    {
      place: "customers.csv",
      columns: [
        { position: 1, field: "externalId" },
        { position: 3, field: null },
      ],
    },
    { place: "payments.csv", columns: [{ position: 1, field: "paymentId" }] },
  ];
  expect(await kindsOf(files, { tables })).toEqual({ "customers.csv": "users", "payments.csv": "payments" });
  const said = await openFiles(files, { tables });
  expect(said.found[0]?.layout.headings.map(({ field }) => field)).toEqual([
    "externalId",
    "fullName",
    null,
    "phone",
  ]);
  await said.close();
  const found = await openFiles(files, { tables: tables.slice(1) });
  const [customers] = found.found;
  for (const table of customers?.tables ?? []) await rowsOf(table);
  expect([...(customers?.differing() ?? [])]).toEqual([[3, 1]]);
  await found.close();
});

it("keeps what was said of a column for its kind of table and for its occurrence", async () => {
  const files = write({ "customers.csv": "Ref,First Name,Last Name,Phone,Phone\n17,Ana,Diaz,,4065550102\n" });
  const kept = [
    { kind: "payments" as const, header: "Ref", occurrence: 1, field: "paymentId" },
    { kind: null, header: "Ref", occurrence: 1, field: "paymentId" },
    { kind: "users" as const, header: "Phone", occurrence: 2, field: "phone" },
  ];
  const { found, close } = await openFiles(files, { kept });
  expect(found[0]?.layout.headings.map(({ field }) => field)).toEqual([
    null,
    "firstname",
    "lastname",
    null,
    "phone",
  ]);
  await close();
});

it("counts the rows of a second table beside the first and leaves them out", async () => {
  const { found, close } = await openFiles([messy("56-side-by-side.csv")]);
  for (const table of found[0]?.tables ?? []) await rowsOf(table);
  expect(found[0]?.second()).toEqual({ column: 5, rows: 2 });
  await close();
});
