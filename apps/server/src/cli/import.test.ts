import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";

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

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as npm does, from the folder the user stands in. */
function run(words: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const script = fileURLToPath(new URL("import.ts", import.meta.url));
  const env = {
    DATABASE_URL: test.url,
    SEALING_KEYS: `test:${KEY}`,
    INDEX_KEY: KEY,
    INIT_CWD: folder,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

it("a file with refused rows ends well, and says what was ignored and where the refused rows are", async () => {
  const { code, stdout } = await run(["customers.csv"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("2 rows read, 1 loaded, 0 already there, 1 refused");
  expect(stdout).toMatch("Columns ignored: Lender");
  expect(stdout).toMatch(path.join(folder, "customers.refused.csv"));
});

it("a trial says so and leaves the users alone", async () => {
  const before = await test.database.read.user.count();
  const { code, stdout } = await run(["customers.csv", "--dry-run", "--source=elsewhere"]);
  expect(code).toBe(0);
  expect(stdout).toMatch("This was a trial: nothing was changed.");
  expect(await test.database.read.user.count()).toBe(before);
});

it.each([
  ["a file that is not there", ["absent.csv"], {}, /absent\.csv can not be read: there is no such file\.\n$/],
  ["no file at all", [], {}, /^Usage: npm run import -- FILE\.csv/],
  ["no database", ["customers.csv"], { DATABASE_URL: "" }, /^The setting DATABASE_URL is missing\.\n$/],
])("%s ends badly with one clear line", async (_what, words, settings, message) => {
  const { code, stderr } = await run(words, settings);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
