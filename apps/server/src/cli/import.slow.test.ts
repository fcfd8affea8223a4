import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./import.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const folder = mkdtempSync(path.join(os.tmpdir(), "import-cli-"));

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
  writeFileSync(path.join(folder, "customers.csv"), "Company,Lender\nAcme,First\n=Evil,Second\n");
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

/** Runs the command like npm does, from the folder of the user. */
function run(words: string[], settings: Record<string, string> = {}) {
  return runHere(command, words, {
    DATABASE_URL: test.url,
    SEALING_KEYS: `test:${KEY}`,
    INDEX_KEY: KEY,
    AUDIT_KEYS: `test:${KEY}`,
    INIT_CWD: folder,
    ...settings,
  });
}

it("imports a file with refused rows, and reports the ignored columns and the file of refused rows", async () => {
  const { code, stdout } = await run(["customers.csv"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("2 rows read, 1 loaded, 0 already there, 1 refused");
  expect(stdout).toMatch("Columns ignored: Lender");
  expect(stdout).toMatch(/Peak memory: [\d,]+ MB/);
  expect(stdout).toMatch(path.join(folder, "customers.refused.csv"));
});

it("uses the given columns and separator", async () => {
  writeFileSync(path.join(folder, "said.csv"), "Ref;Firm\n9;Delta\n");
  const words = ["said.csv", "--source=said", "--map", "Ref=externalId", "--map", "Firm=businessName"];
  const { code, stdout } = await run([...words, "--separator=semicolon"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("1 rows read, 1 loaded");
  expect(stdout).toMatch("said.csv is read as users: utf-8, separator semicolon, dates month first");
  expect(await test.database.read.user.count({ where: { importKey: "said:9" } })).toBe(1);
});

it("reports how each file was read, and asks for the kind of an unclear one", async () => {
  writeFileSync(path.join(folder, "one.csv"), "Customer ID,Name,Ref\nS1,Ana Diaz,7\n");
  writeFileSync(path.join(folder, "two.csv"), "Customer ID,Name,Phone,Ref\nS2,Bo Lee,4065550190,8\n");
  writeFileSync(path.join(folder, "list.csv"), "Loan ID,Payment Date,Amount\n");
  const files = ["one.csv", "two.csv", "list.csv"];
  const words = [...files, "--dry-run", "--source=each"];
  const unclear = await run(words);
  expect(unclear).toMatchObject({ code: 1 });
  expect(unclear.stderr).toMatch(
    /^list\.csv: It may be Payments or Instalments\. Choose the kind with --sheet "list\.csv=payments", or leave the table out with --sheet "list\.csv="\./,
  );
  const { code, stdout } = await run([...words, "--sheet", "list.csv=", "--map", "two.csv#4=occupation"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    "one.csv is read as users: utf-8, separator comma, dates month first, amounts like 1,234.50\n",
  );
  expect(stdout).toMatch("Columns read: Customer ID is externalId, Name is fullName\nColumns ignored: Ref\n");
  expect(stdout).toMatch("Phone is phone, Ref is occupation\n");
  expect(stdout).toMatch("\ntwo.csv:\n1 rows read, 1 loaded");
});

it.each([
  ["that no file has", "Rev=externalId", /^No table has a column Rev\.\n$/],
  [
    "with a field of another kind of table",
    "Name=paymentId",
    /^Name: one\.csv is read as Customers, which have no field paymentId\./,
  ],
])("refuses a column %s", async (_what, map, message) => {
  writeFileSync(path.join(folder, "one.csv"), "Customer ID,Name,Ref\nS1,Ana Diaz,7\n");
  const { code, stderr } = await run(["one.csv", "--dry-run", "--map", map]);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

it("uses and reports the given line of column names", async () => {
  // The first line has more known names than the line of the column names.
  writeFileSync(path.join(folder, "titled.csv"), "Name,Email,Phone\n\nCust Ref,Firm\n9,Delta\n");
  const words = [
    "titled.csv",
    "--source=titled",
    "--map",
    "Firm=businessName",
    "--map",
    "Cust Ref=externalId",
  ];
  const { code, stdout } = await run([...words, "--header-line=3"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("1 rows read, 1 loaded");
  expect(stdout).toMatch("1 title lines, column names in line 3,");
  expect(await test.database.read.user.count({ where: { importKey: "titled:9" } })).toBe(1);
});

it("loads a file without column names only with the option for it, and then its first row as well", async () => {
  writeFileSync(
    path.join(folder, "bare.csv"),
    "9,Delta,City,nine@example.com\n10,Echo,Rome,ten@example.com\n",
  );
  const words = [
    "bare.csv",
    "--source=bare",
    "--map",
    "bare.csv#1=externalId",
    "--map",
    "bare.csv#2=businessName",
  ];
  const unclear = await run(words);
  expect(unclear).toMatchObject({ code: 1 });
  expect(unclear.stderr).toContain("Line 1 looks like data, and no line before it names the columns.");
  const { code, stdout } = await run([...words, "--header-line", "bare.csv=0"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("2 rows read, 2 loaded");
  expect(stdout).toMatch("no line of column names");
  expect(await test.database.read.user.count({ where: { importKey: "bare:9" } })).toBe(1);
});

it("reports a dry run, which changes no user", async () => {
  const before = await test.database.read.user.count();
  const { code, stdout } = await run(["customers.csv", "--dry-run", "--source=elsewhere"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("This was a dry run. No data was changed.");
  expect(await test.database.read.user.count()).toBe(before);
});

it("undoes an import by its id in the name of a SUPERADMIN, and lists the customers who stay in a file", async () => {
  await test.database.unsafeTransaction((tx) =>
    tx.admin.create({
      data: { email: "sofia@example.com", fullName: "Sofia", role: "SUPERADMIN", passwordHash: "" },
    }),
  );
  writeFileSync(path.join(folder, "back.csv"), "Customer ID,Name\n1,Ana Diaz\n2,Ben Hu\n");
  const { stderr } = await run(["back.csv", "--source=back"]);
  const [, id = ""] = /--undo=([\da-f-]{36})/.exec(stderr) ?? [];
  const undo = (...words: string[]) => run([`--undo=${id}`, ...words]);
  expect((await undo()).stderr).toMatch(/^Name the SUPERADMIN who undoes the import: --email=ADDRESS/);
  const trial = await undo("--email=sofia@example.com", "--dry-run");
  expect(trial.stdout).toBe("An undo would have this effect. back.csv: 2 customers are deleted.\n");
  await test.database.unsafeTransaction((tx) =>
    tx.user.updateMany({ where: { importKey: "back:1" }, data: { city: "Butte", version: 2 } }),
  );
  const { code, stdout } = await undo("--email=sofia@example.com");
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^The import was undone\. back\.csv: 1 customer is deleted\.\n1 customer stays\. The reasons are in .*\.not-undone\.csv\n$/,
  );
  const kept = readFileSync(path.join(folder, `${id}.not-undone.csv`), "utf8");
  expect(kept).toMatch(/^User ID,Known as,Reason\n\d+,back:1,changed since\n$/);
  const left = await test.database.read.user.findMany({ where: { importKey: { startsWith: "back:" } } });
  expect(left.map(({ importKey }) => importKey)).toEqual(["back:1"]);
});

it("--update changes stored values that differ from the file, and a dry run only counts them", async () => {
  const bring = (city: string, ...words: string[]) => {
    writeFileSync(path.join(folder, "moved.csv"), `Customer ID,Name,City\n1,Ana Diaz,${city}\n`);
    return run(["moved.csv", "--source=moved", ...words]);
  };
  const readCity = async () =>
    (await test.database.read.user.findUniqueOrThrow({ where: { importKey: "moved:1" } })).city;
  await bring("Helena");
  expect((await bring("Butte")).stdout).toContain("Cells that differ from the console and change nothing: 1");
  expect((await bring("Butte", "--update", "--dry-run")).stdout).toContain("1 changed");
  expect(await readCity()).toBe("Helena");
  expect((await bring("Butte", "--update")).code).toBe(0);
  expect(await readCity()).toBe("Butte");
});

it.each([
  ["a file that is not there", ["absent.csv"], /absent\.csv can not be read: there is no such file\.\n$/],
  [
    "a header line of which nothing is understood",
    ["customers.csv", "--header-line=3"],
    /^No column of line 3 is understood, read with the separator comma\. It has: =Evil, Second\./,
  ],
])("ends with 1 and one clear line for %s", async (_what, words, message) => {
  const { code, stderr } = await run(words);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
