import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isMissing, SHARED } from "../../../../apps/sandbox/src/testing/needs.ts";
import { verifyChains } from "../chain/chains.ts";
import {
  IMPORTED_AT,
  type ImportDesk,
  openImportDesk,
  readFindings,
  readRefusals,
} from "../testing/import-desk.ts";
import type { TableSummary } from "./import-users.ts";

let desk: ImportDesk;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
afterEach(() => desk.test.database.pool.query("DELETE FROM users"));

const audited = () => desk.test.database.read.auditEvent.count({ where: { action: "users.import" } });

const ignored = ({ layout }: TableSummary): string[] =>
  layout.headings.flatMap(({ header, field }) => (field === null ? header : []));

describe("what is loaded", () => {
  it("is kept as it is known, what is missing stays empty, and secrets are sealed to the row", async () => {
    const summary = await desk.importText(
      "First Name,Last Name,E-mail,Phone,SSN,EIN,DOB,Address,City,State,Zip,Company,Shoe Size\n" +
        "Ana,de la Cruz,Ana@Example.COM,(406) 555-0144,800-12-3456,12-3456789,4/7/85,12  Main St,Helena,mt,59601,Cruz Tacos,7\n" +
        "Bo,,,,,,,,,,,,\n",
    );
    expect(summary).toMatchObject({
      rows: 2,
      loaded: 2,
      alreadyThere: 0,
      refused: 0,
    });
    expect(ignored(summary)).toEqual(["Shoe Size"]);
    const [ana, bo] = await desk.users();
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
      createdAt: IMPORTED_AT,
    });
    const place = { table: "users", column: "ssn_sealed", rowId: ana?.id ?? 0 };
    expect(desk.test.vault.open(place, ana?.ssnSealed ?? new Uint8Array())).toBe("800123456");
    expect(ana?.ssnIndex).toEqual(desk.test.vault.blindIndex("ssn", "800123456"));
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
    await desk.importText("Business\nAcme\nBravo\n");
    expect(await audited()).toBe(before + 1);
    const event = await desk.test.database.read.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    const ids = (await desk.users()).map(({ id }) => id);
    expect(event.after).toEqual({ file: "customers.csv", source: "csv", users: ids });
    expect(event.actor).toBe("job:import");
    expect(await verifyChains(desk.test.database.read, desk.test.vault)).toEqual([]);
  });

  it("is nothing on a dry run, which tells the same numbers", async () => {
    const text = "Business,Email\nAcme,a@example.com\nAcme,a@example.com\nBravo,a@example.com\n=Evil,\n";
    const events = await audited();
    const trial = await desk.importText(text, { dryRun: true });
    expect(trial).toMatchObject({ rows: 4, loaded: 1, repeated: 1, refused: 2 });
    expect(await desk.users()).toEqual([]);
    expect(await audited()).toBe(events);
    expect(await desk.importText(text)).toMatchObject({ rows: 4, loaded: 1, repeated: 1, refused: 2 });
  });
});

