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
  group: "check" | "unit" | "e2e" | "long" | "nightly";
  run(): Promise<StageResult>;
}

/** The end of a long output, where the reason stands. */
export const lastLines = (output: string, count = 60): string => output.split("\n").slice(-count).join("\n");
