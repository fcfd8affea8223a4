import { simulate } from "../simulation/run.ts";
import { playSchedule } from "../simulation/schedule.ts";
import { type Counts, SIMULATED_KINDS } from "../simulation/world.ts";
import type { ProofRun } from "./proof-run.ts";

const SCHEDULES = 1_000;

/** Plays schedules of the payment machine with kills, faults and races in virtual time, one seed after the other. */
export async function run({ scale, seed = 1, trace, stalls }: ProofRun): Promise<void> {
  if (trace) console.log((await playSchedule({ seed, stalls, trace })).trace.join("\n"));
  const schedules = trace ? 1 : SCHEDULES * scale;
  const onProgress = (done: number) =>
    done % (schedules / 10) === 0 && done < schedules && console.log(`${done} of ${schedules}`);
  const { played, counts, broken } = await simulate({ firstSeed: seed, schedules, stalls, onProgress });
  if (broken !== null) {
    console.log(`\nSeed ${broken.seed} breaks an invariant: ${broken.broken}\n`);
    if (!trace) console.log(broken.trace.join("\n"));
    console.log(
      `\nOnce more: npm run proof -- sim --seed=${broken.seed} --trace${stalls ? " --stalls" : ""}`,
    );
    process.exitCode = 1;
  }
  console.log(
    `${played} schedules, ${broken === null ? 0 : 1} broken invariants${stalls ? " (with --stalls)" : ""}: ${describeCounts(counts)}`,
  );
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
