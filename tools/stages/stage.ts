import { runTool } from "../stack/build.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface StageResult extends Counts {
  /** What is worth reading: what went wrong, or the figures of what went well. */
  details: string;
}

export interface Stage {
  name: string;
  group: "check" | "unit" | "e2e" | "long";
  run(): Promise<StageResult>;
}

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

/** The end of a long output, where the reason stands. */
export const lastLines = (output: string, count = 60): string => output.split("\n").slice(-count).join("\n");
