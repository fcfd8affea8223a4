import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyAuditChain } from "../audit-chain.ts";
import type { TableSummary } from "./import-users.ts";
import { type ImportOptions, importFile as importWhole } from "./run-import.ts";

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

async function importFile(options: Partial<ImportOptions> = {}): Promise<TableSummary> {
  const { tables } = await importWhole({
    file,
    source: "csv",
    dryRun: false,
    db: test.database,
    vault: test.vault,
    now: () => NOW,
    ...options,
  });
  const [users] = tables;
  if (!users) throw new Error("No table was imported.");
  return users;
}

function importText(content: string | Buffer, options: Partial<ImportOptions> = {}): Promise<TableSummary> {
  writeFileSync(file, content);
  return importFile(options);
}

const users = () => test.database.read.user.findMany({ orderBy: { id: "asc" } });

const audited = () => test.database.read.auditEvent.count({ where: { action: "users.import" } });

const ignored = ({ layout }: TableSummary): string[] =>
  layout.headings.flatMap(({ header, field }) => (field === null ? header : []));

/** What was found in rows that were not refused. */
function findings(summary: TableSummary): string[] {
  if (!summary.findingsFile) return [];
  const rows = parse(readFileSync(summary.findingsFile, "utf8")) as string[][];
  return rows.slice(1).map((cells) => cells.join(" | "));
}

