import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../stack/build.ts";
import { readReport, withReportFile } from "./report-file.ts";
import { failure, lastLines, type Stage, type StageResult } from "./stage.ts";

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  file: string;
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

const RESULTS = "test-results";
/** What Playwright writes beside a failure: the page as a screen reader meets it. */
const PAGE_SNAPSHOT = "error-context.md";

/** Those browser tests that `words` choose. None is repeated: one that passes only the second time has failed. */
export const browserStage = (
  name: string,
  group: "e2e" | "long",
  words: readonly string[],
  env: Record<string, string> = {},
): Stage => ({
  name,
  group,
  run: () =>
    withReportFile(async (file): Promise<StageResult> => {
      const { ok, output } = await runTool("playwright", ["test", "--reporter=line,json", ...words], {
        env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: "0" },
      });
      const report = readReport(file) as PlaywrightReport | null;
      const { expected = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
      const isGood = ok && report !== null && unexpected === 0;
      return {
        passed: expected,
        failed: isGood ? 0 : Math.max(1, unexpected),
        skipped,
        details: isGood ? "" : `${lastLines(output, 150)}\n${pageSnapshots()}`,
        failures: isGood ? [] : (report?.suites ?? []).flatMap(failuresOf),
        files: (report?.suites ?? []).map((suite) => ({
          name: join("e2e", suite.file),
          seconds: secondsOf(suite),
        })),
        skippedTests: (report?.suites ?? [])
          .map((suite) => ({ file: join("e2e", suite.file), count: skippedOf(suite) }))
          .filter(({ count }) => count > 0),
      };
    }),
});

const secondsOf = ({ specs, suites = [] }: Suite): number =>
  sum(specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results.map((each) => each.duration))) /
    1000 +
  sum(suites.map(secondsOf));

const skippedOf = ({ specs, suites = [] }: Suite): number =>
  specs.flatMap(({ tests }) => tests).filter(({ status }) => status === "skipped").length +
  sum(suites.map(skippedOf));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function failuresOf({ specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => failure(`${file}:${line} ${title}`, results.at(-1)?.error?.message)),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/** The pages on which tests failed, the first few, for a reader who has only this output. */
function pageSnapshots(): string {
  if (!existsSync(RESULTS)) return "";
  return readdirSync(RESULTS)
    .map((folder) => join(RESULTS, folder, PAGE_SNAPSHOT))
    .filter((file) => existsSync(file))
    .slice(0, 3)
    .map((file) => `${file}\n${readFileSync(file, "utf8").slice(0, 12_000)}`)
    .join("\n");
}
