// `npm run bench`: builds one million users and compares the API with a bare node:http + pg server in the same run.
// Options: --users=N (default 1000000), --cycles=N (default 1000), --only=TEXT (only work whose name holds it),
// --keep (leave the database for the next run).
import { parseArgs } from "node:util";
import { comparisons } from "./bench/comparisons.ts";
import { compare, type Figures } from "./bench/measure.ts";
import { startBenchStack } from "./bench/stack.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "1000000" },
    cycles: { type: "string", default: "1000" },
    only: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
  },
});

const stack = await startBenchStack({ users: Number(values.users), keep: values.keep });
let missed = 0;
try {
  console.log(
    `\n${"work".padEnd(34)}${"server".padEnd(16)}p50 ms   p99 ms   ratio (over ten blocks)   CPU us   goal`,
  );
  for (const { work, goal, peers } of await chosen()) {
    const figures = await compare(peers, Number(values.cycles));
    const [bare, ...others] = [...figures];
    if (!bare) continue;
    print(work, bare[0], bare[1], 1, null);
    for (const [name, own] of others) {
      const ratio = own.p50Ms / bare[1].p50Ms;
      if (goal !== null && ratio > goal) missed++;
      print("", name, own, ratio, goal);
    }
  }
} finally {
  await stack.stop();
}
console.log(missed === 0 ? "\nevery goal reached" : `\n${missed} goals missed`);

async function chosen() {
  return (await comparisons(stack)).filter(({ work }) => work.includes(values.only));
}

function print(work: string, name: string, figures: Figures, ratio: number, goal: number | null): void {
  const range = `${ratio.toFixed(2)} (${figures.lowestRatio.toFixed(2)} to ${figures.highestRatio.toFixed(2)})`;
  const numbers = `${figures.p50Ms.toFixed(3).padStart(6)}   ${figures.p99Ms.toFixed(2).padStart(6)}   ${range.padEnd(26)}`;
  const aim = goal === null ? "" : `${goal.toFixed(2)} ${ratio <= goal ? "reached" : "MISSED"}`;
  console.log(
    `${work.padEnd(34)}${name.padEnd(16)}${numbers}${figures.cpuMicroseconds.toFixed(0).padStart(6)}   ${aim}`,
  );
}
