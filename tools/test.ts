// npm test runs the checks, the fast tests and the browser journeys. npm run check runs the checks alone.
// npm run test:all runs everything, the long tests too.
// Options: --only=TEXT (a group of stages, or the beginning of a stage's name; a wrong one lists them).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../apps/server/src/cli/shared/command.ts";
import { ROOT } from "./checks/repository-files.ts";
import { cachedCheck, check, TURBO } from "./stages/checks.ts";
import { takeChildrenSeconds } from "./stages/cpu-time.ts";
import { installedStage } from "./stages/installed.ts";
import { browserStage } from "./stages/playwright.ts";
import { skippedLines } from "./stages/skipped.ts";
import { type Counts, GROUP_NAMES, lastLines, type Stage, type StageResult } from "./stages/stage.ts";
import { stormStage } from "./stages/storm.ts";
import { slowStage, systemStage, vitestStage } from "./stages/vitest.ts";

/**
 * Every check there is. Stages in a group of lanes run at the same time, each lane in its order. There are two lanes: more
 * processes than a small machine has cores slow all of them down. The browser tests keep all cores busy and run alone.
 */
const STAGES: readonly (readonly (readonly Stage[])[])[] = [
  [[installedStage, check("generated code", "turbo", ["run", "generate", ...TURBO])]],
  [
    [vitestStage("tests of packages, servers and tools", "node")],
    [
      cachedCheck("types and lint (oxlint)", "check:types"),
      cachedCheck("format and lint (biome)", "check:format"),
      cachedCheck("rules of the repository", "check:rules"),
      cachedCheck("unused code (knip)", "check:unused"),
      check("build", "turbo", ["run", "build", ...TURBO]),
      check("size of the bundles", "node", ["tools/check-bundle.ts"], { shows: true }),
      vitestStage("tests of the console", "console"),
    ],
  ],
  [[browserStage("tests in the browser", "e2e", ["--grep-invert=@long"], { E2E_QUICK: "1" })]],
  [
    [slowStage("slow tests of packages, servers and tools", "node"), vitestStage("long tests", "long")],
    [
      slowStage("slow tests of the console", "console"),
      stormStage,
      vitestStage("every command of the documents", "commands"),
    ],
  ],
  [[browserStage("all tests in the browser", "long", [])]],
  [[systemStage("PostgreSQL 15", "tools/long/postgres-15")], [systemStage("PgBouncer", "tools/long/pooler")]],
  [
    [
      systemStage("cluster", "tools/cluster/"),
      systemStage("image", "tools/image/"),
      systemStage("upgrade", "tools/upgrade/"),
      systemStage("deploy", "tools/deploy/"),
    ],
  ],
];

/** The groups of `npm test`. */
const USUAL: readonly Stage["group"][] = ["check", "unit", "e2e"];
/** Those of `npm run test:all`: the long group has every browser test, those of `npm test` with axe. */
const ALL: readonly Stage["group"][] = GROUP_NAMES.filter((name) => name !== "e2e");

interface Finished {
  name: string;
  seconds: number;
  /** User and system time with all children; null where the system does not tell. */
  cpuSeconds: number | null;
  result: StageResult;
}

const SLOWEST_FILES = 10;

const finished: Finished[] = [];
const start = performance.now();
for (const lanes of selectedStages()) await Promise.all(lanes.map(runLane));
const total = countAll(finished);
const report = [
  ...failureTexts(finished),
  slowestFiles(finished),
  skippedTests(finished),
  table(finished),
  countsLine(total),
];
console.log(`\n${report.filter(Boolean).join("\n\n")}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** The stages that the options choose, after the ones that every other stage needs. */
function selectedStages(): typeof STAGES {
  const { values } = parseArgs({
    options: { only: { type: "string" }, all: { type: "boolean", default: false } },
  });
  const { only, all } = values;
  const isChosen = ({ group, name }: Stage) =>
    only === undefined ? (all ? ALL : USUAL).includes(group) : group === only || name.startsWith(only);
  const [first = [], ...others] = STAGES;
  const chosen = others.map((lanes) => lanes.map((stages) => stages.filter(isChosen)));
  if (chosen.flat(2).length === 0) {
    const names = others.flat(2).map(({ name }) => `  ${name}`);
    throw new UsageError(
      [
        "--only takes a group or the beginning of a stage's name.",
        `Groups: ${GROUP_NAMES.join(", ")}`,
        "Stages:",
        ...names,
      ].join("\n"),
    );
  }
  return [first, ...chosen];
}

async function runLane(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) finished.push(await runStage(stage));
}

/** Runs one stage. A failure does not stop the stages after it. */
async function runStage(stage: Stage): Promise<Finished> {
  const begin = performance.now();
  const result = await stage.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    details: String(error),
  }));
  const seconds = (performance.now() - begin) / 1000;
  const cpuSeconds = takeChildrenSeconds();
  console.log(`${result.failed > 0 ? "✗" : "✓"} ${stage.name} (${seconds.toFixed(1)} s)`);
  if (result.details) console.log(result.details.replace(/^/gm, "    "));
  return { name: stage.name, seconds, cpuSeconds, result };
}

/** Each failure once more, short, at the end of a long output. */
function failureTexts(rows: readonly Finished[]): string[] {
  return rows
    .filter(({ result }) => result.failed > 0)
    .flatMap(({ name, result: { failures = [], details } }) =>
      (failures.length > 0 ? failures : [lastLines(details, 12)]).map((text) => `✗ ${name}: ${text}`),
    );
}

function slowestFiles(rows: readonly Finished[]): string {
  const slowest = rows
    .flatMap(({ result: { files = [] } }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES);
  const lines = slowest.map(({ seconds, name }) => `${secondsText(seconds)}  ${name}`);
  return lines.length > 0 ? ["Slowest test files:", ...lines].join("\n") : "";
}

function skippedTests(rows: readonly Finished[]): string {
  const skipped = rows.flatMap(({ result }) => result.skippedTests ?? []);
  const lines = skippedLines(skipped, (file) => readFileSync(join(ROOT, file), "utf8"));
  return lines.length > 0 ? ["Skipped tests, by reason:", ...lines].join("\n") : "";
}

function table(rows: readonly Finished[]): string {
  const all: Finished = {
    name: "total",
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: rows.reduce<number | null>(
      (sum, { cpuSeconds }) => (sum === null || cpuSeconds === null ? null : sum + cpuSeconds),
      0,
    ),
    result: { ...countAll(rows), details: "" },
  };
  const widest = Math.max(...rows.map(({ name }) => name.length));
  const heads = ["stage".padEnd(widest), "wall".padStart(10), "CPU".padStart(10)].join("");
  const lines = [...rows, all].map(({ name, seconds, cpuSeconds, result: { passed, failed, skipped } }) => {
    const counts = [`${passed} passed`.padStart(14), `${failed} failed`.padStart(10)];
    return [
      name.padEnd(widest),
      secondsText(seconds),
      cpuSeconds === null ? "-".padStart(10) : secondsText(cpuSeconds),
      ...counts,
      skipped ? `  ${skipped} skipped` : "",
    ].join("");
  });
  return [heads, ...lines].join("\n");
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(10);
}

function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}

function countAll(rows: readonly Finished[]): Counts {
  const sum = (count: keyof Counts) => rows.reduce((all, { result }) => all + result[count], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}
