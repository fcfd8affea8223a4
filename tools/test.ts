import { parseArgs } from "node:util";
import { installedStage } from "./stages/installed.ts";
import { playwrightStage } from "./stages/playwright.ts";
import { check, type Stage, type StageResult } from "./stages/stage.ts";
import { stormStage } from "./stages/storm.ts";
import { vitestStage } from "./stages/vitest.ts";

const TURBO = ["--output-logs=errors-only", "--ui=stream"];
/** One checker: beside the tests no core is free for more, and each further one looks at the shared types anew. */
const TYPES = ["--noEmit", "--checkers", "1"] as const;

/**
 * Every check there is. What stands in a group of lanes runs at the same time, each lane in its order. Two lanes, because
 * each process more than a small machine has cores makes all of them slower; what waits much of its time (tests that ask
 * PostgreSQL, payments under SIGKILL) runs beside what computes. The browser tests keep all cores busy and have them alone.
 * What is long is run by `npm run test:long`, or afterwards with `--long`.
 */
const GROUPS: readonly (readonly (readonly Stage[])[])[] = [
  [[installedStage, check("generated code", "turbo", ["run", "generate", ...TURBO])]],
  [
    [vitestStage("tests of packages, servers and tools", "node")],
    [
      check("types of packages, servers and tools", "tsc", [...TYPES]),
      check("types of the console", "tsc", [...TYPES, "-p", "apps/console"]),
      check("types of the browser tests", "tsc", [...TYPES, "-p", "e2e"]),
      check("format and lint (biome)", "biome", ["ci", "--colors=off"]),
      check("lint by type (oxlint)", "oxlint", ["--type-aware", "--threads=1"]),
      check("arrows between packages", "node", ["tools/check-arrows.ts"]),
      check("rules of the repository", "node", ["tools/check-repository.ts"]),
      check("build", "turbo", ["run", "build", ...TURBO]),
      check("size of the bundles", "node", ["tools/check-bundle.ts"], { shows: true }),
      vitestStage("tests of the console", "console"),
      stormStage,
    ],
  ],
  [[playwrightStage]],
  [[vitestStage("long tests, and every command of the documents", "long")]],
];

interface Finished {
  name: string;
  seconds: number;
  result: StageResult;
}

const finished: Finished[] = [];
for (const lanes of selectedGroups()) await Promise.all(lanes.map(runLane));
const total = summary(finished);
console.log(`\n${table(finished)}\n\n${total.line}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function selectedGroups(): typeof GROUPS {
  const { values } = parseArgs({
    options: { only: { type: "string" }, long: { type: "boolean", default: false } },
  });
  const { only } = values;
  const isChosen = ({ group, name }: Stage) =>
    only === undefined ? group !== "long" || values.long : group === only || name.startsWith(only);
  const [first = [], ...others] = GROUPS;
  const chosen = others.map((lanes) => lanes.map((stages) => stages.filter(isChosen)));
  if (chosen.flat(2).length === 0)
    throw new Error("--only takes check, unit, e2e, long, or how the name of a stage begins.");
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