describe("a second run", () => {
  const text = "Company,City,SSN\nAcme,Helena,800123456\nBravo,Butte,\n";

  it("finds every row already there and changes nothing", async () => {
    await desk.importText(text);
    const before = await desk.users();
    const events = await audited();
    expect(await desk.importText(text)).toMatchObject({ rows: 2, loaded: 0, alreadyThere: 2, refused: 0 });
    expect(await desk.users()).toEqual(before);
    expect(await audited()).toBe(events);
  });

  it("knows a row again in other capitals, spacing and order of columns", async () => {
    await desk.importText(text);
    const again = await desk.importText("city,ssn,business name\nHELENA,800-12-3456,ACME\nbutte,,Bravo \n");
    expect(again).toMatchObject({ loaded: 0, alreadyThere: 2 });
  });

  it("goes by the other system's id where there is one, and only within that system", async () => {
    await desk.importText("Customer ID,Company\n7,Acme\n");
    expect(await desk.importText("Customer ID,Company\n7,Acme Renamed\n")).toMatchObject({
      loaded: 0,
      alreadyThere: 1,
      conflicts: 1,
    });
    expect(await desk.importText("Customer ID,Company\n7,Acme\n", { source: "other" })).toMatchObject({
      loaded: 1,
    });
  });

  it("tells a row that stands twice in the file as such, the first time and ever after", async () => {
    const first = await desk.importText("Company\nAcme\nAcme\n");
    expect(first).toMatchObject({ loaded: 1, repeated: 1, alreadyThere: 0 });
    expect(readFindings(first)).toEqual([
      "3 | repeated | the row stands in the file before; it was passed over.",
    ]);
    expect(await desk.importFile()).toMatchObject({ loaded: 0, repeated: 1, alreadyThere: 1 });
  });

  it("refuses a row whose id another one of the file has, and names that: it may be somebody else", async () => {
    const shared =
      "Customer ID,Name,Phone\n17,Ana Diaz,4065550144\n17,Bo Lee,4065550145\n17,ana diaz,(406) 555-0144\n";
    for (const dryRun of [true, false]) {
      const summary = await desk.importText(shared, { dryRun });
      expect(summary).toMatchObject({ loaded: 1, repeated: 1, refused: 1 });
      expect(readRefusals(summary)).toEqual([
        {
          line: 3,
          reason:
            "line 2 is of the same customer and says something else. Bring one of them, or give the other an id of its own.",
        },
      ]);
    }
  });

  it("says of each line below the rows that it was left out", async () => {
    const summary = await desk.importText("Company,Zip\nTotal Hair,59601\nAcme,59601\nTotal: 2,\n");
    expect(summary).toMatchObject({ loaded: 2, footers: 1 });
    expect(readFindings(summary)).toEqual([
      "4 | left out | the line was taken for a total, a page number, the header once more or the like.",
    ]);
  });

  it("at the same time as the first loads each row once", async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `Business ${index}`);
    writeFileSync(desk.file, `Company\n${rows.join("\n")}\n`);
    const [one, other] = await Promise.all([desk.importFile(), desk.importFile()]);
    expect(one.loaded + other.loaded).toBe(1200);
    expect(one.alreadyThere + other.alreadyThere).toBe(1200);
    expect(await desk.test.database.read.user.count()).toBe(1200);
  });
});

