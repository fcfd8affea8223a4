import { relative } from "node:path";
import { ROOT } from "../checks/repository-files.ts";
import { runTool } from "../stack/build.ts";
import { readReport, withReportFile } from "./report-file.ts";
import { failure, lastLines, type Stage, type StageResult } from "./stage.ts";

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** The states of a test that ran. */
const RUN: readonly string[] = ["passed", "failed"];

/** The group of each of vitest's projects. */
const GROUPS = { node: "unit", console: "unit", long: "long", commands: "long" } as const;

/** The unit, service, adapter or component tests of one of vitest's projects, counted one by one. Those of slow files are a stage of their own. */
export const vitestStage = (name: string, project: keyof typeof GROUPS): Stage =>
  stageOf(name, GROUPS[project], ["--project", project], { TESTS_WITHOUT_SLOW: "1" });

/** The tests of one folder or file that need other programs (`*.system.test.ts`). */
export const systemStage = (name: string, path: string): Stage =>
  stageOf(name, "system", ["--project", "system", path]);

/** The tests of a project whose files take more than four seconds each. */
export const slowStage = (name: string, project: "node" | "console"): Stage =>
  stageOf(name, "slow", ["--project", project, ".slow.test."]);

const stageOf = (
  name: string,
  group: Stage["group"],
  words: readonly string[],
  env: Record<string, string> = {},
): Stage => ({
  name,
  group,
  run: () =>
    withReportFile(async (file): Promise<StageResult> => {
      const reported = ["--reporter=json", `--outputFile=${file}`];
      const { ok, output } = await runTool("vitest", ["run", ...words, ...reported], {
        env: { ...process.env, ...env },
      });
      const report = readReport(file) as VitestReport | null;
      if (!report) return { passed: 0, failed: 1, skipped: 0, details: lastLines(output) };
      // A file that cannot be loaded has no tests to count, and an error outside any test no name.
      const broken = report.testResults.filter(
        ({ status, assertionResults }) =>
          status === "failed" && assertionResults.every((test) => test.status !== "failed"),
      );
      const named = report.numFailedTests + broken.length;
      const failures = ok ? [] : failuresOf(report, broken);
      return {
        passed: report.numPassedTests,
        failed: ok ? named : Math.max(1, named),
        skipped: report.numPendingTests + report.numTodoTests,
        details: ok ? "" : failures.join("\n") || lastLines(output),
        failures,
        files: report.testResults.map((tests) => ({
          name: relative(ROOT, tests.name),
          seconds: (tests.endTime - tests.startTime) / 1000,
        })),
        skippedTests: report.testResults
          .map(({ name: path, assertionResults }) => ({
            file: relative(ROOT, path),
            count: assertionResults.filter((test) => !RUN.includes(test.status)).length,
          }))
          .filter(({ count }) => count > 0),
      };
    }),
});

function failuresOf(report: VitestReport, broken: VitestReport["testResults"]): string[] {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(`${name}\n  ${fullName}`, failureMessages?.[0])),
  );
  return [...broken.map(({ name, message }) => failure(name, message)), ...tests];
}
