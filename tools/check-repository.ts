import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, loweredLimits } from "./checks/plain-english.ts";
import { report } from "./checks/report.ts";
import { ROOT, repositoryFiles } from "./checks/repository-files.ts";
import { REPOSITORY_RULES } from "./checks/repository-rules.ts";

/** Prints what breaks each rule of the whole repository, and where. */
export function reportRules(): void {
  const files = repositoryFiles();
  for (const rule of REPOSITORY_RULES) report(`Against “${rule.name}”`, rule.find(files));
}

/** Lowers the limits of odd lines to the lines that are left. */
export function lowerLimits(): void {
  writeFileSync(join(ROOT, LIMITS), `${JSON.stringify(loweredLimits(repositoryFiles()), null, 2)}\n`);
}

if (import.meta.main) reportRules();
