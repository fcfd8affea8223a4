import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./migrate.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
});
afterAll(() => test.drop());

const run = (env: NodeJS.ProcessEnv) => runHere(command, [], env);

it("names the migrations that it applied as the owner, and reports when there are none", async () => {
  await test.asOwner("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%outstanding_begins'");
  const both = { DATABASE_URL: test.url, DATABASE_OWNER_URL: test.ownerUrl };
  const refused = await run({ DATABASE_URL: test.url });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/outstanding_begins, and DATABASE_URL connects as a role/);
  expect((await run(both)).stdout).toMatch(/_outstanding_begins\n1 migrations applied\.\n$/);
  expect((await run(both)).stdout).toBe("The database is up to date.\n");
  expect((await run({ DATABASE_URL: test.url })).stdout).toBe("The database is up to date.\n");
});
