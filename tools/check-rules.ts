// npm run check:rules looks for what breaks a rule of the repository: imports, circles, and the rules in tools/checks.
// Options: --lower first lowers the limits of odd lines (tools/checks/plain-english.json) to the lines that are left.
import { parseArgs } from "node:util";
import { reportImports } from "./check-arrows.ts";
import { lowerLimits, reportRules } from "./check-repository.ts";

const { values } = parseArgs({ options: { lower: { type: "boolean", default: false } } });
if (values.lower) lowerLimits();
reportImports();
reportRules();
