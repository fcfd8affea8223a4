import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { MIGRATIONS_DIR } from "../../packages/db/src/migrate.ts";
import type { Release } from "./release.ts";

/** What the tests of a release came to over the tables of this one. */
export interface TestsOver {
  passed: number;
  /** The tests that failed, by name, and files that did not get to theirs. */
  failed: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Runs these tests of a release, its code as it was, over databases that the migrations of this one have made. */
export async function runTestsOver({ root }: Release, paths: readonly string[]): Promise<TestsOver> {
  const migrations = join(root, "packages/db/prisma/migrations");
  rmSync(migrations, { recursive: true });
  cpSync(MIGRATIONS_DIR, migrations, { recursive: true });
  const file = join(root, "tests-over.json");
  const { all } = await execa(
    "vitest",
    ["run", "--project=node", "--reporter=json", `--outputFile=${file}`, ...paths],
    { cwd: root, preferLocal: true, localDir: root, all: true, reject: false, killDescendants: true },
  );
  try {
    return summarize(JSON.parse(readFileSync(file, "utf8")) as VitestReport);
  } catch (error) {
    throw new Error(`The tests of the release did not run:\n${all}`, { cause: error });
  }
}

const summarize = ({ numPassedTests, testResults }: VitestReport): TestsOver => ({
  passed: numPassedTests,
  failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${name}: ${message}`];
    return failed.map(({ fullName }) => fullName);
  }),
});
