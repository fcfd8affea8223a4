import { runTool } from "../stack/build.ts";
import { readReport, withReportFile } from "./report-file.ts";
import { lastLines, type Stage, type StageResult } from "./stage.ts";

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

/** The browser tests. One that passes only when repeated counts as failed. */
export const playwrightStage: Stage = {
  name: "tests in the browser",
  group: "e2e",
  run: () =>
    withReportFile(async (file): Promise<StageResult> => {
      const { ok, output } = await runTool("playwright", ["test", "--reporter=line,json"], {
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: "0" },
      });
      const report = readReport(file) as PlaywrightReport | null;
      const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
      const failed = unexpected + flaky;
      return {
        passed: expected,
        failed: ok && report ? failed : Math.max(1, failed),
        skipped,
        details: ok && failed === 0 ? "" : lastLines(output, 150),
      };
    }),
};
