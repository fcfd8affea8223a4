import { runTool } from "../stack/build.ts";
import { lastLines, type Stage } from "./stage.ts";

export const TURBO = ["--output-logs=errors-only", "--ui=stream", "--log-prefix=none"];

/** CI takes no check from the cache. */
const ANEW = process.env.CI ? ["--force", "--only"] : [];

/** A stage of one check: a program that fails or does not. `shows` has its figures printed when it passes. */
export function check(name: string, program: string, args: readonly string[], { shows = false } = {}): Stage {
  return {
    name,
    group: "check",
    run: async () => {
      const { ok, output } = await runTool(program, args);
      return {
        passed: ok ? 1 : 0,
        failed: ok ? 0 : 1,
        skipped: 0,
        details: ok && !shows ? "" : lastLines(output),
      };
    },
  };
}

/** A check that is a script of package.json, run again once something has changed that turbo.json says it depends on. */
export const cachedCheck = (name: string, script: string): Stage =>
  check(name, "turbo", ["run", `//#${script}`, ...TURBO, ...ANEW]);
