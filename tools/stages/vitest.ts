import { runTool } from "../stack/build.ts";
import { readReport, withReportFile } from "./report-file.ts";
import { lastLines, type Stage, type StageResult } from "./stage.ts";

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** Vitest's projects, and with which run each goes. */
const GROUPS = { node: "unit", console: "unit", long: "long", commands: "long", nightly: "nightly" } as const;

/** The unit, service, adapter or component tests of one of vitest's projects, counted one by one. */
export const vitestStage = (name: string, project: keyof typeof GROUPS): Stage => ({
  name,
  group: GROUPS[project],
  run: () =>
    withReportFile(async (file): Promise<StageResult> => {
      const reported = ["--reporter=json", `--outputFile=${file}`];
      const { ok, output } = await runTool("vitest", ["run", "--project", project, ...reported]);
      const report = readReport(file) as VitestReport | null;
      if (!report) return { passed: 0, failed: 1, skipped: 0, details: lastLines(output) };
      // A file that cannot be loaded has no tests to count, and an error outside any test no name.
      const broken = report.testResults.filter(
        ({ status, assertionResults }) =>
          status === "failed" && assertionResults.every((test) => test.status !== "failed"),
      );
      const named = report.numFailedTests + broken.length;
      return {
        passed: report.numPassedTests,
        failed: ok ? named : Math.max(1, named),
        skipped: report.numPendingTests + report.numTodoTests,
        details: ok ? "" : failures(report, broken) || lastLines(output),
      };
    }),
});

function failures(report: VitestReport, broken: VitestReport["testResults"]): string {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(
        ({ fullName, failureMessages }) => `${name}\n  ${fullName}\n${indent(failureMessages?.[0] ?? "")}`,
      ),
  );
  return [...broken.map(({ name, message }) => `${name}\n${indent(message)}`), ...tests].join("\n");
}

const indent = (message: string): string =>
  message
    .split("\n")
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join("\n");
