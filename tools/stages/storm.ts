import { runTool } from "../stack/build.ts";
import { lastLines, type Stage } from "./stage.ts";

/** The smallest storm; `npm run storm` is the whole one. */
const SHORT = ["tools/storm.ts", "--payments=40", "--kills=4", "--restarts=1", "--quick"];

const EXPECTED = [
  { what: "A short storm doubles and loses nothing.", says: /\n40 paid, 0 doubled, 0 lost, \d+ kills$/ },
  {
    what: "Money taken once more behind our books is found.",
    says: /\na double planted afterwards: found\n/,
  },
] as const;

/** Payments under SIGKILL, and that a storm which goes wrong would be noticed. */
export const stormStage: Stage = {
  name: "payments under SIGKILL",
  group: "long",
  run: async () => {
    const result = await runTool("node", SHORT);
    const failures = EXPECTED.filter(({ says }) => !result.ok || !says.test(result.output));
    return {
      passed: EXPECTED.length - failures.length,
      failed: failures.length,
      skipped: 0,
      details:
        failures.length === 0
          ? ""
          : [...failures.map(({ what }) => what), lastLines(result.output)].join("\n"),
    };
  },
};
