import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../checks/repository-files.ts";
import type { Stage } from "./stage.ts";

/** That this is the pinned Node, over an installation that was finished. */
export const installedStage: Stage = {
  name: "pinned Node, installed packages",
  group: "check",
  run: async () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      devDependencies: { node: string };
    };
    const pinned = `v${manifest.devDependencies.node}`;
    const problems = [
      process.version === pinned
        ? ""
        : `This is Node ${process.version}, not ${pinned}: start with npm test.`,
      existsSync(join(ROOT, "node_modules/.install-stamp")) ? "" : "The installation was not finished.",
    ].filter(Boolean);
    return {
      passed: problems.length ? 0 : 1,
      failed: problems.length ? 1 : 0,
      skipped: 0,
      details: problems.join("\n"),
    };
  },
};
