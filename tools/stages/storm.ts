import { runTool } from "../stack/build.ts";
import { lastLines, type Stage } from "./stage.ts";

/** Small enough for every test run; `npm run storm` is the whole one. */
const SHORT = ["tools/storm.ts", "--payments=60", "--kills=6", "--restarts=1", "--quick"];
const SHORTEST = ["tools/storm.ts", "--payments=12", "--kills=1", "--restarts=0", "--quick"];

interface Expected {
  what: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  ok: boolean;
  lastLine: RegExp;
}

const EXPECTED: readonly Expected[] = [
  {
    what: "A short storm doubles and loses nothing.",
    args: SHORT,
    ok: true,
    lastLine: /^60 paid, 0 doubled, 0 lost, \d+ kills$/,
  },
  {
    what: "A storm that takes money once more behind our books says so.",
    args: SHORTEST,
    env: { STORM_PLANT_DOUBLE: "1" },
    ok: false,
    lastLine: /^12 paid, 1 doubled, 0 lost, \d+ kills$/,
  },
];

/** Payments under SIGKILL, and that a storm which goes wrong is noticed. */
export const stormStage: Stage = {
  name: "payments under SIGKILL",
  group: "unit",
  run: async () => {
    const failures: string[] = [];
    for (const { what, args, env, ok, lastLine } of EXPECTED) {
      const result = await runTool("node", args, { env: { ...process.env, ...env } });
      const last = result.output.split("\n").at(-1) ?? "";
      if (result.ok !== ok || !lastLine.test(last)) failures.push(`${what}\n${lastLines(result.output)}`);
    }
    return {
      passed: EXPECTED.length - failures.length,
      failed: failures.length,
      skipped: 0,
      details: failures.join("\n"),
    };
  },
};