/** What the file of refused rows says: line and reason of each. */
function refusals(summary: TableSummary): { line: number; reason: string }[] {
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
    });
    expect(ignored(summary)).toEqual(["Shoe Size"]);
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
    expect(trial).toMatchObject({ rows: 4, loaded: 1, repeated: 1, refused: 2 });
    expect(await users()).toEqual([]);
    expect(await audited()).toBe(events);
    expect(await importText(text)).toMatchObject({ rows: 4, loaded: 1, repeated: 1, refused: 2 });
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
      conflicts: 1,
    });
    expect(await importText("Customer ID,Company\n7,Acme\n", { source: "other" })).toMatchObject({
      loaded: 1,
    });
  });

  it("tells a row that stands twice in the file as such, the first time and ever after", async () => {
    const first = await importText("Company\nAcme\nAcme\n");
    expect(first).toMatchObject({ loaded: 1, repeated: 1, alreadyThere: 0 });
    expect(findings(first)).toEqual([
      "3 | repeated | the row stands in the file before; it was passed over.",
    ]);
    expect(await importFile()).toMatchObject({ loaded: 0, repeated: 1, alreadyThere: 1 });
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

describe("a later file that says more", () => {
  const FIRST = "Mail,Telephone\nana@example.com,4065550144\nbo@example.com,\n";

  it("completes what was empty, of rows that came without an id too, and changes nothing else", async () => {
    await importText("Customer ID,Company,City\n7,Acme,Helena\n");
    const [before] = await users();
    const again = await importText("Customer ID,Company,City,Zip,SSN\n7,ACME,Butte,59701,123-45-6789\n");
    expect(again).toMatchObject({ loaded: 0, completed: 1, conflicts: 1 });
    expect(findings(again)).toEqual([
      `2 | conflict | user ${before?.id}, city: "Helena" here, "Butte" in the file.`,
    ]);
    const [after] = await users();
    expect(after).toMatchObject({
      businessName: "Acme",
      city: "Helena",
      zipcode: "59701",
      ssnLast4: "6789",
      version: 2,
    });
    const place = { table: "users", column: "ssn_sealed", rowId: after?.id ?? 0 };
    expect(test.vault.open(place, after?.ssnSealed ?? new Uint8Array())).toBe("123456789");
    expect(await importFile()).toMatchObject({ completed: 0, alreadyThere: 1 });
  });

  it("finds customers again whose names it brings only now, by e-mail address or telephone number", async () => {
    await importText("Company,Mail,Telephone\nAcme,,4065550144\nBravo,bo@example.com,\n");
    const again = await importText(
      "Company,First Name,Mail,Telephone\nAcme,Ana,ana@example.com,406-555-0144\nBravo,Bo,bo@example.com,\n",
    );
    expect(again).toMatchObject({ loaded: 0, completed: 2, refused: 0 });
    expect((await users()).map(({ firstname, email }) => [firstname, email])).toEqual([
      ["Ana", "ana@example.com"],
      ["Bo", "bo@example.com"],
    ]);
  });

  it("of somebody with another name is somebody else", async () => {
    await importText("Company,Telephone\nAcme,4065550144\n");
    expect(await importText("Company,Telephone\nBravo,4065550144\n")).toMatchObject({
      loaded: 1,
      completed: 0,
    });
  });

  it("changes what is otherwise here with --update, and a trial says so first", async () => {
    await importText("Customer ID,Company,City\n7,Acme,Helena\n");
    const text = "Customer ID,Company,City\n7,Acme,Butte\n";
    const trial = await importText(text, { dryRun: true, update: true });
    expect(trial).toMatchObject({ updated: 1, conflicts: 0 });
    expect(findings(trial)[0]).toMatch(/changed .* city: "Helena" here, "Butte" in the file/);
    expect((await users())[0]?.city).toBe("Helena");
    expect(await importText(text, { update: true })).toMatchObject({ updated: 1, loaded: 0 });
    expect((await users())[0]?.city).toBe("Butte");
    const event = await test.database.read.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(event.after).toMatchObject({ users: [], completed: [{ fields: ["city"] }] });
  });

  it("never gives one the e-mail address of another", async () => {
    await importText("Customer ID,Company,Email\n7,Acme,a@example.com\n8,Bravo,\n");
    const again = await importText("Customer ID,Company,Email\n8,Bravo,a@example.com\n", { update: true });
    expect(again).toMatchObject({ updated: 0, completed: 0, alreadyThere: 1, conflicts: 1 });
    expect((await users()).map(({ email }) => email).sort()).toEqual(["", "a@example.com"]);
  });

  it("never takes Do Not Fund away or sets it, which has a door of its own", async () => {
    await importText("Customer ID,Company,DNF\n7,Acme,yes\n8,Bravo,no\n");
    const again = await importText("Customer ID,Company,DNF\n7,Acme,no\n8,Bravo,yes\n", { update: true });
    expect(again).toMatchObject({ updated: 0, conflicts: 2 });
    const flags = (await users()).map(({ importKey, doNotFund, doNotFundReason }) => [
      importKey,
      doNotFund,
      doNotFundReason,
    ]);
    expect(flags).toEqual([
      ["csv:7", true, "Imported"],
      ["csv:8", false, ""],
    ]);
  });

  it("is refused where it names nobody", async () => {
    expect(await importText(FIRST)).toMatchObject({ rows: 2, refused: 2 });
  });
});

describe("a cell that can not be read", () => {
  const TEXT = "Company,City,Zip\nBravo,Butte,5970\n";

  it("is left empty and said, and the row is loaded", async () => {
    const summary = await importText(TEXT);
    expect(summary).toMatchObject({ loaded: 1, refused: 0, leftEmpty: 1 });
    expect(findings(summary)).toEqual(["2 | left empty | zipcode: five or nine digits are needed."]);
    expect((await users())[0]).toMatchObject({ city: "Butte", zipcode: "" });
  });

  it("refuses the row where everything is wanted", async () => {
    const summary = await importText(TEXT, { strict: true });
    expect(summary).toMatchObject({ loaded: 0, refused: 1 });
    expect(refusals(summary)).toEqual([{ line: 2, reason: "zipcode: five or nine digits are needed." }]);
  });
});

describe("what is said of a file's columns", () => {
  it("counts for that file and for the next of its source", async () => {
    const text = "Ref,Firm,Region\n7,Acme,Helena\n";
    const mapping = { Ref: "externalId", Firm: "businessName", Region: "city" };
    expect(await importText(text, { source: "old", reading: { mapping } })).toMatchObject({ loaded: 1 });
    expect((await users())[0]).toMatchObject({ importKey: "old:7", businessName: "Acme", city: "Helena" });
    expect(await importText(text, { source: "old" })).toMatchObject({ loaded: 0, alreadyThere: 1 });
    await expect(importText(text, { source: "other" })).rejects.toThrow(
      /No column of this file is understood/,
    );
  });
});

describe("a refused row", () => {
  it("says its line and reason, keeps its cells, and the others are loaded", async () => {
    const summary = await importText(
      "Id,Company,City\n1,Acme,Helena\n1.2E+11,Bravo,Butte\n3,Charlie,Havre\n",
    );
    expect(summary).toMatchObject({ rows: 3, loaded: 2, refused: 1 });
    expect(readFileSync(path.join(folder, "customers.refused.csv"), "utf8")).toBe(
      "Line,Reason,Id,Company,City\n3,externalId: an id is needed; a number like 1.2E+11 has lost its last digits.,1.2E+11,Bravo,Butte\n",
    );
    expect(summary.reasons).toEqual([
      { reason: expect.stringMatching(/^externalId: an id is needed/), rows: 1 },
    ]);
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
  it("of Excel on a PC is found, and its letters are read", async () => {
    const summary = await importText(
      Buffer.from("Company,City\nCaf\xe9 Ol\xe9,Helena\nAcme,Butte\n", "latin1"),
    );
    expect(summary).toMatchObject({ loaded: 2, refused: 0, layout: { encoding: "windows-1252" } });
    expect((await users()).map(({ businessName }) => businessName)).toEqual(["Café Olé", "Acme"]);
  });

  it("that is broken in one place costs that row only", async () => {
    const broken = Buffer.concat([
      Buffer.from("Company,City\nCafé Olé,Helena\nBr"),
      Buffer.from([0xff]),
      Buffer.from("vo,Butte\n"),
    ]);
    const summary = await importText(broken);
    expect(summary).toMatchObject({ loaded: 1, refused: 1 });
    expect(refusals(summary)[0]?.reason).toMatch("its encoding was not the file's");
  });

  it("UTF-8 is read with a byte order mark as without, whatever the script", async () => {
    await importText("\uFEFFCompany\nМосква 🦄 حلب\n");
    expect((await users()).map(({ businessName }) => businessName)).toEqual(["Москва 🦄 حلب"]);
  });

  it.each(["utf-16le", "utf-16be"])("%s is read", async (encoding) => {
    const content = Buffer.from("\uFEFFCompany\nCafé Ägäis\n", "utf16le");
    if (encoding === "utf-16be") content.swap16();
    expect(await importText(content)).toMatchObject({ loaded: 1, layout: { encoding } });
    expect((await users()).map(({ businessName }) => businessName)).toEqual(["Café Ägäis"]);
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
    expect(ignored(first)).toEqual(["LoanRange", "NonProfit", "JobsRetained", "DateApproved", "Lender"]);
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
