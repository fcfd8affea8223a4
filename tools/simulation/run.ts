import type { Flaws } from "./flaws.ts";
import { type Outcome, playSchedule } from "./schedule.ts";
import { type Counts, newCounts } from "./world.ts";

export interface Run {
  firstSeed: number;
  schedules: number;
  /** Whether workers that were held up past their lease go on. */
  stalls: boolean;
  flaws?: Flaws;
  /** Called after each schedule with how many were played. */
  onProgress?: (played: number) => void;
}

export interface Summary {
  played: number;
  counts: Counts;
  /** The first schedule in which an invariant broke, played again with its trace. */
  broken: Outcome | null;
}

/** Plays schedules with one seed after the other, up to the first that breaks an invariant. */
export async function simulate({
  firstSeed,
  schedules,
  stalls,
  flaws = {},
  onProgress,
}: Run): Promise<Summary> {
  const counts = newCounts();
  for (let played = 0; played < schedules; played++) {
    const outcome = await playSchedule({ seed: firstSeed + played, stalls, trace: false }, flaws);
    add(counts, outcome.counts);
    if (outcome.broken !== null) {
      const again = await playSchedule({ seed: outcome.seed, stalls, trace: true }, flaws);
      return { played: played + 1, counts, broken: again };
    }
    onProgress?.(played + 1);
  }
  return { played: schedules, counts, broken: null };
}

function add(sum: Counts, counts: Counts): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
}
