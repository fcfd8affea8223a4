import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { runHere } from "../../testing/run-program.ts";
import { command } from "../import.ts";
import { readImportOptions } from "./import-options.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "import-options-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command like npm does, from the folder of the user, without a database. */
const run = (words: string[]) => runHere(command, words, { INIT_CWD: folder });

it("--help prints the usage text with every field", async () => {
  const { code, stdout, stderr } = await run(["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch("--dry-run");
  expect(stdout).toMatch(/Fields: fullName, addressLine2, cityStateZip, .*billTo5, externalId, firstname/);
});

it("writes a template for each sheet, and prints the columns of docs/import.md", async () => {
  expect(await run(["--templates=templates"])).toEqual({ code: 0, stdout: "", stderr: "" });
  const sheets = readdirSync(path.join(folder, "templates")).sort();
  expect(sheets).toContain("payments.csv");
  const header = readFileSync(path.join(folder, "templates", "users.csv"), "utf8");
  expect(header).toMatch(/^\uFEFFCustomer ID,First Name,/);
  const { stdout } = await run(["--columns"]);
  expect(stdout.match(/^### \w+$/gm)).toHaveLength(sheets.length);
});

it("reads choices for all tables, and choices for one table, of its line of column names and of Debit and Credit", () => {
  const both = [
    "--header-line",
    "bank.csv=0",
    "--header-line=2",
    "--paid-in",
    "bank.csv=credit",
    "--paid-in=debit",
  ];
  expect(readImportOptions(["folder/bank.csv", "cards.csv", ...both, "--numbers=eu"])).toMatchObject({
    reading: {
      dates: null,
      numbers: "eu",
      headerLine: 2,
      paidIn: "debit",
      tables: [{ place: "bank.csv", columns: [], headerLine: 0, paidIn: "credit" }],
    },
  });
});

it.each([
  [2, "an id of an import that is none", ["--undo=7"], /^--undo takes the id that an import prints/],
  [2, "no file at all", [], /^Name a file: npm run import -- FILE/],
  [2, "an option that there is not", ["customers.csv", "--fast"], /^Unknown option '--fast'.* See --help/],
  [
    2,
    "a separator that there is not",
    ["customers.csv", "--separator=x"],
    /^--separator takes one of comma, semicolon, tab, pipe\.\n$/,
  ],
  [
    2,
    "a header line that is none",
    ["customers.csv", "--header-line=201"],
    /^--header-line takes a line from 1 to 200, or 0 if no line names the columns\.\n$/,
  ],
  [
    2,
    "a header line of none of the files",
    ["customers.csv", "--header-line", "other.csv=0"],
    /^--header-line: there is no file for other\.csv\./,
  ],
  [
    2,
    "a kind that there is not",
    ["customers.csv", "--sheet", "customers.csv=people"],
    /^--sheet: the kinds are users, /,
  ],
  [
    2,
    "a table of none of the files",
    ["customers.csv", "--sheet", "other.csv=users"],
    /^--sheet: there is no file for other\.csv\. Name a file, or FILE#SHEET/,
  ],
  [
    2,
    "a word of what is hidden that there is not",
    ["customers.csv", "--hidden=no"],
    /^--hidden takes one of read, leave-out\./,
  ],
  [
    2,
    "a column of paid amounts that there is not",
    ["bank.csv", "--paid-in", "bank.csv=constructor"],
    /^--paid-in takes one of debit, credit\.\n$/,
  ],
  [2, "a field that there is not", ["customers.csv", "--map", "A=b"], /^--map: there is no field b\./],
  [1, "no database", ["customers.csv"], /^The setting DATABASE_URL is missing\. Set it, /],
])("ends with %i and one clear line for %s", async (expected, _what, words, message) => {
  const { code, stderr } = await run(words);
  expect(code).toBe(expected);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
