// `npm run sim`: plays seeded schedules of the payment intent machine with kills, faults and races in virtual time.
// Options: --schedules=N (default 100000), --seed=N of the first (default 1), --trace (print what happened, for one
// schedule), --stalls (workers held up past their lease go on instead of having died).
import { parseArgs } from "node:util";
import { simulate } from "./simulation/run.ts";
import { playSchedule } from "./simulation/schedule.ts";
import { type Counts, SIMULATED_KINDS } from "./simulation/world.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    trace: { type: "boolean", default: false },
    stalls: { type: "boolean", default: false },
  },
});
const schedules = wholeNumber("schedules", values.schedules, 1);
const firstSeed = wholeNumber("seed", values.seed, 0);
const { stalls } = values;

if (values.trace && schedules === 1) {
  const { trace } = await playSchedule({ seed: firstSeed, stalls, trace: true });
  console.log(trace.join("\n"));
}
const { played, counts, broken } = await simulate({
  firstSeed,
  schedules,
  stalls,
  onProgress: printProgress,
});
if (broken !== null) {
  console.log(`\nSeed ${broken.seed} breaks an invariant: ${broken.broken}\n`);
  if (!(values.trace && schedules === 1)) console.log(broken.trace.join("\n"));
  const again = `--seed=${broken.seed} --schedules=1 --trace${stalls ? " --stalls" : ""}`;
  console.log(`\nOnce more: npm run sim -- ${again}`);
  process.exitCode = 1;
}
console.log(
  `${played} schedules, ${broken === null ? 0 : 1} broken invariants${stalls ? " (with --stalls)" : ""}: ${describeCounts(counts)}`,
);

function printProgress(done: number): void {
  const tenth = Math.ceil(schedules / 10);
  if (schedules >= 1000 && done % tenth === 0 && done < schedules) console.log(`${done} of ${schedules}`);
}

function describeCounts(all: Counts): string {
  return [
    `${all.calls} calls`,
    `${all.captures} payments (${SIMULATED_KINDS.map((kind) => `${all[kind]} ${kind}`).join(", ")})`,
    `${all.kills} kills`,
    `${all.stalls} held up`,
    `${all.faults} faults`,
    `${all.givenBack} handed back`,
    `${all.notSent} that might not be sent`,
    `${all.lookUps} look-ups`,
    `${all.resends} resends`,
    `${all.refusedPresses} requests refused`,
    `${all.cancelled} cancelled`,
    `${all.manual} left to a person`,
    `${all.reports} reports`,
    `${all.lateEffects} effects after the effect window`,
    `${all.lateTruths} re-opened by what was told late`,
    `${all.restores} restores`,
    `${all.steps} steps`,
  ].join(", ");
}
