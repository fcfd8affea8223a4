import { isNeed, missingParts } from "../../apps/sandbox/src/testing/needs.ts";

/** Skipped tests of one file. */
export interface SkippedTests {
  /** Path from the root. */
  file: string;
  count: number;
}

const OWN_CONDITION = "a condition in the file does not hold here";

/**
 * Says why tests were skipped: one line for each reason, with its test files. A file that calls `isMissing` was skipped for
 * what is missing of that need.
 */
export function skippedLines(
  skipped: readonly SkippedTests[],
  read: (file: string) => string,
  missing = missingParts,
): string[] {
  const files = new Map<string, string[]>();
  for (const { file, count } of skipped) {
    const needs = Array.from(read(file).matchAll(/\bisMissing\("([\w-]+)"\)/g), ([, need = ""]) => need);
    const reasons = new Set(needs.filter(isNeed).flatMap((need) => missing(need)));
    const text = `${file} (${count})`;
    for (const reason of reasons.size > 0 ? reasons : [OWN_CONDITION])
      files.set(reason, [...(files.get(reason) ?? []), text]);
  }
  return Array.from(files, ([reason, texts]) => `${reason}: ${texts.join(", ")}`);
}
