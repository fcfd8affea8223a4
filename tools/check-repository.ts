import { report } from "./checks/report.ts";
import { repositoryFiles } from "./checks/repository-files.ts";
import { REPOSITORY_RULES } from "./checks/repository-rules.ts";

/** The rules for the whole repository, each with where it is broken. */
const files = repositoryFiles();
for (const rule of REPOSITORY_RULES) report(`Against “${rule.name}”`, rule.find(files));
