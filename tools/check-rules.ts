// npm run check:rules looks for what breaks a rule of the repository: imports, circles, and the rules in tools/checks.
import { reportImports } from "./check-arrows.ts";
import { reportRules } from "./check-repository.ts";

reportImports();
reportRules();