describe("a refused row", () => {
  it("says its line and reason, keeps its cells, and the others are loaded", async () => {
    const summary = await desk.importText(
      "Id,Company,City\n1,Acme,Helena\n1.2E+11,Bravo,Butte\n3,Charlie,Havre\n",
    );
    expect(summary).toMatchObject({ rows: 3, loaded: 2, refused: 1 });
    expect(readFileSync(path.join(desk.folder, "customers.refused.csv"), "utf8")).toBe(
      "\uFEFFLine,Reason,Id,Company,City\n3,externalId: an id is needed; a number like 1.2E+11 has lost its last digits.,1.2E+11,Bravo,Butte\n",
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
    const summary = await desk.importText(text);
    expect(summary).toMatchObject({ rows: 1, loaded: 0, refused: 1 });
    const [refusal] = readRefusals(summary);
    expect(refusal?.line).toBe(2);
    expect(refusal?.reason).toMatch(reason);
  });

  it("is one whose e-mail address another user has, and says which user", async () => {
    await desk.importText("Company,Email\nAcme,owner@example.com\n");
    const [owner] = await desk.users();
    const summary = await desk.importText("Company,Email\nBravo,OWNER@example.com\nCharlie,\nDelta,\n");
    expect(summary).toMatchObject({ loaded: 2, refused: 1 });
    expect(readRefusals(summary)).toEqual([
      { line: 2, reason: `email: user ${owner?.id} already has this e-mail address.` },
    ]);
  });

  it("is one whose e-mail address an earlier row of the file has", async () => {
    const summary = await desk.importText("Company,Email\nAcme,a@example.com\nBravo,a@example.com\n");
    expect(summary).toMatchObject({ loaded: 1, refused: 1 });
    expect(readRefusals(summary)[0]?.reason).toMatch("an earlier row of this file");
  });

  it("does not become a formula in the file it is reported in", async () => {
    const summary = await desk.importText("Company,Phone\n=1+1,+1 406 555 0144\n");
    expect(readFileSync(summary.refusedFile ?? "", "utf8")).toContain("'=1+1,+1 406 555 0144");
  });

  it("leaves no report behind once the file is clean", async () => {
    await desk.importText("Company\n=1\n");
    const summary = await desk.importText("Company\nAcme\n");
    expect(summary.refusedFile).toBeNull();
    expect(existsSync(path.join(desk.folder, "customers.refused.csv"))).toBe(false);
  });
});

describe("encoding", () => {
  it("of Excel on a PC is found, and its letters are read", async () => {
    const summary = await desk.importText(
      Buffer.from("Company,City\nCaf\xe9 Ol\xe9,Helena\nAcme,Butte\n", "latin1"),
    );
    expect(summary).toMatchObject({ loaded: 2, refused: 0, layout: { encoding: "windows-1252" } });
    expect((await desk.users()).map(({ businessName }) => businessName)).toEqual(["Café Olé", "Acme"]);
  });

  it("that is broken in one place costs that row only", async () => {
    const broken = Buffer.concat([
      Buffer.from("Company,City\nCafé Olé,Helena\nBr"),
      Buffer.from([0xff]),
      Buffer.from("vo,Butte\n"),
    ]);
    const summary = await desk.importText(broken);
    expect(summary).toMatchObject({ loaded: 1, refused: 1 });
    expect(readRefusals(summary)[0]?.reason).toMatch("its encoding was not the file's");
  });

  it("UTF-8 is read with a byte order mark as without, whatever the script", async () => {
    await desk.importText("\uFEFFCompany\nМосква 🦄 حلب\n");
    expect((await desk.users()).map(({ businessName }) => businessName)).toEqual(["Москва 🦄 حلب"]);
  });

  it.each(["utf-16le", "utf-16be"])("%s is read", async (encoding) => {
    const content = Buffer.from("\uFEFFCompany\nCafé Ägäis\n", "utf16le");
    if (encoding === "utf-16be") content.swap16();
    expect(await desk.importText(content)).toMatchObject({ loaded: 1, layout: { encoding } });
    expect((await desk.users()).map(({ businessName }) => businessName)).toEqual(["Café Ägäis"]);
  });
});

describe("a file that can not be read", () => {
  it.each([
    ["is missing", "absent.csv", /absent\.csv can not be read: there is no such file\./],
    ["is a folder", ".", /can not be read: it is a folder\./],
  ])("says so when it %s", async (_what, name, message) => {
    await expect(desk.importFile({ files: [path.join(desk.folder, name)] })).rejects.toThrow(message);
  });

  it("says so when it is empty, or has only an unreadable header", async () => {
    await expect(desk.importText("")).rejects.toThrow(/is empty\./);
    await expect(desk.importText('"Company\nAcme\n')).rejects.toThrow(/The header of .* can not be read/);
  });
});

describe("real businesses", () => {
  const real = path.join(SHARED, "data/ppp-montana-2020.csv");

  it.skipIf(isMissing("shared"))("all 1,400 of Montana's public record are loaded, once", async () => {
    const copy = path.join(desk.folder, "montana.csv");
    writeFileSync(copy, readFileSync(real));
    const first = await desk.importFile({ files: [copy] });
    expect(readRefusals(first)).toEqual([]);
    expect(first).toMatchObject({ rows: 1400, loaded: 1400 });
    expect(ignored(first)).toEqual(["LoanRange", "NonProfit", "JobsRetained", "DateApproved", "Lender"]);
    expect(await desk.importFile({ files: [copy] })).toMatchObject({
      rows: 1400,
      loaded: 0,
      alreadyThere: 1400,
    });
    const grizzly = await desk.test.database.read.user.findFirst({
      where: { businessName: "GRIZZLY SUBS LLC" },
    });
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
