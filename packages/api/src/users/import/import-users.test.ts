import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyAuditChain } from "../../audit-chain.ts";
import { type ImportOptions, type ImportSummary, importUsers } from "./import-users.ts";

const NOW = new Date("2026-03-10T15:00:00Z");
const folder = mkdtempSync(path.join(os.tmpdir(), "import-users-"));
const file = path.join(folder, "customers.csv");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 3 });
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});
afterEach(() => test.database.pool.query("DELETE FROM users"));

const importFile = (options: Partial<ImportOptions> = {}): Promise<ImportSummary> =>
  importUsers({
    file,
    source: "csv",
    dryRun: false,
    db: test.database,
    vault: test.vault,
    now: () => NOW,
    ...options,
  });

function importText(content: string | Buffer, options: Partial<ImportOptions> = {}): Promise<ImportSummary> {
  writeFileSync(file, content);
  return importFile(options);
}

const users = () => test.database.read.user.findMany({ orderBy: { id: "asc" } });

const audited = () => test.database.read.auditEvent.count({ where: { action: "users.import" } });

/** What the file of refused rows says: line and reason of each. */
function refusals(summary: ImportSummary): { line: number; reason: string }[] {
  if (!summary.refusedFile) return [];
  const rows = parse(readFileSync(summary.refusedFile, "utf8"), { columns: true, relax_column_count: true });
  return (rows as { Line: string; Reason: string }[]).map((row) => ({
    line: Number(row.Line),
    reason: row.Reason,
  }));
}

describe("what is loaded", () => {
  it("is kept as it is known, what is missing stays empty, and secrets are sealed to the row", async () => {
    const summary = await importText(
      "First Name,Last Name,E-mail,Phone,SSN,EIN,DOB,Address,City,State,Zip,Company,Shoe Size\n" +
        "Ana,de la Cruz,Ana@Example.COM,(406) 555-0144,900-12-3456,12-3456789,4/7/85,12  Main St,Helena,mt,59601,Cruz Tacos,7\n" +
        "Bo,,,,,,,,,,,,\n",
    );
    expect(summary).toMatchObject({
      rows: 2,
      loaded: 2,
      alreadyThere: 0,
      refused: 0,
      ignoredColumns: ["Shoe Size"],
    });
    const [ana, bo] = await users();
    expect(ana).toMatchObject({
      firstname: "Ana",
      lastname: "de la Cruz",
      email: "ana@example.com",
      phone: "4065550144",
      ssnLast4: "3456",
      dob: new Date("1985-04-07T00:00:00Z"),
      currentAddress: "12 Main St",
      state: "MT",
      zipcode: "59601",
      businessName: "Cruz Tacos",
      createdAt: NOW,
    });
    const place = { table: "users", column: "ssn_sealed", rowId: ana?.id ?? 0 };
    expect(test.vault.open(place, ana?.ssnSealed ?? new Uint8Array())).toBe("900123456");
    expect(ana?.ssnIndex).toEqual(test.vault.blindIndex("ssn", "900123456"));
    expect(bo).toMatchObject({
      firstname: "Bo",
      lastname: "",
      email: "",
      dob: null,
      ssnSealed: null,
      einIndex: null,
    });
  });

  it("stands in the audit with the ids of its users, one event a batch", async () => {
    const before = await audited();
    await importText("Business\nAcme\nBravo\n");
    expect(await audited()).toBe(before + 1);
    const event = await test.database.read.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    const ids = (await users()).map(({ id }) => id);
    expect(event.after).toEqual({ file: "customers.csv", source: "csv", users: ids });
    expect(event.actor).toBe("job:import");
    expect(await verifyAuditChain(test.database.read)).toEqual([]);
  });

  it("is nothing on a dry run, which tells the same numbers", async () => {
    const text = "Business,Email\nAcme,a@example.com\nAcme,a@example.com\nBravo,a@example.com\n=Evil,\n";
    const events = await audited();
    const trial = await importText(text, { dryRun: true });
    expect(trial).toMatchObject({ rows: 4, loaded: 1, alreadyThere: 1, refused: 2 });
    expect(await users()).toEqual([]);
    expect(await audited()).toBe(events);
    expect(await importText(text)).toMatchObject({ rows: 4, loaded: 1, alreadyThere: 1, refused: 2 });
  });
});

