import path from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { isMissing } from "../../apps/sandbox/src/testing/needs.ts";

const ROOT = path.join(import.meta.dirname, "../..");

describe.skipIf(isMissing("pgbouncer"))("behind PgBouncer in transaction mode", () => {
  it.each([
    [
      "web and worker do their work, are killed and frozen",
      ["main.long.", "gone-workers.long.", "worker.slow.", "races.slow."].map(
        (name) => `apps/server/src/${name}test.ts`,
      ),
    ],
    [
      "payments, bulk jobs, imports and sign-in work",
      [
        "packages/api/src/payments",
        "packages/api/src/bulk-jobs/run",
        "packages/api/src/bulk-jobs/engine",
        "packages/api/src/import",
        "packages/api/src/auth",
        "packages/api/src/database-token-store.test.ts",
      ],
    ],
  ])("%s", { timeout: 1_200_000 }, async (_what, tests) => {
    const words = ["run", "--project=node", "--project=long", "--reporter=dot", ...tests];
    const { all, exitCode } = await execa("vitest", words, {
      cwd: ROOT,
      preferLocal: true,
      localDir: ROOT,
      env: { TEST_POOLER: "transaction", TEST_POSTGRES_URL: "" },
      all: true,
      reject: false,
    });
    expect([exitCode, exitCode === 0 ? "" : all]).toEqual([0, ""]);
  });
});
