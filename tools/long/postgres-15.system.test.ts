import path from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { isMissing, POSTGRES_15 } from "../../apps/sandbox/src/testing/needs.ts";

const ROOT = path.join(import.meta.dirname, "../..");

describe.skipIf(isMissing("postgresql-15"))("PostgreSQL 15, the oldest that we run on,", () => {
  it.each([
    ["the schema, its guards and the demonstration data", ["packages/db/src"]],
    [
      "plans, statements and the ledger",
      [
        "packages/api/src/raw-statements.test.ts",
        "packages/api/src/ledger",
        "packages/api/src/similar-records",
        "packages/api/src/users/list-plan.slow.test.ts",
        "packages/api/src/payments/search-plan.test.ts",
      ],
    ],
  ])("passes the tests of %s", { timeout: 1_200_000 }, async (_what, tests) => {
    const words = ["run", "--project=node", "--reporter=dot", ...tests];
    const { all, exitCode } = await execa("vitest", words, {
      cwd: ROOT,
      preferLocal: true,
      localDir: ROOT,
      env: { TEST_POSTGRES_PROGRAMS: POSTGRES_15, TEST_POSTGRES_URL: "" },
      all: true,
      reject: false,
    });
    expect([exitCode, exitCode === 0 ? "" : all]).toEqual([0, ""]);
  });
});