describe("a second run", () => {
  const text = "Company,City,SSN\nAcme,Helena,900123456\nBravo,Butte,\n";

  it("finds every row already there and changes nothing", async () => {
    await importText(text);
    const before = await users();
    const events = await audited();
    expect(await importText(text)).toMatchObject({ rows: 2, loaded: 0, alreadyThere: 2, refused: 0 });
    expect(await users()).toEqual(before);
    expect(await audited()).toBe(events);
  });

  it("knows a row again in other capitals, spacing and order of columns", async () => {
    await importText(text);
    const again = await importText("city,ssn,business name\nHELENA,900-12-3456,ACME\nbutte,,Bravo \n");
    expect(again).toMatchObject({ loaded: 0, alreadyThere: 2 });
  });

  it("goes by the other system's id where there is one, and only within that system", async () => {
    await importText("Customer ID,Company\n7,Acme\n");
    expect(await importText("Customer ID,Company\n7,Acme Renamed\n")).toMatchObject({
      loaded: 0,
      alreadyThere: 1,
    });
    expect(await importText("Customer ID,Company\n7,Acme\n", { source: "other" })).toMatchObject({
      loaded: 1,
    });
  });

  it("counts a row that stands twice in the file as already there", async () => {
    expect(await importText("Company\nAcme\nAcme\n")).toMatchObject({ loaded: 1, alreadyThere: 1 });
  });

  it("at the same time as the first loads each row once", async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `Business ${index}`);
    writeFileSync(file, `Company\n${rows.join("\n")}\n`);
    const [one, other] = await Promise.all([importFile(), importFile()]);
    expect(one.loaded + other.loaded).toBe(1200);
    expect(one.alreadyThere + other.alreadyThere).toBe(1200);
    expect(await test.database.read.user.count()).toBe(1200);
  });
});

describe("a refused row", () => {
  it("says its line and reason, keeps its cells, and the others are loaded", async () => {
    const summary = await importText(
      "Company,City,Zip\nAcme,Helena,59601\nBravo,Butte,5970\nCharlie,Havre,59501\n",
    );
    expect(summary).toMatchObject({ rows: 3, loaded: 2, refused: 1 });
    expect(readFileSync(path.join(folder, "customers.refused.csv"), "utf8")).toBe(
      "Line,Reason,Company,City,Zip\n3,zipcode: five or nine digits are needed.,Bravo,Butte,5970\n",
    );
  });

  it.each([
    ["a cell too few", "Company,City\nAcme\n", "the row has 1 cells where the header has 2"],
    ["a cell too many", "Company,City\nAcme,Helena,MT\n", "the row has 3 cells where the header has 2"],
    ["a formula", "Company\n=HYPERLINK(1)\n", /businessName: .*formula/],
    ["a NUL", "Company\nAc\0me\n", /businessName: .*control character/],
    ["neither business nor person", "Company,City\n,Helena\n", /neither a business name nor a person/],
    ["a quote left open", 'Company,City\n"Acme,Helena\n', /a quote is opened on this line and not closed/],
  ])("is one with %s", async (_what, text, reason) => {
    const summary = await importText(text);
    expect(summary).toMatchObject({ rows: 1, loaded: 0, refused: 1 });
    const [refusal] = refusals(summary);
    expect(refusal?.line).toBe(2);
    expect(refusal?.reason).toMatch(reason);
  });

  it("is one whose e-mail address another user has, and says which user", async () => {
    await importText("Company,Email\nAcme,owner@example.com\n");
    const [owner] = await users();
    const summary = await importText("Company,Email\nBravo,OWNER@example.com\nCharlie,\nDelta,\n");
    expect(summary).toMatchObject({ loaded: 2, refused: 1 });
    expect(refusals(summary)).toEqual([
      { line: 2, reason: `email: user ${owner?.id} already has this e-mail address.` },
    ]);
  });

  it("is one whose e-mail address an earlier row of the file has", async () => {
    const summary = await importText("Company,Email\nAcme,a@example.com\nBravo,a@example.com\n");
    expect(summary).toMatchObject({ loaded: 1, refused: 1 });
    expect(refusals(summary)[0]?.reason).toMatch("an earlier row of this file");
  });

  it("does not become a formula in the file it is reported in", async () => {
    const summary = await importText("Company,Phone\n=1+1,+1 406 555 0144\n");
    expect(readFileSync(summary.refusedFile ?? "", "utf8")).toContain("'=1+1,+1 406 555 0144");
  });

  it("leaves no report behind once the file is clean", async () => {
    await importText("Company\n=1\n");
    const summary = await importText("Company\nAcme\n");
    expect(summary.refusedFile).toBeNull();
    expect(existsSync(path.join(folder, "customers.refused.csv"))).toBe(false);
  });
});

