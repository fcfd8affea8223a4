// `npm run storm`: payments under SIGKILL, with real worker processes, a real PostgreSQL and the sandbox, all of its own.
// Options: --payments=N (default 1000), --kills=N of workers at the least (default 100), --restarts=N of PostgreSQL
// (default 2), --seed=N (default 1), --quick (do not wait for rows that a killed worker holds), --bulk (the payments are
// what customers owe today, and two admins start and reset bulk jobs over it, with lists that overlap).
// With STORM_PLANT_DOUBLE=1 it takes money once more behind our books, and has to end with 1 doubled; without, it does so
// after the comparison, to see that this would have been found.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./stack/build.ts";
import { wholeNumber } from "./stack/whole-number.ts";
import { RECOVERY_GOAL_SECONDS } from "./storm/figures.ts";
import type { StormPlan } from "./storm/plan.ts";
import type { Outcome } from "./storm/run.ts";

const GENERATED = fileURLToPath(new URL("../packages/db/src/generated", import.meta.url));
const LONGEST_MS = 10 * 60_000;
const LONGEST_BULK_MS = 20 * 60_000;
const CUSTOMERS = 300;
const HASTE_CUSTOMERS = 60;

const over = new AbortController();
let asked = false;

endWhenAsked();
try {
  const outcome = await main();
  for (const problem of asked ? [] : outcome.problems) console.log(problem);
  console.log(asked ? "Stopped before it was over." : `\n${wordsOf(outcome)}`);
  process.exitCode = !asked && outcome.problems.length === 0 ? 0 : 1;
} catch (error) {
  if (!asked) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<Outcome> {
  const plan = readPlan();
  if (!existsSync(GENERATED)) {
    const generated = await build(["generate"], over.signal);
    if (!generated.ok) throw new Error(generated.output);
  }
  // Loaded late: by now the database client they need has been generated.
  const { customersFor } = await import("./storm/bulk/due.ts");
  const { startStormStack } = await import("./storm/stack.ts");
  const { runStorm } = await import("./storm/run.ts");
  plan.say("Starting a database and the sandbox");
  const stack = await startStormStack(plan, customersOf(plan, customersFor), (reason) => {
    console.error(reason);
    over.abort();
  });
  try {
    return await runStorm(plan, stack);
  } finally {
    await stack.stop();
  }
}

/** In haste fewer: they take longer to make than to charge. */
function customersOf({ bulk, quick, payments }: StormPlan, customersFor: (due: number) => number): number {
  if (bulk) return customersFor(payments);
  return quick ? HASTE_CUSTOMERS : CUSTOMERS;
}

function readPlan(): StormPlan {
  const { values } = parseArgs({
    options: {
      payments: { type: "string", default: "1000" },
      kills: { type: "string", default: "100" },
      restarts: { type: "string", default: "2" },
      seed: { type: "string", default: "1" },
      quick: { type: "boolean", default: false },
      bulk: { type: "boolean", default: false },
    },
  });
  return {
    payments: wholeNumber("payments", values.payments, 1),
    kills: wholeNumber("kills", values.kills, 1),
    restarts: wholeNumber("restarts", values.restarts, 0),
    seed: wholeNumber("seed", values.seed, 0),
    quick: values.quick,
    bulk: values.bulk,
    plantDouble: process.env.STORM_PLANT_DOUBLE === "1",
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(values.bulk ? LONGEST_BULK_MS : LONGEST_MS)]),
    say: console.log,
  };
}

/** On Ctrl-C and its like, and when whoever started us was killed: whatever was started is stopped. */
function endWhenAsked(): void {
  const end = () => {
    asked = true;
    over.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}

function wordsOf({ verdict, sheet, havoc, figures, isDoubleFound }: Outcome): string {
  const { wrongAmounts, failed, manual } = verdict.comparison;
  const { seconds, faults, ownEnds, lookUps, resent, cutOff, beyond, unanswered } = figures;
  const times = ({ p50Seconds, p99Seconds, mostSeconds }: typeof cutOff) =>
    `${p50Seconds.toFixed(1)} s (p50), ${p99Seconds.toFixed(1)} s (p99), ${mostSeconds.toFixed(1)} s at most`;
  return [
    `${seconds.toFixed(0)} s, ${havoc.restarts} restarts of PostgreSQL, ${havoc.truncations} times the queue emptied, ${ownEnds.starting} starts of a worker failed`,
    `${faults} processor faults, ${lookUps} look-ups, ${resent} payments sent again`,
    `${cutOff.payments} payments cut off by a kill or a restart: outcome after ${times(cutOff)}`,
    `  after the kill, beyond the processor's settle window, while a worker was at work: ${times(beyond)} (goal ${RECOVERY_GOAL_SECONDS} s p99: ${beyond.p99Seconds <= RECOVERY_GOAL_SECONDS ? "reached" : "missed"})`,
    `${unanswered.payments} payments without an answer: outcome after ${times(unanswered)}`,
    ...verdict.lines,
    `ledger sheet: ${sheet.doubled} doubled, ${sheet.missing} lost, ${sheet.waiting} still to be written`,
    ...(isDoubleFound === null ? [] : [`a double planted afterwards: ${isDoubleFound ? "found" : "missed"}`]),
    `${failed} failed, ${manual} left to a person, ${wrongAmounts} wrong amounts`,
    `${verdict.result}, ${havoc.kills} kills`,
  ].join("\n");
}
