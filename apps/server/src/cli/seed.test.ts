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

it("an empty database is filled once, and the password that is printed is the admins'", async () => {
  const { stdout: output } = await run("--users=30");
  expect(output).toMatch("30 users and 5 admins were added.");
  const password = /with the password (\S+)/.exec(output)?.[1] ?? "";
  const admin = await test.database.read.admin.findFirstOrThrow({ where: { role: "SUPERADMIN" } });
  expect(await verifyPassword(admin.passwordHash, password)).toBe(true);

  expect((await run("--users=30")).stdout).toMatch("There are users already: nothing was changed.");
  expect(await test.database.read.user.count()).toBe(30);
});

it("a number of users that is none is refused", async () => {
  expect(await run("--users=many")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--users takes a whole number"),
  });
});

it("a passcode that is too short to be set is refused, and the database left alone", async () => {
  expect(await runWith({ CARD_PASSCODE: "4711" }, "--users=30")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("CARD_PASSCODE: A new passcode must have at least 6 digits"),
  });
});
