import { parseArgs } from "node:util";
import { cachedCheck, check, TURBO } from "./stages/checks.ts";
import { installedStage } from "./stages/installed.ts";
import { browserStage } from "./stages/playwright.ts";
import { lastLines, type Stage, type StageResult } from "./stages/stage.ts";
import { stormStage } from "./stages/storm.ts";
import { slowStage, vitestStage } from "./stages/vitest.ts";

/**
 * Every check there is. What stands in a group of lanes runs at the same time, each lane in its order. Two lanes, because
 * each process more than a small machine has cores makes all of them slower; what waits much of its time (tests that ask
 * PostgreSQL, payments under SIGKILL) runs beside what computes. The browser tests keep all cores busy and have them alone.
 * What is long is run by `npm run test:long`, or afterwards with `--long`; what is longer still by `npm run test:nightly`.
 */
const GROUPS: readonly (readonly (readonly Stage[])[])[] = [
  [[installedStage, check("generated code", "turbo", ["run", "generate", ...TURBO])]],
  [
    [
      vitestStage("tests of packages, servers and tools", "node"),
      stormStage,
      cachedCheck("lint by type of the console", "check:lint-console"),
      cachedCheck("types of the browser tests", "check:types-e2e"),
    ],
    [
      cachedCheck("types of packages, servers and tools", "check:types"),
      cachedCheck("types of the console", "check:types-console"),
      cachedCheck("format and lint (biome)", "check:format"),
      cachedCheck("lint by type (oxlint)", "check:lint"),
      cachedCheck("arrows between packages", "check:arrows"),
      cachedCheck("rules of the repository", "check:rules"),
      check("build", "turbo", ["run", "build", ...TURBO]),
      check("size of the bundles", "node", ["tools/check-bundle.ts"], { shows: true }),
      vitestStage("tests of the console", "console"),
    ],
  ],
  [[browserStage("tests in the browser", "e2e", ["--grep-invert=@long"])]],
  [
    [slowStage("slow tests of packages, servers and tools", "node"), vitestStage("long tests", "long")],
    [
      slowStage("slow tests of the console", "console"),
      vitestStage("every command of the documents", "commands"),
    ],
  ],
  [[browserStage("long tests in the browser", "long", ["--grep=@long"])]],
  [[vitestStage("tests of the night", "nightly")]],
];

interface Finished {
  name: string;
  seconds: number;
  result: StageResult;
}

const finished: Finished[] = [];
for (const lanes of selectedGroups()) await Promise.all(lanes.map(runLane));
const total = summary(finished);
console.log(`\n${[...whatFailed(finished), table(finished)].join("\n\n")}\n\n${total.line}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function selectedGroups(): typeof GROUPS {
  const { values } = parseArgs({
    options: { only: { type: "string" }, long: { type: "boolean", default: false } },
  });
  const { only } = values;
  const isChosen = ({ group, name }: Stage) =>
    only === undefined
      ? !["long", "nightly"].includes(group) || (group === "long" && values.long)
      : group === only || name.startsWith(only);
  const [first = [], ...others] = GROUPS;
  const chosen = others.map((lanes) => lanes.map((stages) => stages.filter(isChosen)));
  if (chosen.flat(2).length === 0)
    throw new Error("--only takes check, unit, e2e, long, nightly, or how the name of a stage begins.");
  // Whatever is run needs what is generated.
  return [first, ...chosen];
}

async function runLane(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) finished.push(await runStage(stage));
}

/** Runs one stage and keeps going whatever it does. */
async function runStage(stage: Stage): Promise<Finished> {
  const start = performance.now();
  const result = await stage.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    details: String(error),
  }));
  const seconds = (performance.now() - start) / 1000;
  console.log(`${result.failed > 0 ? "✗" : "✓"} ${stage.name} (${seconds.toFixed(1)} s)`);
  if (result.details) console.log(result.details.replace(/^/gm, "    "));
  return { name: stage.name, seconds, result };
}

/** Every failure once more, short, where whoever reads the end of a long output finds it. */
function whatFailed(rows: readonly Finished[]): string[] {
  return rows
    .filter(({ result }) => result.failed > 0)
    .flatMap(({ name, result: { failures = [], details } }) =>
      (failures.length > 0 ? failures : [lastLines(details, 12)]).map((text) => `✗ ${name}: ${text}`),
    );
}

function table(rows: readonly Finished[]): string {
  const widest = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, seconds, result: { passed, failed, skipped } }) => {
      const counts = [
        `${passed} passed`.padStart(12),
        `${failed} failed`.padStart(10),
        skipped ? `  ${skipped} skipped` : "",
      ];
      return `${name.padEnd(widest)} ${`${seconds.toFixed(1)} s`.padStart(9)}${counts.join("")}`;
    })
    .join("\n");
}

function summary(rows: readonly Finished[]): { failed: number; line: string } {
  const sum = (count: "passed" | "failed" | "skipped") =>
    rows.reduce((all, { result }) => all + result[count], 0);
  const skipped = sum("skipped") ? `, ${sum("skipped")} skipped` : "";
  return { failed: sum("failed"), line: `${sum("passed")} passed, ${sum("failed")} failed${skipped}` };
}
