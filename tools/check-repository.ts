import { report } from "./checks/report.ts";
import { repositoryFiles } from "./checks/repository-files.ts";
import { REPOSITORY_RULES } from "./checks/repository-rules.ts";

/** Prints what breaks each rule of the whole repository, and where. */
export function reportRules(): void {
  const files = repositoryFiles();
  for (const rule of REPOSITORY_RULES) report(`Against “${rule.name}”`, rule.find(files));
}

if (import.meta.main) reportRules();
