import { verifyPassword } from "@countinghouse/db/passwords";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./seed.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
});
afterAll(() => test.drop());

function runWith(settings: NodeJS.ProcessEnv, ...words: string[]) {
  return runHere(command, words, {
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    SEALING_KEYS: `test:${KEY}`,
    INDEX_KEY: KEY,
    AUDIT_KEYS: `test:${KEY}`,
    ...settings,
  });
}
const run = (...words: string[]) => runWith({}, ...words);

it("fills an empty database once, and prints the admins' password", async () => {
  const { stdout: output } = await run("--users=30");
  expect(output).toMatch("30 users and 5 admins were added.");
  const password = /with the password (\S+)/.exec(output)?.[1] ?? "";
  const admin = await test.database.read.admin.findFirstOrThrow({ where: { role: "SUPERADMIN" } });
  expect(await verifyPassword(admin.passwordHash, password)).toBe(true);

  expect((await run("--users=30")).stdout).toMatch("The database has users already. No changes were made.");
  expect(await test.database.read.user.count()).toBe(30);
});

it("refuses an invalid number of users", async () => {
  expect(await run("--users=many")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--users takes a whole number"),
  });
});

it("refuses a short passcode and leaves the database empty", async () => {
  expect(await runWith({ CARD_PASSCODE: "4711" }, "--users=30")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("CARD_PASSCODE: A new passcode must have at least 6 digits"),
  });
});
