import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ImportDesk, openImportDesk, readFindings, readRefusals } from "../testing/import-desk.ts";
import { waitingForLocks } from "../testing/waiting.ts";

let desk: ImportDesk;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
afterEach(() => desk.test.database.pool.query("DELETE FROM users"));

describe("a later file that says more", () => {
  const FIRST = "Mail,Telephone\nana@example.com,4065550144\nbo@example.com,\n";

  it("completes what was empty, of rows that came without an id too, and changes nothing else", async () => {
    await desk.importText("Customer ID,Company,City\n7,Acme,Helena\n");
    const [before] = await desk.users();
    const again = await desk.importText("Customer ID,Company,City,Zip,SSN\n7,ACME,Butte,59701,123-45-6789\n");
    expect(again).toMatchObject({ loaded: 0, completed: 1, conflicts: 1 });
    expect(readFindings(again)).toEqual([
      `2 | conflict | user ${before?.id}, city: "Helena" here, "Butte" in the file.`,
    ]);
    const [after] = await desk.users();
    expect(after).toMatchObject({
      businessName: "Acme",
      city: "Helena",
      zipcode: "59701",
      ssnLast4: "6789",
      version: 2,
    });
    const place = { table: "users", column: "ssn_sealed", rowId: after?.id ?? 0 };
    expect(desk.test.vault.open(place, after?.ssnSealed ?? new Uint8Array())).toBe("123456789");
    expect(await desk.importFile()).toMatchObject({ completed: 0, alreadyThere: 1 });
  });

  it("finds customers again whose names it brings only now, by e-mail address or telephone number", async () => {
    await desk.importText("Company,Mail,Telephone\nAcme,,4065550144\nBravo,bo@example.com,\n");
    const again = await desk.importText(
      "Company,First Name,Mail,Telephone\nAcme,Ana,ana@example.com,406-555-0144\nBravo,Bo,bo@example.com,\n",
    );
    expect(again).toMatchObject({ loaded: 0, completed: 2, refused: 0 });
    expect((await desk.users()).map(({ firstname, email }) => [firstname, email])).toEqual([
      ["Ana", "ana@example.com"],
      ["Bo", "bo@example.com"],
    ]);
  });

  it("of somebody with another name is somebody else", async () => {
    await desk.importText("Company,Telephone\nAcme,4065550144\n");
    expect(await desk.importText("Company,Telephone\nBravo,4065550144\n")).toMatchObject({
      loaded: 1,
      completed: 0,
    });
  });

  it("changes what is otherwise here with --update, and a trial says so first", async () => {
    await desk.importText("Customer ID,Company,City\n7,Acme,Helena\n");
    const text = "Customer ID,Company,City\n7,Acme,Butte\n";
    const trial = await desk.importText(text, { dryRun: true, update: true });
    expect(trial).toMatchObject({ updated: 1, conflicts: 0 });
    expect(readFindings(trial)[0]).toMatch(/changed .* city: "Helena" here, "Butte" in the file/);
    expect((await desk.users())[0]?.city).toBe("Helena");
    expect(await desk.importText(text, { update: true })).toMatchObject({ updated: 1, loaded: 0 });
    expect((await desk.users())[0]?.city).toBe("Butte");
    const event = await desk.test.database.read.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(event.after).toMatchObject({ users: [], completed: [{ fields: ["city"] }] });
  });

  it("locks the customers that it completes in the order of their ids, so that two imports do not block each other", async () => {
    await desk.importText("Customer ID,Company,City,SSN\n7,Acme,,\n8,Bravo,,\n");
    const [first, second] = await desk.users();
    const holder = await desk.test.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [first?.id]);
      const again = desk.importText("Customer ID,Company,City,SSN\n7,Acme,Helena,\n8,Bravo,,123-45-6789\n");
      await waitingForLocks(desk.test, 1);
      const lock = "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED";
      expect((await desk.test.database.pool.query(lock, [second?.id])).rowCount).toBe(1);
      await holder.query("COMMIT");
      expect(await again).toMatchObject({ completed: 2 });
    } finally {
      holder.release();
    }
  });

  it("never gives one the e-mail address of another", async () => {
    await desk.importText("Customer ID,Company,Email\n7,Acme,a@example.com\n8,Bravo,\n");
    const again = await desk.importText("Customer ID,Company,Email\n8,Bravo,a@example.com\n", {
      update: true,
    });
    expect(again).toMatchObject({ updated: 0, completed: 0, alreadyThere: 1, conflicts: 1 });
    expect((await desk.users()).map(({ email }) => email).sort()).toEqual(["", "a@example.com"]);
  });

  it("never takes Do Not Fund away or sets it, which has a door of its own", async () => {
    await desk.importText("Customer ID,Company,DNF\n7,Acme,yes\n8,Bravo,no\n");
    const again = await desk.importText("Customer ID,Company,DNF\n7,Acme,no\n8,Bravo,yes\n", {
      update: true,
    });
    expect(again).toMatchObject({ updated: 0, conflicts: 2 });
    const flags = (await desk.users()).map(({ importKey, doNotFund, doNotFundReason }) => [
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
    expect(await desk.importText(FIRST)).toMatchObject({ rows: 2, refused: 2 });
  });
});

describe("a cell that can not be read", () => {
  const TEXT = "Company,City,Zip\nBravo,Butte,5970\n";

  it("is left empty and said, and the row is loaded", async () => {
    const summary = await desk.importText(TEXT);
    expect(summary).toMatchObject({ loaded: 1, refused: 0, leftEmpty: 1 });
    expect(readFindings(summary)).toEqual(["2 | left empty | zipcode: five or nine digits are needed."]);
    expect((await desk.users())[0]).toMatchObject({ city: "Butte", zipcode: "" });
  });

  it("refuses the row where everything is wanted", async () => {
    const summary = await desk.importText(TEXT, { strict: true });
    expect(summary).toMatchObject({ loaded: 0, refused: 1 });
    expect(readRefusals(summary)).toEqual([{ line: 2, reason: "zipcode: five or nine digits are needed." }]);
  });
});

describe("what is said of a file's columns", () => {
  it("counts for that file and for the next of its source", async () => {
    const text = "Ref,Firm,Region\n7,Acme,Helena\n";
    const mapping = Object.entries({ Ref: "externalId", Firm: "businessName", Region: "city" });
    expect(await desk.importText(text, { source: "old", reading: { mapping } })).toMatchObject({ loaded: 1 });
    expect((await desk.users())[0]).toMatchObject({
      importKey: "old:7",
      businessName: "Acme",
      city: "Helena",
    });
    expect(await desk.importText(text, { source: "old" })).toMatchObject({ loaded: 0, alreadyThere: 1 });
    await expect(desk.importText(text, { source: "other" })).rejects.toThrow(
      /No column of this file is understood/,
    );
  });
});
