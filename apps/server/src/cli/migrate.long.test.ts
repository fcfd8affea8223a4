import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLauncher, type Launcher } from "../testing/launch.ts";
import { runProgram } from "../testing/run-program.ts";

let test: TestDatabase;
let sandbox: Sandbox;
let launcher: Launcher;
const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-migrate-"));
beforeAll(async () => {
  [test, sandbox] = await Promise.all([
    createTestDatabase({ size: 2 }),
    startSandbox({ port: 0, smtpPort: 0 }),
  ]);
  launcher = createLauncher(sandbox);
});
afterAll(async () => {
  launcher.close();
  await sandbox.close();
  await test.drop();
  rmSync(folder, { recursive: true });
});

const run = (env: NodeJS.ProcessEnv, ...words: string[]) => runProgram("migrate", words, env);

/** What production needs, with no vendor. */
const production = (changed: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, TOKEN_KEY, BOT_CHECK_KEY } = launcher.settings(test.url, 0);
  return {
    ...{ SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, TOKEN_KEY, BOT_CHECK_KEY },
    CODE_KEY: randomBytes(32).toString("base64"),
    NODE_ENV: "production",
    ROLE: "worker",
    PUBLIC_URL: "https://console.example.com",
    SMTP_URL: "smtps://smtp.example.com",
    MAIL_FROM: "no-reply@example.com",
    FILES_DIR: folder,
    ...changed,
  };
};

it("names the migrations it applied as the owner, and says when there are none", async () => {
  await test.asOwner("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%outstanding_begins'");
  const both = { DATABASE_URL: test.url, DATABASE_OWNER_URL: test.ownerUrl };
  const refused = await run({ DATABASE_URL: test.url });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/outstanding_begins, and DATABASE_URL connects as a role/);
  expect((await run(both)).stdout).toMatch(/_outstanding_begins\n1 migrations applied\.\n$/);
  expect((await run(both)).stdout).toBe("The database is up to date.\n");
  expect((await run({ DATABASE_URL: test.url })).stdout).toBe("The database is up to date.\n");
  expect((await run({}, "--help")).stdout).toContain("DATABASE_OWNER_URL");
});

it("production starts with the role that owns nothing, and refuses the owner with what it can do", async () => {
  const refused = launcher.launch(production({ DATABASE_URL: test.ownerUrl }));
  expect(await refused.output).toContain("DATABASE_URL connects as postgres, which is a superuser.");
  const worker = launcher.launch(production({ DATABASE_URL: test.url }));
  await Promise.race([
    once(worker, "message"),
    worker.output.then((said) => Promise.reject(new Error(said))),
  ]);
  worker.kill("SIGTERM");
  expect(await worker.output).toContain('"msg":"stopped"');
});
