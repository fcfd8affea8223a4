import { stripVTControlCharacters } from "node:util";
import type { SkippedTests } from "./skipped.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface StageResult extends Counts {
  /** What is worth reading: what went wrong, or the figures of what went well. */
  details: string;
  /** Each test that failed, in a few lines; without it the end of `details` stands for it. */
  failures?: readonly string[];
  /** How long each test file took. */
  files?: readonly TimedFile[];
  /** Skipped tests by file. */
  skippedTests?: readonly SkippedTests[];
}

export interface TimedFile {
  /** Path from the root. */
  name: string;
  seconds: number;
}

/** `npm test` runs the first three, `npm run test:all` all but e2e, whose tests its long group has. */
export const GROUP_NAMES = ["check", "unit", "e2e", "slow", "long", "system"] as const;

export interface Stage {
  name: string;
  group: (typeof GROUP_NAMES)[number];
  run(): Promise<StageResult>;
}

/** A test that failed: its name, and how its message begins. */
export const failure = (name: string, message = ""): string =>
  [name, ...stripVTControlCharacters(message).split("\n").slice(0, 6)].join("\n    ");

/** The end of a long output, where the reason stands. */
export const lastLines = (output: string, count = 60): string => output.split("\n").slice(-count).join("\n");