describe("encoding", () => {
  it("rows that are not UTF-8 are refused one by one and counted", async () => {
    const summary = await importText(
      Buffer.from("Company,City\nCaf\xe9 Paris,Helena\nAcme,Butte\n", "latin1"),
    );
    expect(summary).toMatchObject({ loaded: 1, refused: 1, damagedText: 1 });
    expect(refusals(summary)[0]?.reason).toMatch("its encoding was not UTF-8");
  });

  it("UTF-8 is read with a byte order mark as without, whatever the script", async () => {
    await importText("\uFEFFCompany\nМосква 🦄 حلب\n");
    expect((await users()).map(({ businessName }) => businessName)).toEqual(["Москва 🦄 حلب"]);
  });

  it.each(["utf16le", "utf16be"])("%s is refused whole, with what to do", async (encoding) => {
    const content = Buffer.from("\uFEFFCompany\nAcme\n", "utf16le");
    if (encoding === "utf16be") content.swap16();
    await expect(importText(content)).rejects.toThrow(/is in UTF-16\. Save it as UTF-8/);
  });
});

describe("a file that can not be read", () => {
  it.each([
    ["is missing", path.join(folder, "absent.csv"), /absent\.csv can not be read: there is no such file\./],
    ["is a folder", folder, /can not be read: it is a folder\./],
  ])("says so when it %s", async (_what, missing, message) => {
    await expect(importFile({ file: missing })).rejects.toThrow(message);
  });

  it("says so when it is empty, or has only an unreadable header", async () => {
    await expect(importText("")).rejects.toThrow(/is empty\./);
    await expect(importText('"Company\nAcme\n')).rejects.toThrow(/The header of .* can not be read/);
  });
});

describe("real businesses", () => {
  const real = path.resolve(import.meta.dirname, "../../../../../../shared/data/ppp-montana-2020.csv");

  it.skipIf(!existsSync(real))("all 1,400 of Montana's public record are loaded, once", async () => {
    const copy = path.join(folder, "montana.csv");
    writeFileSync(copy, readFileSync(real));
    const first = await importFile({ file: copy });
    expect(refusals(first)).toEqual([]);
    expect(first).toMatchObject({ rows: 1400, loaded: 1400 });
    expect(first.ignoredColumns).toEqual([
      "LoanRange",
      "NonProfit",
      "JobsRetained",
      "DateApproved",
      "Lender",
    ]);
    expect(await importFile({ file: copy })).toMatchObject({ rows: 1400, loaded: 0, alreadyThere: 1400 });
    const grizzly = await test.database.read.user.findFirst({ where: { businessName: "GRIZZLY SUBS LLC" } });
    expect(grizzly).toMatchObject({
      currentAddress: "400 Flowerree St",
      city: "HELENA",
      state: "MT",
      zipcode: "59601",
      naicsCode: "722513",
      businessType: "Corporation",
      firstname: "",
      email: "",
      phone: "",
    });
  });
});
